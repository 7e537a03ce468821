import type { Channel } from './channel.ts';
import { type ComparedValues, comparedValues } from './compared-values.ts';
import { describeError } from './inspect.ts';

type Body = (done?: (error?: unknown) => void) => unknown;

/** `pm.test` and the older `tests[…]`. Results keep the script's order, even those of asynchronous tests. */
export class TestResults {
  readonly #channel: Channel;
  readonly #open = new Map<number, string>();
  #next = 0;
  #isClosed = false;

  constructor(channel: Channel) {
    this.#channel = channel;
  }

  get count(): number {
    return this.#next;
  }

  /** Later results of the script no longer count. */
  close(): void {
    this.#isClosed = true;
    this.#open.clear();
  }

  /** A test without a function passes, as in Postman. */
  run(name: unknown, body: unknown): void {
    const index = this.skip();
    if (this.#isClosed) return;
    this.#open.set(index, String(name));
    const settle = (error?: unknown, failed = error !== undefined && error !== null && error !== false) =>
      this.#settle(index, failed ? describeError(error).message : undefined, comparedValues(error));
    try {
      if (typeof body !== 'function') {
        settle();
        return;
      }
      const returned = body.length > 0 ? (body as Body)((error) => settle(error)) : (body as Body)();
      if (isThenable(returned))
        returned.then(
          () => body.length > 0 || settle(),
          (error: unknown) => settle(error, true),
        );
      else if (body.length === 0) settle();
    } catch (error) {
      settle(error, true);
    }
  }

  /** Reserves the index of a test that isn't run. */
  skip(): number {
    const index = this.#next;
    this.#next += 1;
    return index;
  }

  /** `legacy` is the global `tests` at the end of the script. */
  finish(legacy: unknown): void {
    if (this.#isClosed) return;
    for (const index of [...this.#open.keys()]) {
      this.#settle(index, 'The test did not finish: its promise or its done callback was never called.');
    }
    if (legacy === null || typeof legacy !== 'object') return;
    for (const [name, value] of Object.entries(legacy)) {
      const index = this.skip();
      this.#open.set(index, name);
      this.#settle(index, value ? undefined : `tests['${name}'] is not true.`);
    }
  }

  #settle(index: number, problem: string | undefined, values?: ComparedValues): void {
    const name = this.#open.get(index);
    if (name === undefined) return;
    this.#open.delete(index);
    this.#channel.send({ type: 'test', index, name, passed: problem === undefined, message: problem ?? '', values });
  }
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return value !== null && typeof value === 'object' && typeof (value as { then?: unknown }).then === 'function';
}
