import { isFailedStatement } from '../../../platform/database/outage.ts';

/** What follows from work that is over; nothing where the news of it come another way. */
type Then = (() => void) | void;

/** FlowAttempts is what is under way in this process for a run. */
export class FlowAttempts {
  readonly #open = new Set<{ node: string; controller: AbortController; done: Promise<void> }>();
  readonly #stop: AbortSignal;
  readonly #onDone: () => void;
  #interruption: { error: unknown } | undefined;

  /** `onDone` is told each time that something is over. */
  constructor(stop: AbortSignal, onDone: () => void) {
    this.#stop = stop;
    this.#onDone = onDone;
  }

  /** Throws where work ended because the product's own database failed: the run goes on from what is stored, no node has failed. */
  assertUninterrupted(): void {
    if (this.#interruption) throw this.#interruption.error;
  }

  get isEmpty(): boolean {
    return this.#open.size === 0;
  }

  /** Begins work for a node. What it answers is done once it is over, unless it was cancelled. */
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

  /** Cancels all, and resolves when all is over. */
  async close(): Promise<void> {
    const open = [...this.#open];
    for (const { controller } of open) controller.abort();
    await Promise.all(open.map(({ done }) => done));
  }
}
