import {
  drawThinkTime,
  type ExecutionEnd,
  type IterationHost,
  type LoadMeter,
  type LoadScenario,
  type LoadTimer,
  type ScenarioExecution,
} from '../core/index.ts';
import type { CompiledStep } from './compile-step.ts';
import { type RequestOutcome, recordRequest } from './request-outcome.ts';
import type { GeneralOptions, UserWorld } from './user-world.ts';
import { VirtualUser } from './virtual-user.ts';

/** ScenarioHost runs the iterations of one scenario in one thread: it owns the virtual users and measures them. */
export class ScenarioHost implements IterationHost, UserWorld {
  readonly scenario: LoadScenario;
  readonly steps: readonly CompiledStep[];
  readonly isOpenModel: boolean;
  readonly timer: LoadTimer;
  readonly general: GeneralOptions;
  /** Set before the execution starts anything. */
  execution: ScenarioExecution | undefined;
  endedBy: ExecutionEnd | undefined;
  readonly #place: number;
  readonly #meter: LoadMeter;
  readonly #startMs: number;
  readonly #random: () => number;
  readonly #onEnd: () => void;
  readonly #users: (VirtualUser | undefined)[] = [];

  constructor(options: {
    scenario: LoadScenario;
    /** Of the scenario in the plan. */
    place: number;
    steps: readonly CompiledStep[];
    meter: LoadMeter;
    timer: LoadTimer;
    /** Start of the run by the timer's clock. */
    startMs: number;
    random: () => number;
    general: GeneralOptions;
    onEnd: () => void;
  }) {
    this.scenario = options.scenario;
    this.steps = options.steps;
    this.isOpenModel = 'preAllocatedVus' in options.scenario.executor;
    this.timer = options.timer;
    this.general = options.general;
    this.#place = options.place;
    this.#meter = options.meter;
    this.#startMs = options.startMs;
    this.#random = options.random;
    this.#onEnd = options.onEnd;
  }

  startIteration(vu: number, intendedMs: number, _iteration: number, row: Record<string, string> | undefined): void {
    let user = this.#users[vu];
    if (user === undefined) {
      user = new VirtualUser(vu, this);
      this.#users[vu] = user;
    }
    user.startIteration(intendedMs, row);
  }

  interruptIteration(vu: number): void {
    this.#users[vu]?.interrupt();
  }

  userIdle(vu: number): void {
    this.#users[vu]?.closeConnections();
  }

  ended(reason: ExecutionEnd): void {
    this.endedBy = reason;
    this.#meter.scenarioEnded(this.#place, performance.now() - this.#startMs);
    for (const user of this.#users) user?.closeConnections();
    this.#onEnd();
  }

  /** Ends requests that have timed out. */
  checkTimes(nowMs: number): void {
    for (const user of this.#users) user?.checkTime(nowMs);
  }

  /** The shortest timeout of any step, in milliseconds. */
  shortestLimitMs(): number {
    const limits = this.steps.flatMap(({ fast }) =>
      fast === undefined ? [] : [fast.timeoutMs, fast.connectTimeoutMs ?? Infinity, fast.responseTimeoutMs ?? Infinity],
    );
    return Math.min(Infinity, ...limits.filter((limit) => limit > 0));
  }

  record(place: number, outcome: RequestOutcome, nowMs: number): void {
    recordRequest(this.#meter.request(this.#place, place), outcome);
    if (outcome.failure === undefined) return;
    const { kind, message, sample } = outcome.failure;
    this.#meter.error({ scenario: this.#place, request: place, kind, message, atMs: nowMs - this.#startMs }, sample);
  }

  drawPause(): number {
    const { thinkTime } = this.scenario;
    return thinkTime === undefined ? 0 : drawThinkTime(thinkTime, this.#random);
  }

  iterationEnded(user: number, { failed, durationMs }: { failed: boolean; durationMs: number }): void {
    this.#meter.iterationTime(this.#place).record(durationMs * 1000);
    this.execution!.iterationEnded(user, failed);
  }

  becomesGeneral(matches: (step: CompiledStep) => boolean, reason: string): void {
    for (const step of this.steps) {
      if (!matches(step)) continue;
      step.fast = undefined;
      step.reason ??= reason;
    }
  }
}
