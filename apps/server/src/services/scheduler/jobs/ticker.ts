import type { Platform } from '../../../platform/platform.ts';
import type { EndExecution } from '../app/end-execution.ts';
import type { PlanDue } from '../app/plan-due.ts';
import type { StartDue } from '../app/start-due.ts';

const tickMs = 1000;
/** Ticks from one look after lost ends to the next. */
const lookEvery = 30;

/** Ticker looks every second what is due. Any number of processes may: rows that one works on are locked for the others. */
export class Ticker {
  readonly #needs: { log: Platform['log']; planDue: PlanDue; startDue: StartDue; end: EndExecution };
  readonly #stop = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #work: Promise<void> = Promise.resolve();
  #ticks = 0;

  constructor(needs: { log: Platform['log']; planDue: PlanDue; startDue: StartDue; end: EndExecution }) {
    this.#needs = needs;
  }

  start(): void {
    if (this.#stop.signal.aborted) return;
    this.#timer = setTimeout(() => {
      this.#work = this.#tick().finally(() => this.start());
    }, tickMs);
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    clearTimeout(this.#timer);
    await this.#work;
  }

  async #tick(): Promise<void> {
    const { log, planDue, startDue, end } = this.#needs;
    try {
      await planDue();
      await startDue(this.#stop.signal);
      if (this.#ticks % lookEvery === 0) await end.lookAfter();
      this.#ticks += 1;
    } catch (error) {
      log.warn({ err: error }, 'scheduled tests');
    }
  }
}
