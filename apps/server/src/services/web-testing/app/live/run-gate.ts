import type {
  Driver,
  DriverCall,
  Evidence,
  Outcome,
  StateAnswer,
  StateQuestion,
} from '@touchstone/engine-keyword/core';

/** RunGate pauses and resumes the steps of a run, or lets a single one through. */
export class RunGate {
  #isPaused = false;
  #waiting: (() => void)[] = [];
  readonly #onChange: (isPaused: boolean) => void;

  /** `onChange` is called with whether the run is paused. */
  constructor(onChange: (isPaused: boolean) => void) {
    this.#onChange = onChange;
  }

  get isPaused(): boolean {
    return this.#isPaused;
  }

  pause(): void {
    if (this.#isPaused) return;
    this.#isPaused = true;
    this.#onChange(true);
  }

  resume(): void {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    this.#onChange(false);
    for (const go of this.#waiting.splice(0)) go();
  }

  /** Lets the waiting step through, and holds the one after it. */
  next(): void {
    this.pause();
    this.#waiting.shift()?.();
  }

  /** Resolves when a step may start, or its run is stopped. */
  async pass(signal: AbortSignal): Promise<void> {
    if (!this.#isPaused || signal.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push(resolve);
    signal.addEventListener('abort', () => resolve(), { once: true });
    await promise;
  }
}

/** GatedDriver is a driver that waits at a gate before each step. */
export class GatedDriver implements Driver {
  readonly #driver: Driver;
  readonly #gate: RunGate;
  constructor(driver: Driver, gate: RunGate) {
    this.#driver = driver;
    this.#gate = gate;
  }
  async perform(call: DriverCall): Promise<Outcome> {
    await this.#gate.pass(call.signal);
    return this.#driver.perform(call);
  }
  state(question: StateQuestion): Promise<StateAnswer> {
    return this.#driver.state(question);
  }
  screenshot(): Promise<Evidence | null> {
    return this.#driver.screenshot();
  }
}
