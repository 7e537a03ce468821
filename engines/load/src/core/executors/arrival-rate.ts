import { Arrivals } from '../arrivals.ts';
import type { ConstantArrivalRate, RampingArrivalRate } from '../plan.ts';
import { durationOf, maxUsersOf } from '../planned-users.ts';
import { shareOf } from '../share.ts';
import type { Executor, ExecutorContext } from './executor.ts';
import { defaultGraceMs } from './iteration-control.ts';

/** arrivalRate: iterations start at planned instants, however fast the tested service responds. */
export function arrivalRate(context: ExecutorContext, executor: ConstantArrivalRate | RampingArrivalRate): Executor {
  const flow = new ArrivalFlow(context, executor);
  return { start: () => flow.start(), activeUsers: () => flow.activeUsers(), waiting: () => flow.waiting() };
}

/**
 * An arrival without a free user waits for one and keeps its instant; it is never dropped. One that waits at the end of
 * the plan may still start within the graceful stop; the rest count as unstarted.
 */
class ArrivalFlow {
  #users = 0;
  readonly #context: ExecutorContext;
  readonly #arrivals: Arrivals;
  readonly #instants: Generator<number, undefined>;
  readonly #preAllocated: number;
  readonly #maxUsers: number;
  readonly #endMs: number;
  readonly #free: number[] = [];
  /** Instant of the first arrival that has not started, by the timer's clock. */
  #nextMs: number | undefined;
  #wasBlocked = false;
  readonly #cancels: { next?: () => void; end?: () => void; drain?: () => void } = {};

  constructor(context: ExecutorContext, executor: ConstantArrivalRate | RampingArrivalRate) {
    const { slice } = context.scenario;
    this.#context = context;
    this.#arrivals = new Arrivals(executor);
    this.#instants = this.#arrivals.instants(slice) as Generator<number, undefined>;
    this.#maxUsers = shareOf(maxUsersOf(executor), slice);
    this.#endMs = context.beginMs + durationOf(executor);
    this.#preAllocated = shareOf(executor.preAllocatedVus, slice);
  }

  start(): void {
    const { control, timer } = this.#context;
    control.use({
      freed: (vu) => {
        this.#free.push(vu);
        this.#startDue();
      },
      closing: () => this.#closing(),
      over: () => {},
    });
    this.#users = this.#preAllocated;
    for (let vu = this.#users - 1; vu >= 0; vu -= 1) this.#free.push(vu);
    this.#cancels.end = timer.at(this.#endMs, () => this.#planOver());
    this.#advance();
    this.#startDue();
  }

  activeUsers(): number {
    const { control } = this.#context;
    return control.isClosing ? control.running.size : this.#users;
  }

  waiting(): number {
    const { control, scenario } = this.#context;
    if (control.isClosing) return 0;
    return Math.max(0, this.#arrivals.countUntil(this.#elapsedMs(), scenario.slice) - control.counts.started);
  }

  #elapsedMs(): number {
    return this.#context.timer.nowMs() - this.#context.beginMs;
  }

  #advance(): void {
    const next = this.#instants.next().value;
    this.#nextMs = next === undefined ? undefined : this.#context.beginMs + next;
  }

  #startDue(): void {
    const { control, timer } = this.#context;
    while (!control.isClosing && this.#nextMs !== undefined && this.#nextMs <= timer.nowMs()) {
      const vu = this.#takeUser();
      if (vu === undefined) {
        this.#wasBlocked = true;
        return;
      }
      const intendedMs = this.#nextMs;
      this.#advance();
      control.begin(vu, { intendedMs, dueMs: intendedMs, nowMs: timer.nowMs() }, !this.#wasBlocked);
    }
    this.#wasBlocked = false;
    if (control.isClosing) return;
    this.#cancels.next?.();
    if (this.#nextMs !== undefined) this.#cancels.next = timer.at(this.#nextMs, () => this.#startDue());
    else if (timer.nowMs() >= this.#endMs) control.close('finished', this.#graceLeft());
  }

  #takeUser(): number | undefined {
    const free = this.#free.pop();
    if (free !== undefined || this.#users >= this.#maxUsers) return free;
    this.#users += 1;
    return this.#users - 1;
  }

  #planOver(): void {
    const { control, timer } = this.#context;
    this.#startDue();
    if (this.#nextMs === undefined) control.close('finished', this.#graceLeft());
    else this.#cancels.drain = timer.at(timer.nowMs() + this.#graceLeft(), () => control.close('finished', 0));
  }

  #graceLeft(): number {
    const graceMs = this.#context.scenario.gracefulStopMs ?? defaultGraceMs;
    return Math.max(0, this.#endMs + graceMs - this.#context.timer.nowMs());
  }

  #closing(): void {
    const { control, scenario } = this.#context;
    for (const cancel of Object.values(this.#cancels)) cancel?.();
    const due = this.#arrivals.countUntil(this.#elapsedMs(), scenario.slice);
    control.counts.unstarted = Math.max(0, due - control.counts.started);
  }
}
