import type { Notifier } from './notifier.ts';

/** Waiters lets many readers of a process wait for notifications on a channel, each for its own payloads. */
export class Waiters {
  readonly #waiting = new Map<string, Set<() => void>>();

  static async start(notifier: Pick<Notifier, 'listen' | 'onReconnect'>, channel: string): Promise<Waiters> {
    const waiters = new Waiters();
    await notifier.listen(channel, (key) => waiters.#wake(key));
    notifier.onReconnect(() => {
      for (const key of waiters.#waiting.keys()) waiters.#wake(key);
    });
    return waiters;
  }

  #wake(key: string): void {
    for (const wake of this.#waiting.get(key) ?? []) wake();
  }

  /**
   * Yields whenever the reader should check: immediately, after each wake-up for one of `keys`, and at least every
   * `everyMs`, because a wake-up may be lost. A wake-up during a check causes another one. Ends with the signal.
   */
  async *wakeUps(keys: readonly string[], options: { signal: AbortSignal; everyMs: number }): AsyncGenerator<void> {
    const { signal, everyMs } = options;
    let isWoken = false;
    let resume: () => void = () => undefined;
    const wake = () => {
      isWoken = true;
      resume();
    };
    for (const key of keys) this.#waiting.set(key, (this.#waiting.get(key) ?? new Set()).add(wake));
    signal.addEventListener('abort', wake);
    try {
      while (!signal.aborted) {
        isWoken = false;
        yield;
        if (isWoken) continue;
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, everyMs);
          resume = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
    } finally {
      signal.removeEventListener('abort', wake);
      for (const key of keys) this.#leave(key, wake);
    }
  }

  #leave(key: string, wake: () => void): void {
    const waiting = this.#waiting.get(key);
    waiting?.delete(wake);
    if (!waiting?.size) this.#waiting.delete(key);
  }
}
