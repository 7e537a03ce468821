import type { Channel } from './channel.ts';
import { describeError } from './inspect.ts';

type Body = (done?: (error?: unknown) => void) => unknown;

/** `pm.test` and the older `tests[…]`. Results keep the order of the script, also those of asynchronous tests. */
export class TestResults {
  readonly #channel: Channel;
  readonly #open = new Map<number, string>();
  #next = 0;
  /** The older form: `tests['name'] = condition`. */
  readonly legacy: Record<string, unknown> = {};

  constructor(channel: Channel) {
    this.#channel = channel;
  }

  get count(): number {
    return this.#next;
  }

  run(name: unknown, body: unknown): void {
    const index = this.#next;
    this.#next += 1;
    this.#open.set(index, String(name));
    const settle = (error?: unknown, failed = error !== undefined && error !== null) =>
      this.#settle(index, failed ? describeError(error).message : undefined);
    try {
      if (typeof body !== 'function') throw new TypeError('pm.test needs a function');
      const returned = body.length > 0 ? (body as Body)((error) => settle(error)) : (body as Body)();
      if (isThenable(returned))
        returned.then(
          () => settle(),
          (error: unknown) => settle(error, true),
        );
      else if (body.length === 0) settle();
    } catch (error) {
      settle(error, true);
    }
  }

  finish(): void {
    for (const index of [...this.#open.keys()]) {
      this.#settle(index, 'The test did not finish: its promise or its done callback was never called.');
    }
    for (const [name, value] of Object.entries(this.legacy)) {
      this.#open.set(this.#next, name);
      this.#settle(this.#next, value ? undefined : `tests['${name}'] is not true.`);
      this.#next += 1;
    }
  }

  #settle(index: number, problem: string | undefined): void {
    const name = this.#open.get(index);
    if (name === undefined) return;
    this.#open.delete(index);
    this.#channel.send({ type: 'test', index, name, passed: problem === undefined, message: problem ?? '' });
  }
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return value !== null && typeof value === 'object' && typeof (value as { then?: unknown }).then === 'function';
}
