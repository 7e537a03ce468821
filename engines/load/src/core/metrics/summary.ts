import type { ThresholdResult } from '../thresholds/threshold-result.ts';
import type { ErrorGroup, FailureKind, IterationCounts } from './frame.ts';
import type { SerializedHistogram } from './histogram.ts';

/**
 * LoadSummary is a summary of a whole run. Every number is computed from merged counts and histograms, none is an
 * average of averages.
 */
export interface LoadSummary {
  /** Milliseconds since 1970. */
  startedAtMs: number;
  durationMs: number;
  end: LoadEnd;
  /** Whether all thresholds passed. */
  passed: boolean;
  thresholds: ThresholdResult[];
  total: MetricSummary;
  scenarios: ScenarioSummary[];
  errors: ErrorGroup[];
  generator: GeneratorSummary;
  /** Notes for the reader on how the run was made, such as which steps took the general path and why. */
  notes: string[];
}

/** Why a load run ended. */
export type LoadEnd =
  /** All scenarios reached their end. */
  | 'finished'
  /** Stopped by `stop`. */
  | 'stopped'
  /** A threshold with `abortOnFail` was crossed. */
  | 'aborted';

/** Figures of a scenario over the whole run. */
export interface ScenarioSummary extends MetricSummary {
  name: string;
  executor: string;
  /** Most users in any second. */
  vusMax: number;
  iterations: IterationCounts;
  iterationTime: TimeSummary;
  /** Why the scenario ended before its plan; missing if it didn't. */
  endedEarly?: 'rowsUsedUp' | 'stopped' | 'aborted';
  /**
   * Open model: iterations that continued after the plan's end, in the graceful stop. `requests` ended in whole seconds
   * of it.
   */
  tail?: { durationMs: number; requests: number };
  requests: RequestSummary[];
}

/** Figures of a request over the whole run. */
export interface RequestSummary extends MetricSummary {
  stepId: string;
  name: string;
  method: string;
  /** How it was sent; `reason` explains why not on the fast path. */
  path?: { kind: 'fast' | 'general'; reason?: string };
}

/** Counts, rates and response times over the whole run. */
export interface MetricSummary {
  count: number;
  /**
   * Per second of the time that the scenario ran; in the open model, of its planned part, so that 200 arrivals per
   * second read 200.
   */
  rate: number;
  failed: number;
  failures: Partial<Record<FailureKind, number>>;
  checksPassed: number;
  checksFailed: number;
  bytesSent: number;
  bytesReceived: number;
  latency: TimeSummary;
  service?: TimeSummary;
  phases: Partial<Record<'connect' | 'tls' | 'wait' | 'receive', TimeSummary>>;
}

/** TimeSummary in milliseconds; all 0 if `count` is 0. `histogram` keeps what later comparisons need. */
export interface TimeSummary {
  count: number;
  min: number;
  mean: number;
  max: number;
  p50: number;
  p75: number;
  p90: number;
  p95: number;
  p99: number;
  p999: number;
  p9999: number;
  histogram: SerializedHistogram;
}

/** Health of the machines that generated the load. */
export interface GeneratorSummary {
  /**
   * The generator, not the tested service, may have limited the figures; each reason is a sentence. Missing if it kept
   * up.
   */
  bottleneck?: { reasons: string[] };
  threads: number;
  maxCpu: number;
  maxEventLoopDelayMs: number;
  lateIterations: number;
  maxMemoryBytes: number;
}
