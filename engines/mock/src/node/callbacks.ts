import { hopHeader } from '../core/answer/make-answer.ts';
import type { PreparedWebhook } from '../core/answer/mock-answer.ts';
import { type OutgoingOptions, sendRequest } from './send-request.ts';

const waitingLimit = 1000;

/** CallerOfCallbacks sends callbacks after a response, each after its delay. */
export class CallerOfCallbacks {
  readonly #outgoing: OutgoingOptions;
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #running = new Set<Promise<void>>();

  constructor(outgoing: OutgoingOptions) {
    this.#outgoing = outgoing;
  }

  /** Sends a callback; failures are reported through `note`. */
  send(webhook: PreparedWebhook, note: (message: string) => void): void {
    if (this.#timers.size + this.#running.size >= waitingLimit) {
      note(`The callback to ${webhook.url} was not sent: ${waitingLimit} others are waiting.`);
      return;
    }
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      const running = this.#call(webhook, note).finally(() => this.#running.delete(running));
      this.#running.add(running);
    }, webhook.delayMs);
    this.#timers.add(timer);
  }

  /** Drops pending callbacks; resolves when running ones have ended. */
  async end(): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    await Promise.all(this.#running);
  }

  async #call({ method, url, headers, body, hop }: PreparedWebhook, note: (message: string) => void): Promise<void> {
    try {
      const bytes = typeof body === 'string' ? Buffer.from(body) : body;
      const { status } = await sendRequest(
        { method, url, headers: [...headers, [hopHeader, String(hop)]], body: bytes },
        { ...this.#outgoing, timeoutMs: 30_000 },
      );
      note(`Callback ${method} ${url}: ${status}.`);
    } catch (error) {
      note(`The callback to ${url} failed: ${error instanceof Error ? error.message : error}`);
    }
  }
}
