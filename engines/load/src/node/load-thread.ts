import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createAddressPolicy, createConnections, systemResolver } from '@touchstone/engine-http';
import { seededRandom } from '@touchstone/kernel';
import {
  type ExecutionEnd,
  executeScenario,
  type LoadFrame,
  LoadMeter,
  type LoadPlan,
  type RequestSummary,
} from '../core/index.ts';
import { type CompiledStep, compileScenario, createTargets } from './compile-step.ts';
import { findDynamicValues } from './dynamic-values.ts';
import { cachedResolver } from './fast/target.ts';
import type { RunLoadOptions } from './run-load-options.ts';
import { ScenarioHost } from './scenario-host.ts';
import { TimerWheel } from './timer-wheel.ts';

/** What a thread needs besides its share of the plan. */
export interface ThreadOptions
  extends Pick<RunLoadOptions, 'files' | 'mark' | 'proxy' | 'tls' | 'addressPolicy' | 'userAgent' | 'dynamicValues'> {
  /** Unique in the run. */
  name: string;
  /** Distinguishes the seeds of threads. */
  number: number;
  onFrame: (frame: LoadFrame) => void;
}

/** ThreadEnd is the result of a thread's share. */
export interface ThreadEnd {
  /** By index in the plan. */
  scenarios: ExecutionEnd[];
  paths: RequestSummary['path'][][];
}

const secondMs = 1000;
const slowestCheckMs = 100;

/** LoadThread runs a share of a plan in the thread that created it. */
export class LoadThread {
  readonly #plan: LoadPlan;
  readonly #steps: readonly CompiledStep[][];
  readonly #options: ThreadOptions;
  readonly #timer = new TimerWheel();
  readonly #general: ConstructorParameters<typeof ScenarioHost>[0]['general'];
  readonly #ended = Promise.withResolvers<ThreadEnd>();
  #hosts: ScenarioHost[] = [];
  #meter: LoadMeter;
  #startMs = 0;
  #second = 0;
  #cpu = process.threadCpuUsage();
  #cpuAtMs = performance.now();
  readonly #delay = monitorEventLoopDelay({ resolution: 10 });
  #checks: NodeJS.Timeout | undefined;
  #isOver = false;

  private constructor(
    plan: LoadPlan,
    options: ThreadOptions,
    prepared: { steps: CompiledStep[][]; general: ConstructorParameters<typeof ScenarioHost>[0]['general'] },
  ) {
    this.#plan = plan;
    this.#options = options;
    this.#steps = prepared.steps;
    this.#general = prepared.general;
    this.#meter = new LoadMeter(plan);
  }

  /** Compiles everything, so that nothing is left to do at the start. */
  static async prepare(plan: LoadPlan, options: ThreadOptions): Promise<LoadThread> {
    const { tls, mark, proxy, files, userAgent } = options;
    const resolve = cachedResolver(systemResolver);
    const policy = createAddressPolicy(options.addressPolicy);
    const openConnections = () =>
      createConnections({
        addressPolicy: policy,
        resolve,
        ...(mark === undefined ? {} : { mark }),
        ...(tls === undefined ? {} : { tls }),
        ...(proxy === undefined ? {} : { proxy }),
      });
    const targets = createTargets({ connections: openConnections(), policy, resolve });
    const random = seededRandom((plan.seed ?? 1) * 7919 + options.number);
    const dynamicValues = await findDynamicValues(plan, options.dynamicValues);
    const steps: CompiledStep[][] = [];
    for (const scenario of plan.scenarios)
      steps.push(await compileScenario(scenario, { targets, random, userAgent, mark, dynamicValues }));
    return new LoadThread(plan, options, {
      steps,
      general: { random, userAgent, dynamicValues, files, openConnections },
    });
  }

  /** Starts at an instant of `performance.now()`; resolves at the end. */
  start(startMs: number): Promise<ThreadEnd> {
    this.#startMs = startMs;
    this.#delay.enable();
    this.#cpu = process.threadCpuUsage();
    this.#cpuAtMs = performance.now();
    this.#hosts = this.#plan.scenarios.map(
      (scenario, place) =>
        new ScenarioHost({
          scenario,
          place,
          steps: this.#steps[place]!,
          meter: this.#meter,
          timer: this.#timer,
          startMs,
          random: this.#general.random,
          general: this.#general,
          onEnd: () => this.#finishIfDone(),
        }),
    );
    const seed = this.#plan.seed;
    for (const host of this.#hosts) {
      host.execution = executeScenario(host.scenario, {
        host,
        timer: this.#timer,
        startMs,
        ...(seed === undefined ? {} : { seed }),
      });
    }
    this.#planFrame();
    const shortestMs = Math.min(...this.#hosts.map((host) => host.shortestLimitMs()));
    const checkMs = Math.min(slowestCheckMs, Math.max(5, shortestMs / 20));
    this.#checks = setInterval(() => this.#checkTimes(), checkMs);
    return this.#ended.promise;
  }

  /** Starts nothing more. */
  stop(): void {
    for (const { execution } of this.#hosts) execution?.stop();
  }

  /** Starts nothing more and interrupts running iterations. */
  abort(): void {
    for (const { execution } of this.#hosts) execution?.abort();
  }

  #planFrame(): void {
    this.#timer.at(this.#startMs + (this.#second + 1) * secondMs, () => {
      if (this.#isOver) return;
      this.#giveFrame();
      this.#second += 1;
      this.#planFrame();
    });
  }

  #giveFrame(): void {
    const nowMs = performance.now();
    const cpu = process.threadCpuUsage(this.#cpu);
    const elapsedUs = Math.max(1, (nowMs - this.#cpuAtMs) * 1000);
    this.#options.onFrame(
      this.#meter.take({
        second: this.#second,
        untilMs: nowMs - this.#startMs,
        executions: this.#hosts.map(({ execution }) => execution!),
        health: {
          name: this.#options.name,
          cpu: (cpu.user + cpu.system) / elapsedUs,
          eventLoopDelayMs: Math.max(0, this.#delay.max / 1e6 - 10),
          memoryBytes: process.memoryUsage.rss(),
        },
      }),
    );
    this.#cpu = process.threadCpuUsage();
    this.#cpuAtMs = nowMs;
    this.#delay.reset();
  }

  #checkTimes(): void {
    const nowMs = performance.now();
    for (const host of this.#hosts) host.checkTimes(nowMs);
  }

  #finishIfDone(): void {
    if (this.#isOver || this.#hosts.some(({ endedBy }) => endedBy === undefined)) return;
    this.#isOver = true;
    clearInterval(this.#checks);
    this.#delay.disable();
    this.#giveFrame();
    this.#timer.close();
    this.#ended.resolve({
      scenarios: this.#hosts.map(({ endedBy }) => endedBy!),
      paths: this.#steps.map((steps) => steps.map(pathOf)),
    });
  }
}

function pathOf({ fast, reason }: CompiledStep): RequestSummary['path'] {
  return fast === undefined ? { kind: 'general', ...(reason === undefined ? {} : { reason }) } : { kind: 'fast' };
}
