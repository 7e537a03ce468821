import type { LoadPlan, LoadScenario, LoadThreshold, ThresholdTarget } from '../plan.ts';
import { durationOf } from '../planned-users.ts';
import type { ThresholdResult } from '../thresholds/threshold-result.ts';
import { holds, type ParsedThreshold, parseThreshold } from '../thresholds/thresholds.ts';
import type { ErrorGroup, IterationCounts, LoadFrame } from './frame.ts';
import { findBottleneck, GeneratorTally } from './generator-tally.ts';
import { Histogram } from './histogram.ts';
import { noIterations } from './load-meter.ts';
import { addIterations, mergeErrors } from './merge-frames.ts';
import { checkShare, failedShare, MetricTally, mergedLatency, summarizeMetric } from './metric-tally.ts';
import type { LoadEnd, LoadSummary, RequestSummary, ScenarioSummary } from './summary.ts';
import { summarizeTimes } from './time-summary.ts';

/** Facts about the end of a run that its frames don't contain. */
export interface SummaryFacts {
  startedAtMs: number;
  durationMs: number;
  end: LoadEnd;
  notes?: string[];
  /** By index in the plan, if a scenario ended before its plan. */
  endedEarly?: readonly ScenarioSummary['endedEarly'][];
  /** By indexes in the plan: which path sent a request. */
  paths?: readonly (readonly RequestSummary['path'][])[];
}

/**
 * LoadTally adds up frames of threads and shards, in any order, each once. It provides the thresholds' states during
 * the run and the summary at its end.
 */
export class LoadTally {
  readonly #plan: LoadPlan;
  readonly #scenarios: ScenarioTally[];
  readonly #generators = new GeneratorTally();
  readonly #thresholds: { threshold: LoadThreshold; parsed: ParsedThreshold }[];
  #errors: ErrorGroup[] = [];

  /** Thresholds that can't be parsed are left out; `validatePlan` reports them. */
  constructor(plan: LoadPlan) {
    this.#plan = plan;
    this.#scenarios = plan.scenarios.map((scenario) => new ScenarioTally(scenario));
    this.#thresholds = plan.thresholds.flatMap((threshold) => {
      const parsed = parseThreshold(threshold.expression);
      return 'problem' in parsed ? [] : [{ threshold, parsed }];
    });
  }

  add(frame: LoadFrame): void {
    for (const [place, scenario] of frame.scenarios.entries()) this.#scenarios[place]?.add(frame.second, scenario);
    if (frame.errors.length > 0) this.#errors = mergeErrors([...this.#errors, ...frame.errors]);
    this.#generators.add(frame);
  }

  /** States of all thresholds, from the frames so far. */
  thresholds(): ThresholdResult[] {
    return this.#thresholds.map(({ threshold, parsed }) => {
      const value = this.#measure(threshold.target, parsed);
      const passed = value !== undefined && holds(parsed, value);
      return {
        ...threshold,
        ...(value === undefined ? {} : { value }),
        passed,
        message: thresholdMessage(threshold, parsed, value),
      };
    });
  }

  /** The first threshold that ends the run at `runMs` after its start; one that has measured nothing yet doesn't. */
  abortingThreshold(runMs: number): ThresholdResult | undefined {
    return this.thresholds().find(
      ({ abortOnFail, delayMs = 0, passed, value }) =>
        abortOnFail === true && !passed && value !== undefined && runMs >= delayMs,
    );
  }

  summary(facts: SummaryFacts): LoadSummary {
    const thresholds = this.thresholds();
    const scenarios = this.#scenarios.map((tally, place) => this.#scenarioSummary(tally, place, facts));
    const started = scenarios.reduce((sum, scenario) => sum + scenario.iterations.started, 0);
    return {
      startedAtMs: facts.startedAtMs,
      durationMs: facts.durationMs,
      end: facts.end,
      passed: thresholds.every((threshold) => threshold.passed) && thresholds.length === this.#plan.thresholds.length,
      thresholds,
      total: summarizeMetric(this.#allRequests(), this.#ratedMs()),
      scenarios,
      errors: this.#errors,
      generator: { ...this.#generators.summary(), ...findBottleneck(this.#generators, started) },
      notes: [...(facts.notes ?? []), ...scenarios.flatMap(noteOfShortUsers)],
    };
  }

  #scenarioSummary(tally: ScenarioTally, place: number, { endedEarly, paths }: SummaryFacts): ScenarioSummary {
    const { name, executor, steps } = this.#plan.scenarios[place]!;
    const early = endedEarly?.[place];
    return {
      ...summarizeMetric(tally.requests, tally.ratedMs()),
      name,
      executor: executor.type,
      vusMax: tally.vusMax(),
      iterations: tally.iterations,
      iterationTime: summarizeTimes(tally.iterationTime),
      ...(early === undefined ? {} : { endedEarly: early }),
      ...(tally.tail.durationMs === 0 ? {} : { tail: { ...tally.tail } }),
      requests: steps.map((step, request) => {
        const path = paths?.[place]?.[request];
        return {
          ...summarizeMetric([tally.requests[request]!], tally.ratedMs()),
          stepId: step.id,
          name: step.name,
          method: step.method,
          ...(path === undefined ? {} : { path }),
        };
      }),
    };
  }

  #measure(target: ThresholdTarget, { metric }: ParsedThreshold): number | undefined {
    const { requests, ratedMs } = this.#targetOf(target);
    const count = requests.reduce((sum, request) => sum + request.count, 0);
    switch (metric.kind) {
      case 'count':
        return count;
      case 'rate':
        return ratedMs === 0 ? undefined : (count * 1000) / ratedMs;
      case 'share':
        return metric.of === 'failed' ? failedShare(requests, count) : checkShare(requests);
      case 'time': {
        const latency = mergedLatency(requests);
        if (latency.count === 0) return undefined;
        if (metric.statistic === 'percentile') return latency.percentile(metric.percent) / 1000;
        return { avg: latency.sum / latency.count, min: latency.min, max: latency.max }[metric.statistic] / 1000;
      }
    }
  }

  #targetOf(target: ThresholdTarget): { requests: MetricTally[]; ratedMs: number } {
    if (target.type === 'total') return { requests: this.#allRequests(), ratedMs: this.#ratedMs() };
    const places = this.#plan.scenarios.flatMap((scenario, place) =>
      target.scenario === undefined || scenario.name === target.scenario ? [place] : [],
    );
    const requests = places.flatMap((place) => {
      const { steps } = this.#plan.scenarios[place]!;
      const tallies = this.#scenarios[place]!.requests;
      return target.type === 'scenario' ? tallies : tallies.filter((_, step) => steps[step]!.name === target.request);
    });
    return { requests, ratedMs: Math.max(0, ...places.map((place) => this.#scenarios[place]!.ratedMs())) };
  }

  #allRequests(): MetricTally[] {
    return this.#scenarios.flatMap((scenario) => scenario.requests);
  }

  /** The duration that rates are based on: when any scenario ran by its plan. */
  #ratedMs(): number {
    const seconds = new Map<number, number>();
    for (const scenario of this.#scenarios) {
      for (const [second, ms] of scenario.ratedMsBySecond) seconds.set(second, Math.max(ms, seconds.get(second) ?? 0));
    }
    return [...seconds.values()].reduce((sum, ms) => sum + ms, 0);
  }
}

class ScenarioTally {
  readonly requests: MetricTally[];
  readonly iterationTime = new Histogram();
  readonly ratedMsBySecond = new Map<number, number>();
  readonly #tailMsBySecond = new Map<number, number>();
  iterations: IterationCounts = noIterations();
  #tailRequests = 0;
  /** In the open model, arrivals are counted over the plan's time, however long the last responses take. */
  readonly #plannedEndMs: number;
  readonly #vusBySecond = new Map<number, number>();

  constructor({ steps, executor, startMs = 0 }: LoadScenario) {
    this.requests = Array.from({ length: steps.length }, () => new MetricTally());
    this.#plannedEndMs = 'preAllocatedVus' in executor ? startMs + durationOf(executor) : Number.POSITIVE_INFINITY;
  }

  add(second: number, frame: LoadFrame['scenarios'][number]): void {
    for (const [place, request] of frame.requests.entries()) this.requests[place]?.add(request);
    this.iterationTime.add(frame.iterationTime);
    this.iterations = addIterations([this.iterations, frame.iterations]);
    const plannedMs = Math.min(1000, Math.max(0, this.#plannedEndMs - second * 1000));
    keepMost(this.ratedMsBySecond, second, Math.min(frame.activeMs, plannedMs));
    keepMost(this.#tailMsBySecond, second, Math.max(0, frame.activeMs - plannedMs));
    if (plannedMs === 0) this.#tailRequests += frame.requests.reduce((sum, request) => sum + request.count, 0);
    this.#vusBySecond.set(second, frame.vusActive + (this.#vusBySecond.get(second) ?? 0));
  }

  ratedMs(): number {
    return sumOf(this.ratedMsBySecond);
  }

  get tail(): { durationMs: number; requests: number } {
    return { durationMs: sumOf(this.#tailMsBySecond), requests: this.#tailRequests };
  }

  vusMax(): number {
    return [...this.#vusBySecond.values()].reduce((most, vus) => Math.max(most, vus), 0);
  }
}

/** Shards that ran in the same second count it once. */
function keepMost(bySecond: Map<number, number>, second: number, ms: number): void {
  bySecond.set(second, Math.max(ms, bySecond.get(second) ?? 0));
}

const sumOf = (bySecond: Map<number, number>): number => [...bySecond.values()].reduce((sum, ms) => sum + ms, 0);

function thresholdMessage({ target }: LoadThreshold, parsed: ParsedThreshold, value: number | undefined): string {
  const of = target.type === 'total' ? '' : ` of "${target.type === 'scenario' ? target.scenario : target.request}"`;
  const wanted = `wanted ${parsed.operator} ${parsed.limitText}`;
  if (value === undefined) return `${parsed.metricText}${of} was not measured, ${wanted}.`;
  return `${parsed.metricText}${of} is ${valueText(parsed, value)}, ${wanted}.`;
}

function valueText({ metric }: ParsedThreshold, value: number): string {
  switch (metric.kind) {
    case 'time':
      return `${Number(value.toPrecision(4))} ms`;
    case 'share':
      return `${Number((value * 100).toPrecision(4))}%`;
    case 'rate':
      return `${Number(value.toPrecision(5))}/s`;
    case 'count':
      return String(value);
  }
}

function noteOfShortUsers({ name, iterations }: ScenarioSummary): string[] {
  if (iterations.unstarted === 0) return [];
  return [
    `Scenario "${name}": ${iterations.unstarted} planned iterations never started because all virtual users were busy. Raise maxVus, or the service is slower than the plan assumes.`,
  ];
}
