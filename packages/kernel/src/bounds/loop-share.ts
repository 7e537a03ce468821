/** How long work may go on in one turn of the event loop before others get theirs. */
const sliceMs = 10;

type Later = (run: () => void) => unknown;
/** In a browser there is no setImmediate. */
const later: Later = (globalThis as { setImmediate?: Later }).setImmediate ?? ((run) => setTimeout(run, 0));

/**
 * LoopShare divides the event loop among pieces of work that are each bounded: one that begins after `sliceMs` of work in the same turn
 * waits for a later turn, however many begin at once.
 */
export class LoopShare {
  readonly #nowMs: () => number;
  #begunMs: number | undefined;
  #turns = 0;

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  /** How often work has waited for another turn. */
  get turns(): number {
    return this.#turns;
  }

  /** Does the work at once while this turn of the loop is young, else in a later turn. */
  async run<Result>(work: () => Result): Promise<Awaited<Result>> {
    while (this.#usedMs() >= sliceMs) {
      this.#turns += 1;
      await new Promise<void>((resolve) => later(resolve));
    }
    return await work();
  }

  /**
   * Works through pieces and gives what the last one does: the generator yields wherever others may have their turn, so that what lies
   * between two yields is all that it does at once.
   */
  async work<Result>(pieces: Generator<unknown, Result>): Promise<Result> {
    for (;;) {
      const piece = await this.run(() => pieces.next());
      if (piece.done) return piece.value;
    }
  }

  #usedMs(): number {
    if (this.#begunMs === undefined) {
      this.#begunMs = this.#nowMs();
      // Before those who wait from now on, so that the first of them finds a new slice.
      later(() => {
        this.#begunMs = undefined;
      });
    }
    return this.#nowMs() - this.#begunMs;
  }
}

/** sharedLoop is the event loop of this process. */
export const sharedLoop = new LoopShare();
