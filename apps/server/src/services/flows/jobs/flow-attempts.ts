import { isFailedStatement } from '../../../platform/database/outage.ts';

/** What to do when work has ended; nothing if its result arrives in another way. */
type Then = (() => void) | void;

/** FlowAttempts is the work in progress for a run in this process. */
export class FlowAttempts {
  readonly #open = new Set<{ node: string; controller: AbortController; done: Promise<void> }>();
  readonly #stop: AbortSignal;
  readonly #onDone: () => void;
  #interruption: { error: unknown } | undefined;

  /** `onDone` is called each time some work has ended. */
  constructor(stop: AbortSignal, onDone: () => void) {
    this.#stop = stop;
    this.#onDone = onDone;
  }

  /**
   * Throws if work ended because the product's own database failed: the run continues from the stored state, and no
   * node has failed.
   */
  assertUninterrupted(): void {
    if (this.#interruption) throw this.#interruption.error;
  }

  get isEmpty(): boolean {
    return this.#open.size === 0;
  }

  /** Starts work for a node. The function it returns is called when it has ended, unless it was cancelled. */
  begin(node: string, fail: (message: string) => void, work: (signal: AbortSignal) => Promise<Then>): void {
    const controller = new AbortController();
    const signal = AbortSignal.any([controller.signal, this.#stop]);
    const done = work(signal)
      .catch((error: Error): Then => {
        if (!isFailedStatement(error)) return () => fail(error.message);
        if (!signal.aborted) this.#interruption ??= { error };
      })
      .then((then) => {
        this.#open.delete(attempt);
        if (then && !signal.aborted) then();
        this.#onDone();
      });
    const attempt = { node, controller, done };
    this.#open.add(attempt);
  }

  cancel(node: string): void {
    for (const attempt of this.#open) if (attempt.node === node) attempt.controller.abort();
  }

  /** Cancels all work; resolves when all has ended. */
  async close(): Promise<void> {
    const open = [...this.#open];
    for (const { controller } of open) controller.abort();
    await Promise.all(open.map(({ done }) => done));
  }
}
