import type { Guard } from '../match/value-matcher.ts';

/** GuardAllowance limits what costly work of one kind takes together in one request; each piece has the limit of its guard. */
export class GuardAllowance {
  readonly #totalMs: number;
  readonly #refusal: string;
  #leftMs: number;
  #isCounting = false;
  /** Whether work was ended or left out since the last `begin`. */
  isExhausted = false;

  /** `refusal` says what takes too long, and what to do. */
  constructor(totalMs: number, refusal: string) {
    this.#totalMs = totalMs;
    this.#refusal = refusal;
    this.#leftMs = totalMs;
  }

  /** A request begins. */
  begin(): void {
    this.#leftMs = this.#totalMs;
    this.isExhausted = false;
  }

  /** The same guard, which gives no more time than the request has left, and refuses once that is used up. */
  limited(guard: Guard): Guard {
    return (work) => this.#counted(() => guard(work, this.#leftMs), work);
  }

  /** Counts work that ends by itself; refuses it once the time of the request is used up. */
  readonly counted: Guard = (work) => this.#counted(work, work);

  /** Work within other work has its limit already. */
  #counted<Result>(work: () => Result, within: () => Result): Result {
    if (this.#isCounting) return within();
    if (this.#leftMs <= 0) {
      this.isExhausted = true;
      throw new Error(this.#refusal);
    }
    const startedMs = performance.now();
    this.#isCounting = true;
    let isDone = false;
    try {
      const result = work();
      isDone = true;
      return result;
    } finally {
      this.#isCounting = false;
      this.#leftMs -= performance.now() - startedMs;
      if (!isDone && this.#leftMs <= 0) this.isExhausted = true;
    }
  }
}
