import type { Clock } from '@touchstone/kernel';
import type { Outcome } from './driver.ts';

/** Measures are the stopwatches of a script, by name. */
export class Measures {
  readonly #clock: Clock;
  readonly #startedAt = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Starts a stopwatch, or starts it again. */
  start(name: string): void {
    this.#startedAt.set(name, this.#clock.monotonicMs());
  }

  /** Reads a running stopwatch; `most` is the maximum in milliseconds, empty for no limit. */
  end(name: string, most: string): Outcome {
    const startedAt = this.#startedAt.get(name);
    if (startedAt === undefined)
      return { status: 'error', message: `No measure "${name}" was started. Start it before, with Start Measure.` };
    const ms = Math.round(this.#clock.monotonicMs() - startedAt);
    const measure = { name, ms };
    const text = `"${name}" took ${ms} ms`;
    if (most.trim() === '') return { status: 'passed', message: `${text}.`, measure };
    const limit = Number(most);
    if (!Number.isFinite(limit)) return { status: 'error', message: `"${most}" is not a number of milliseconds.` };
    const compared = { measure, expected: `at most ${limit} ms`, actual: `${ms} ms` };
    if (ms <= limit) return { status: 'passed', message: `${text}.`, ...compared };
    return { status: 'failed', message: `${text}; expected: ${compared.expected}.`, ...compared };
  }
}
