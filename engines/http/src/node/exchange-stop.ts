import { HttpError } from '../core/http-error.ts';

/** ExchangeStop ends an exchange from outside: by its timeout or by the caller's signal, whichever comes first. */
export class ExchangeStop {
  reason: HttpError | undefined;
  /** Called once, with the reason; the part of the exchange that runs now sets it. */
  onStop: ((reason: HttpError) => void) | undefined;
  readonly #timer: NodeJS.Timeout;
  readonly #signal: AbortSignal | undefined;
  readonly #onAbort = () => this.#end(new HttpError('CANCELLED', 'The request was stopped before it ended.'));

  constructor(timeoutMs: number, signal: AbortSignal | undefined) {
    const limit = Math.min(Math.max(1, timeoutMs), 2_147_483_647);
    this.#timer = setTimeout(() => {
      const seconds = limit < 1000 ? `${limit} ms` : `${Math.round(limit / 100) / 10} s`;
      const advice = 'Raise the timeout of the request or check the server.';
      this.#end(
        new HttpError('TIMEOUT', `The request did not end within ${seconds}; it was waiting for {phase}. ${advice}`),
      );
    }, limit);
    this.#signal = signal;
    if (signal?.aborted) this.#onAbort();
    else signal?.addEventListener('abort', this.#onAbort, { once: true });
  }

  throwIfStopped(): void {
    if (this.reason !== undefined) throw this.reason;
  }

  /** Waits for work that cannot be stopped itself, but no longer than until the stop. */
  race<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.onStop = reject;
      work.then(resolve, reject);
    });
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#signal?.removeEventListener('abort', this.#onAbort);
    this.onStop = undefined;
  }

  #end(reason: HttpError): void {
    if (this.reason !== undefined) return;
    this.reason = reason;
    this.onStop?.(reason);
  }
}
