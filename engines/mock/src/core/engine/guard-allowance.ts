import type { Guard } from '../match/value-matcher.ts';

/**
 * GuardAllowance limits the total time of one kind of costly work per request; each piece of work is also limited by
 * its guard.
 */
export class GuardAllowance {
  readonly #totalMs: number;
  readonly #refusal: string;
  #leftMs: number;
  #isCounting = false;
  /** Whether work was stopped or skipped since the last `begin`. */
  isExhausted = false;

  /** `refusal` is the error message: what takes too long, and what to do about it. */
  constructor(totalMs: number, refusal: string) {
    this.#totalMs = totalMs;
    this.#refusal = refusal;
    this.#leftMs = totalMs;
  }

  /** Starts a new request with the full allowance. */
  begin(): void {
    this.#leftMs = this.#totalMs;
    this.isExhausted = false;
  }

  /** Returns the same guard, limited to the time that the request has left; it throws once that is used up. */
  limited(guard: Guard): Guard {
    return (work) => this.#counted(() => guard(work, this.#leftMs), work);
  }

  /** Counts the time of work that always terminates; throws once the request's time is used up. */
  readonly counted: Guard = (work) => this.#counted(work, work);

  /** Nested work is already limited by the outer work. */
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
