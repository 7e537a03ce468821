/** CallAllowance is a token bucket for a mock's calls: refills at `perSecond`, up to one second's worth. */
export class CallAllowance {
  readonly #perSecond: number;
  #left: number;
  #atMs: number;

  constructor(perSecond: number, nowMs: number) {
    this.#perSecond = perSecond;
    this.#left = perSecond;
    this.#atMs = nowMs;
  }

  /** Takes a token; false if none is left. */
  take(nowMs: number): boolean {
    if (this.#perSecond === 0) return true;
    this.#left = Math.min(this.#perSecond, this.#left + ((nowMs - this.#atMs) / 1000) * this.#perSecond);
    this.#atMs = nowMs;
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}
