import { formatDuration } from '@touchstone/kernel';
import { HttpError } from '../../core/http-error.ts';

/** ExchangeStop ends an exchange from outside: on its timeout or on the caller's signal, whichever comes first. */
export class ExchangeStop {
  reason: HttpError | undefined;
  /** Called once, with the reason; set by the currently running part of the exchange. */
  onStop: ((reason: HttpError) => void) | undefined;
  readonly #timer: NodeJS.Timeout;
  readonly #endsAtMs: number;
  readonly #signal: AbortSignal | undefined;
  readonly #onAbort = () => this.end(new HttpError('CANCELLED', 'The request was stopped before it ended.'));

  constructor(timeoutMs: number, signal: AbortSignal | undefined) {
    const limit = timerLimit(timeoutMs);
    this.#endsAtMs = performance.now() + limit;
    this.#timer = setTimeout(() => {
      const text = `The request did not end within ${formatDuration(limit)}; it was waiting for {phase}.`;
      this.end(new HttpError('TIMEOUT', `${text} Raise the timeout of the request or check the server.`));
    }, limit);
    this.#signal = signal;
    if (signal?.aborted) this.#onAbort();
    else signal?.addEventListener('abort', this.#onAbort, { once: true });
  }

  throwIfStopped(): void {
    if (this.reason !== undefined) throw this.reason;
  }

  /** Waits for work that can't be stopped, but no longer than until the stop. */
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

  /** Milliseconds until the timeout. */
  get leftMs(): number {
    return this.#endsAtMs - performance.now();
  }

  /** Ends the exchange for another reason; `{phase}` in the message is replaced with the phase it was waiting for. */
  end(reason: HttpError): void {
    if (this.reason !== undefined) return;
    this.reason = reason;
    this.onStop?.(reason);
  }
}

/** timerLimit clamps a duration to the maximum of a timer. */
export function timerLimit(durationMs: number): number {
  return Math.min(Math.max(1, durationMs), 2_147_483_647);
}
