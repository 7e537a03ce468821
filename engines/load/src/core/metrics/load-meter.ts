import type { ScenarioExecution } from '../executors/execution.ts';
import type { LoadPlan } from '../plan.ts';
import type {
  ErrorGroup,
  ErrorSample,
  FailureKind,
  GeneratorHealth,
  IterationCounts,
  LoadFrame,
  RequestFrame,
  RequestPhases,
  ScenarioFrame,
} from './frame.ts';
import { Histogram, type SerializedHistogram } from './histogram.ts';

/**
 * Maximum number of distinct error groups per second and thread; further errors are counted in one group per request.
 */
const maxErrorGroups = 100;

/** RequestMeter counts one request of a scenario; `take` returns the counts since the last call. */
export class RequestMeter {
  count = 0;
  bytesSent = 0;
  bytesReceived = 0;
  checksPassed = 0;
  checksFailed = 0;
  /** In µs. */
  readonly latency = new Histogram();
  #service: Histogram | undefined;
  #phases: Partial<Record<keyof RequestPhases, Histogram>> = {};
  #failures: Partial<Record<FailureKind, number>> = {};

  /** The failure of a request that is also counted in `count`. */
  fail(kind: FailureKind): void {
    this.#failures[kind] = (this.#failures[kind] ?? 0) + 1;
  }

  /** Time from the actual start in µs, for open models. */
  recordService(us: number): void {
    this.#service ??= new Histogram();
    this.#service.record(us);
  }

  recordPhase(phase: keyof RequestPhases, us: number): void {
    let histogram = this.#phases[phase];
    if (histogram === undefined) {
      histogram = new Histogram();
      this.#phases[phase] = histogram;
    }
    histogram.record(us);
  }

  take(): RequestFrame {
    const phases: RequestPhases = {};
    for (const [phase, histogram] of Object.entries(this.#phases) as [keyof RequestPhases, Histogram][])
      if (histogram.count > 0) phases[phase] = drain(histogram);
    const frame: RequestFrame = {
      count: this.count,
      failures: this.#failures,
      bytesSent: this.bytesSent,
      bytesReceived: this.bytesReceived,
      checksPassed: this.checksPassed,
      checksFailed: this.checksFailed,
      latency: drain(this.latency),
      ...(this.#service === undefined ? {} : { service: drain(this.#service) }),
      phases,
    };
    this.count = 0;
    this.bytesSent = 0;
    this.bytesReceived = 0;
    this.checksPassed = 0;
    this.checksFailed = 0;
    this.#failures = {};
    return frame;
  }
}

interface ScenarioMeter {
  requests: RequestMeter[];
  iterationTime: Histogram;
  /** The execution's counts when the last frame was taken. */
  before: IterationCounts;
  lateBefore: number;
  endedAtMs: number | undefined;
}

/** LoadMeter measures the part of a plan that one thread runs, and returns it second by second. */
export class LoadMeter {
  readonly #plan: LoadPlan;
  readonly #scenarios: ScenarioMeter[];
  #errors = new Map<string, ErrorGroup>();

  constructor(plan: LoadPlan) {
    this.#plan = plan;
    this.#scenarios = plan.scenarios.map((scenario) => ({
      requests: scenario.steps.map(() => new RequestMeter()),
      iterationTime: new Histogram(),
      before: noIterations(),
      lateBefore: 0,
      endedAtMs: undefined,
    }));
  }

  /** Both by their index in the plan. */
  request(scenario: number, step: number): RequestMeter {
    return this.#scenarios[scenario]!.requests[step]!;
  }

  /** Whole iterations in µs. */
  iterationTime(scenario: number): Histogram {
    return this.#scenarios[scenario]!.iterationTime;
  }

  /** A scenario ended at an instant after the start of the run. */
  scenarioEnded(scenario: number, runMs: number): void {
    this.#scenarios[scenario]!.endedAtMs ??= runMs;
  }

  /** `message` is the message without values that groups the error; `atMs` counts from the start of the run. */
  error(
    error: { scenario: number; request: number; kind: FailureKind; message: string; atMs: number },
    sample: () => ErrorSample,
  ): void {
    const known = this.#errors.get(errorKey(error));
    if (known !== undefined) {
      countError(known, error.atMs);
      return;
    }
    const { scenario, request, kind, atMs } = error;
    const message = this.#errors.size < maxErrorGroups ? error.message : 'More kinds of errors than are told apart.';
    const group = this.#errors.get(errorKey({ scenario, request, kind, message }));
    if (group !== undefined) countError(group, atMs);
    else
      this.#errors.set(errorKey({ scenario, request, kind, message }), {
        scenario,
        request,
        kind,
        message,
        count: 1,
        firstMs: atMs,
        lastMs: atMs,
        sample: sample(),
      });
  }

  /**
   * Returns the frame of a second and starts the next one. `executions` are in the plan's order; `untilMs` is now,
   * counted from the start of the run.
   */
  take(options: {
    second: number;
    untilMs: number;
    executions: readonly ScenarioExecution[];
    health: Omit<GeneratorHealth, 'lateIterations'>;
  }): LoadFrame {
    const { second, untilMs, executions, health } = options;
    let lateIterations = 0;
    const scenarios = this.#scenarios.map((meter, place): ScenarioFrame => {
      const execution = executions[place]!;
      const counts = execution.counts();
      const iterations = differenceOf(counts, meter.before);
      lateIterations += execution.lateByGenerator() - meter.lateBefore;
      meter.before = { ...counts };
      meter.lateBefore = execution.lateByGenerator();
      return {
        activeMs: this.#activeMs(place, second, untilMs),
        vusPlanned: execution.plannedUsers(),
        vusActive: execution.activeUsers(),
        iterations,
        iterationTime: drain(meter.iterationTime),
        requests: meter.requests.map((request) => request.take()),
      };
    });
    const errors = [...this.#errors.values()];
    this.#errors = new Map();
    return { second, scenarios, errors, generators: [{ ...health, lateIterations }] };
  }

  #activeMs(place: number, second: number, untilMs: number): number {
    const begin = Math.max(second * 1000, this.#plan.scenarios[place]!.startMs ?? 0);
    const end = Math.min((second + 1) * 1000, untilMs, this.#scenarios[place]!.endedAtMs ?? untilMs);
    return Math.max(0, end - begin);
  }
}

/** noIterations returns counts of zero. */
export function noIterations(): IterationCounts {
  return { started: 0, completed: 0, failed: 0, interrupted: 0, late: 0, unstarted: 0 };
}

/** errorKey is equal for errors of the same group. */
export function errorKey(error: Pick<ErrorGroup, 'scenario' | 'request' | 'kind' | 'message'>): string {
  return `${error.scenario}/${error.request}/${error.kind}/${error.message}`;
}

function countError(group: ErrorGroup, atMs: number): void {
  group.count += 1;
  group.lastMs = atMs;
}

function differenceOf(now: Readonly<IterationCounts>, before: IterationCounts): IterationCounts {
  return {
    started: now.started - before.started,
    completed: now.completed - before.completed,
    failed: now.failed - before.failed,
    interrupted: now.interrupted - before.interrupted,
    late: now.late - before.late,
    unstarted: now.unstarted - before.unstarted,
  };
}

function drain(histogram: Histogram): SerializedHistogram {
  const serialized = histogram.serialize();
  histogram.reset();
  return serialized;
}
