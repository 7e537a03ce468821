import type { Guard } from '../match/value-matcher.ts';

/** GuardAllowance limits what the costly expressions of one request take together; each of them has the limit of its guard. */
export class GuardAllowance {
  readonly #totalMs: number;
  #leftMs: number;
  #isCounting = false;
  /** Whether an expression was left out since the last `begin`. */
  isExhausted = false;

  constructor(totalMs: number) {
    this.#totalMs = totalMs;
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
      throw new Error(`The expressions of one request take longer than ${this.#totalMs} ms. Simplify them.`);
    }
    const startedMs = performance.now();
    this.#isCounting = true;
    try {
      return work();
    } finally {
      this.#isCounting = false;
      this.#leftMs -= performance.now() - startedMs;
    }
  }
}
