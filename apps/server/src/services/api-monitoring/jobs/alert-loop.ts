import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { Platform } from '../../../platform/platform.ts';
import type { Deliver } from '../app/alerts/deliver.ts';
import { deliveriesStore } from '../store/alert-deliveries.store.ts';
import { burnAlertsStore } from '../store/burn-alerts.store.ts';

const tickMs = 500;
const maxAtOnce = 20;
const purgeQueue = 'api-monitoring.alert-purge';
const keepMs = 90 * 24 * 3600_000;

/**
 * AlertLoop sends messages that are due. Any number of processes may run it: a claimed message is left to its process,
 * and if that process dies, the message is sent again with the same key a few seconds later. Each channel has one
 * message in flight, so a slow receiver delays only its own.
 */
export class AlertLoop {
  readonly #log: Platform['log'];
  readonly #notifier: Platform['notifier'];
  readonly #deliver: Deliver;
  readonly #owner = `alerts:${hostname()}:${process.pid}:${randomUUID()}`;
  readonly #stop = new AbortController();
  readonly #running = new Set<Promise<void>>();
  #loop: Promise<void> | undefined;
  #withdraw: () => void = () => undefined;

  constructor({ log, notifier }: Pick<Platform, 'log' | 'notifier'>, deliver: Deliver) {
    this.#log = log;
    this.#notifier = notifier;
    this.#deliver = deliver;
  }

  async start(): Promise<void> {
    this.#withdraw = await this.#notifier.declare(this.#owner);
    this.#loop = this.#work();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#loop;
    await Promise.all(this.#running);
    this.#withdraw();
  }

  async #work(): Promise<void> {
    const { signal } = this.#stop;
    let isFailing = false;
    while (!signal.aborted) {
      let found = 0;
      try {
        found = await this.#claim();
        isFailing = false;
      } catch (error) {
        // Logs an outage only once.
        if (!isFailing) this.#log.warn({ err: error }, 'alerts');
        isFailing = true;
      }
      // A channel whose message is done may have another one due.
      const pause = delay(tickMs, undefined, { signal }).catch(() => undefined);
      await (found > 0 || this.#running.size > 0 ? Promise.race([pause, ...this.#running]) : pause);
    }
  }

  async #claim(): Promise<number> {
    const free = maxAtOnce - this.#running.size;
    if (free <= 0) return 0;
    const rows = await this.#deliver.claim(this.#owner, free);
    for (const row of rows) {
      const work = this.#deliver
        .deliver(row)
        .catch((error: unknown) => this.#log.warn({ err: error, deliveryId: row.id }, 'an alert is tried again'))
        .finally(() => this.#running.delete(work));
      this.#running.add(work);
    }
    return rows.length;
  }
}

/** addAlertPurge adds the job that deletes messages that were done long ago. */
export function addAlertPurge({ jobs, database, clock }: Platform): void {
  jobs.handle(purgeQueue, async () => {
    const before = new Date(clock.now().getTime() - keepMs);
    await deliveriesStore.deleteBefore(database.sql, before);
    await burnAlertsStore.deleteBefore(database.sql, before);
  });
  jobs.schedule(purgeQueue, '41 3 * * *');
}
