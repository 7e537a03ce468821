import type { LoadTimer } from '../core/load-timer.ts';

/** FakeTimer stands still until a test moves it, and calls back in order of the instants, exactly at them. */
export class FakeTimer implements LoadTimer {
  #nowMs = 0;
  #order = 0;
  #waiting: { ms: number; order: number; callback: () => void }[] = [];

  nowMs(): number {
    return this.#nowMs;
  }

  at(ms: number, callback: () => void): () => void {
    const entry = { ms: Math.max(ms, this.#nowMs), order: this.#order++, callback };
    let place = this.#waiting.length;
    while (place > 0 && this.#waiting[place - 1]!.ms > entry.ms) place -= 1;
    this.#waiting.splice(place, 0, entry);
    return () => {
      this.#waiting = this.#waiting.filter((other) => other !== entry);
    };
  }

  /** Pending callbacks; 0 proves that nothing keeps a process alive. */
  get pending(): number {
    return this.#waiting.length;
  }

  /** Advances to an instant and runs all callbacks due until then. */
  runUntil(ms: number): void {
    for (let next = this.#waiting[0]; next !== undefined && next.ms <= ms; next = this.#waiting[0]) {
      this.#waiting.shift();
      this.#nowMs = Math.max(this.#nowMs, next.ms);
      next.callback();
    }
    this.#nowMs = Math.max(this.#nowMs, ms);
  }

  /** Advances to `ms` without calling back, like a blocked event loop; due callbacks run in the next `runUntil`. */
  stall(ms: number): void {
    this.#nowMs = Math.max(this.#nowMs, ms);
  }
}
