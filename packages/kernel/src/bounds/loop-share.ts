/** How long work may take in one turn of the event loop before it yields. */
const sliceMs = 10;

type Later = (run: () => void) => unknown;
/** Browsers don't have setImmediate. */
const later: Later = (globalThis as { setImmediate?: Later }).setImmediate ?? ((run) => setTimeout(run, 0));

/**
 * LoopShare shares the event loop among bounded pieces of work: a piece that would start after `sliceMs` of work in the
 * same turn waits for a later turn, however many start at once.
 */
export class LoopShare {
  readonly #nowMs: () => number;
  #startedMs: number | undefined;
  #turns = 0;

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  /** How often work has waited for another turn. */
  get turns(): number {
    return this.#turns;
  }

  /** Runs the work immediately if this turn of the loop has time left, otherwise in a later turn. */
  async run<Result>(work: () => Result): Promise<Awaited<Result>> {
    while (this.#usedMs() >= sliceMs) {
      this.#turns += 1;
      await new Promise<void>((resolve) => later(resolve));
    }
    return await work();
  }

  /**
   * Runs a generator and returns its result. It must yield wherever other work may run; everything between two yields
   * runs without interruption.
   */
  async work<Result>(pieces: Generator<unknown, Result>): Promise<Result> {
    for (;;) {
      const piece = await this.run(() => pieces.next());
      if (piece.done) return piece.value;
    }
  }

  #usedMs(): number {
    if (this.#startedMs === undefined) {
      this.#startedMs = this.#nowMs();
      // Scheduled before all later waiters, so that the first of them finds a new slice.
      later(() => {
        this.#startedMs = undefined;
      });
    }
    return this.#nowMs() - this.#startedMs;
  }
}

/** sharedLoop is the event loop of this process. */
export const sharedLoop = new LoopShare();
