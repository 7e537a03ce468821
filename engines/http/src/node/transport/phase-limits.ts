import { formatDuration } from '@touchstone/kernel';
import { HttpError } from '../../core/http-error.ts';
import { type ExchangeStop, timerLimit } from './exchange-stop.ts';

/** Limits of single phases, in milliseconds. */
export interface PhaseTimeouts {
  connectTimeoutMs?: number | undefined;
  responseTimeoutMs?: number | undefined;
}

/** PhaseLimits ends an exchange whose connection or response exceeds its own limit. */
export class PhaseLimits {
  readonly #timeouts: PhaseTimeouts;
  readonly #stop: ExchangeStop;
  readonly #where: string;
  #timer: NodeJS.Timeout | undefined;

  constructor(timeouts: PhaseTimeouts, stop: ExchangeStop, where: string) {
    this.#timeouts = timeouts;
    this.#stop = stop;
    this.#where = where;
  }

  connecting(): void {
    const { connectTimeoutMs } = this.#timeouts;
    this.#start(connectTimeoutMs, (limit) => {
      const text = `The connection to ${this.#where} was not ready within ${limit} (connect timeout)`;
      return `${text}; it was waiting for {phase}. Check host, port and firewall, or raise the timeout.`;
    });
  }

  connected(): void {
    clearTimeout(this.#timer);
  }

  /** The request has been sent; the wait for the response starts. */
  responding(): void {
    const { responseTimeoutMs } = this.#timeouts;
    this.#start(responseTimeoutMs, (limit) => {
      const text = `${this.#where} did not begin to answer within ${limit} of the end of the request (response timeout)`;
      return `${text}. Raise the timeout or check the server.`;
    });
  }

  /** The head of the response has arrived, or the exchange has ended. */
  done(): void {
    clearTimeout(this.#timer);
  }

  #start(limitMs: number | undefined, message: (limit: string) => string): void {
    clearTimeout(this.#timer);
    if (limitMs === undefined || limitMs <= 0) return;
    this.#timer = setTimeout(
      () => this.#stop.end(new HttpError('TIMEOUT', message(formatDuration(limitMs)))),
      timerLimit(limitMs),
    );
  }
}
