/** Clock is the only source of time in domain code and engines, so that tests can control it. */
export interface Clock {
  /** The current time. */
  now(): Date;
  /** Monotonic time in milliseconds, for durations. */
  monotonicMs(): number;
}

/** systemClock reads the machine's clocks. */
export const systemClock: Clock = { now: () => new Date(), monotonicMs: () => performance.now() };

/** FakeClock is a clock that only moves when a test moves it. */
export class FakeClock implements Clock {
  #nowMs: number;
  constructor(start: string | Date = '2026-01-01T00:00:00.000Z') {
    this.#nowMs = new Date(start).getTime();
  }
  now(): Date {
    return new Date(this.#nowMs);
  }
  monotonicMs(): number {
    return this.#nowMs;
  }
  /** Moves both clocks forward by `ms` milliseconds. */
  advance(ms: number): void {
    this.#nowMs += ms;
  }
}
