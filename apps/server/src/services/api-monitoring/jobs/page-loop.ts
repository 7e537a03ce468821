import { setTimeout as delay } from 'node:timers/promises';
import type { Platform } from '../../../platform/platform.ts';
import type { RenderPages } from '../app/pages/render-pages.ts';

const tickMs = 2000;

/**
 * PageLoop renders status pages ahead of time, once a minute and soon after a monitored API of the project changed, and
 * orders the incident notifications of subscribers.
 */
export class PageLoop {
  readonly #log: Platform['log'];
  readonly #render: RenderPages;
  readonly #orderMails: () => Promise<number>;
  readonly #stop = new AbortController();
  #loop: Promise<void> | undefined;

  constructor(log: Platform['log'], render: RenderPages, orderMails: () => Promise<number>) {
    this.#log = log;
    this.#render = render;
    this.#orderMails = orderMails;
  }

  start(): void {
    this.#loop = this.#work();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#loop;
  }

  async #work(): Promise<void> {
    const { signal } = this.#stop;
    let isFailing = false;
    while (!signal.aborted) {
      try {
        await this.#orderMails();
        await this.#render.renderStale();
        isFailing = false;
      } catch (error) {
        // Logs an outage only once.
        if (!isFailing) this.#log.warn({ err: error }, 'status pages');
        isFailing = true;
      }
      await delay(tickMs, undefined, { signal }).catch(() => undefined);
    }
  }
}
