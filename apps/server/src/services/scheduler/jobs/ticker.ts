import { setTimeout as delay } from 'node:timers/promises';
import type { Platform } from '../../../platform/platform.ts';
import type { EndExecution } from '../app/end-execution.ts';
import type { PlanDue } from '../app/plan-due.ts';
import type { StartDue } from '../app/start-due.ts';

const tickMs = 1000;
const pollIntervalMs = 30_000;

/**
 * Ticker checks every second what is due. Any number of processes may run it: rows in use by one are locked for the
 * others.
 */
export class Ticker {
  readonly #log: Platform['log'];
  readonly #stop = new AbortController();
  readonly #loops: Promise<void>[] = [];
  readonly #needs: { planDue: PlanDue; startDue: StartDue; end: EndExecution };

  constructor({ log, ...needs }: { log: Platform['log']; planDue: PlanDue; startDue: StartDue; end: EndExecution }) {
    this.#log = log;
    this.#needs = needs;
  }

  /**
   * Each task has its own loop: thousands of runs starting at nine must not make the jobs of the next minute look
   * missed.
   */
  start(): void {
    const { planDue, startDue, end } = this.#needs;
    this.#loops.push(
      this.#repeat(tickMs, planDue),
      this.#repeat(tickMs, () => startDue(this.#stop.signal)),
      this.#repeat(pollIntervalMs, () => end.endStale()),
    );
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#loops);
  }

  async #repeat(everyMs: number, work: () => Promise<void>): Promise<void> {
    const { signal } = this.#stop;
    let isFailing = false;
    while (!signal.aborted) {
      try {
        await work();
        isFailing = false;
      } catch (error) {
        // Logs an outage only once.
        if (!isFailing) this.#log.warn({ err: error }, 'scheduled tests');
        isFailing = true;
      }
      await delay(everyMs, undefined, { signal }).catch(() => undefined);
    }
  }
}
