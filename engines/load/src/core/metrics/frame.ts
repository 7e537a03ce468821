import type { SerializedHistogram } from './histogram.ts';

/**
 * LoadFrame is what happened in one second: differences, never totals, so that frames of several seconds, threads and shards merge by
 * addition. Scenarios and requests stand in the order of the plan.
 */
export interface LoadFrame {
  /** Whole second since the start of the run; the first is 0. */
  second: number;
  scenarios: ScenarioFrame[];
  /** Groups of like errors of this second. */
  errors: ErrorGroup[];
  /** One for each thread that generates load. */
  generators: GeneratorHealth[];
}

/** One second of a scenario. */
export interface ScenarioFrame {
  /** Milliseconds of the second in which the scenario ran, 0 to 1000. */
  activeMs: number;
  /** By the plan, at the end of the second, of the shards that the frame comes from. */
  vusPlanned: number;
  /** Virtual users that are there, at the end of the second. */
  vusActive: number;
  iterations: IterationCounts;
  /** Whole iterations in µs, think time included; in the open model from the intended start. */
  iterationTime: SerializedHistogram;
  requests: RequestFrame[];
}

/** Iterations by how they ended. */
export interface IterationCounts {
  started: number;
  /** Ran to their end, whether or not checks failed. */
  completed: number;
  /** Completed with at least one failed request. */
  failed: number;
  /** Cut off by the end of the run, by the user or by a ramp down. */
  interrupted: number;
  /** Started later than intended by more than 10 ms, because no virtual user was free or the generator was busy. */
  late: number;
  /** Arrivals of the open model that were due and will never start: the run ended before a virtual user was free. */
  unstarted: number;
}

/** One second of a request. */
export interface RequestFrame {
  /** Requests that ended in this second; one with an assertion that failed counts like any other. */
  count: number;
  /** By kind; a request counts under the first kind that applies, so the sum is the number of failed requests. */
  failures: Partial<Record<FailureKind, number>>;
  /** On the wire, heads included. */
  bytesSent: number;
  bytesReceived: number;
  checksPassed: number;
  checksFailed: number;
  /**
   * µs until the response was complete, of all requests that got one, failed ones too; the first request of an iteration of the open model
   * counts from the iteration's intended start.
   */
  latency: SerializedHistogram;
  /** µs from the moment that the request was really sent; missing where it is the same as `latency` (closed models). */
  service?: SerializedHistogram;
  phases: RequestPhases;
}

/** RequestPhases in µs; `connect` (name, TCP) and `tls` only of requests that opened a connection. */
export interface RequestPhases {
  connect?: SerializedHistogram;
  tls?: SerializedHistogram;
  /** From the request sent to the first byte. */
  wait?: SerializedHistogram;
  /** From the first byte to the last. */
  receive?: SerializedHistogram;
}

/** Why a request failed; `status`: 400 and above where the step asserts nothing about the status. */
export type FailureKind =
  | 'assertion'
  | 'status'
  | 'timeout'
  | 'connection'
  | 'dns'
  | 'tls'
  | 'protocol'
  | 'refused'
  | 'variable'
  | 'script'
  | 'other';

/** ErrorGroup counts failures that differ in nothing but values; one sample of each is kept. */
export interface ErrorGroup {
  /** Places in the plan. */
  scenario: number;
  request: number;
  kind: FailureKind;
  /** The sentence of the failure without its values; groups are equal where scenario, request, kind and this are. */
  message: string;
  count: number;
  /** Milliseconds since the start of the run. */
  firstMs: number;
  lastMs: number;
  sample: ErrorSample;
}

/** ErrorSample may hold secrets: who runs the plan masks it before it is stored or shown. */
export interface ErrorSample {
  message: string;
  method: string;
  url: string;
  status?: number;
  /** At most 2,000 characters. */
  responseText?: string;
}

/** GeneratorHealth of one thread in one second: whether the load generator itself kept up. */
export interface GeneratorHealth {
  /** Such as `shard 2 thread 1`; unique in a run. */
  name: string;
  /** Of one processor core, 0 to 1. */
  cpu: number;
  /** Longest delay of the event loop in the second, in milliseconds. */
  eventLoopDelayMs: number;
  /** Started iterations that were late although a virtual user was free. */
  lateIterations: number;
  /** Of the whole process. */
  memoryBytes: number;
}
