import type { Guard } from '../match/value-matcher.ts';

/** GuardAllowance limits what the costly expressions of one request take together; each of them has the limit of its guard. */
export class GuardAllowance {
  readonly #totalMs: number;
  #leftMs: number;
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

  /** The same guard, which refuses once the time of the request is used up. */
  limited(guard: Guard): Guard {
    return (work) => {
      if (this.#leftMs <= 0) {
        this.isExhausted = true;
        throw new Error(`The expressions of one request take longer than ${this.#totalMs} ms. Simplify them.`);
      }
      const startedMs = performance.now();
      try {
        return guard(work);
      } finally {
        this.#leftMs -= performance.now() - startedMs;
      }
    };
  }
}
