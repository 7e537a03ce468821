/** CallAllowance is how many calls a mock may still answer: it fills up by `perSecond`, to at most one second's worth. */
export class CallAllowance {
  readonly #perSecond: number;
  #left: number;
  #atMs: number;

  constructor(perSecond: number, nowMs: number) {
    this.#perSecond = perSecond;
    this.#left = perSecond;
    this.#atMs = nowMs;
  }

  /** Takes one call; false where none is left. */
  take(nowMs: number): boolean {
    if (this.#perSecond === 0) return true;
    this.#left = Math.min(this.#perSecond, this.#left + ((nowMs - this.#atMs) / 1000) * this.#perSecond);
    this.#atMs = nowMs;
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}
