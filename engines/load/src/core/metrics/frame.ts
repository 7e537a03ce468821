import type { SerializedHistogram } from './histogram.ts';

/**
 * LoadFrame contains what happened in one second: differences, never totals, so that frames of several seconds, threads
 * and shards merge by addition. Scenarios and requests are in the plan's order.
 */
export interface LoadFrame {
  /** Whole second since the start of the run; the first is 0. */
  second: number;
  scenarios: ScenarioFrame[];
  /** Groups of similar errors in this second. */
  errors: ErrorGroup[];
  /** One per load-generating thread. */
  generators: GeneratorHealth[];
}

/** One second of a scenario. */
export interface ScenarioFrame {
  /** Milliseconds of the second during which the scenario ran, 0 to 1000. */
  activeMs: number;
  /** Planned at the end of the second, for the shards that the frame comes from. */
  vusPlanned: number;
  /** Virtual users present at the end of the second. */
  vusActive: number;
  iterations: IterationCounts;
  /** Whole iterations in µs, think time included; in the open model from the intended start. */
  iterationTime: SerializedHistogram;
  requests: RequestFrame[];
}

/** Iterations by how they ended. */
export interface IterationCounts {
  started: number;
  /** Ran to the end, whether or not checks failed. */
  completed: number;
  /** Completed with at least one failed request. */
  failed: number;
  /** Interrupted by the end of the run, by the user or by a ramp-down. */
  interrupted: number;
  /** Started later than intended by more than 10 ms, because no virtual user was free or the generator was busy. */
  late: number;
  /** Due arrivals of the open model that will never start: the run ended before a virtual user was free. */
  unstarted: number;
}

/** One second of a request. */
export interface RequestFrame {
  /** Requests that ended in this second; one with a failed assertion counts like any other. */
  count: number;
  /** By kind; a request counts under the first kind that applies, so the sum is the number of failed requests. */
  failures: Partial<Record<FailureKind, number>>;
  /** On the wire, heads included. */
  bytesSent: number;
  bytesReceived: number;
  checksPassed: number;
  checksFailed: number;
  /**
   * µs until the response was complete, of all requests that got one, including failed ones; the first request of an
   * iteration of the open model counts from the iteration's intended start.
   */
  latency: SerializedHistogram;
  /** µs from when the request was actually sent; missing if equal to `latency` (closed models). */
  service?: SerializedHistogram;
  phases: RequestPhases;
}

/** RequestPhases in µs; `connect` (DNS, TCP) and `tls` only for requests that opened a connection. */
export interface RequestPhases {
  connect?: SerializedHistogram;
  tls?: SerializedHistogram;
  /** From the sent request to the first byte. */
  wait?: SerializedHistogram;
  /** From the first byte to the last. */
  receive?: SerializedHistogram;
}

/** Why a request failed; `status`: 400 and above, if the step asserts nothing about the status. */
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

/** ErrorGroup counts failures that differ only in values; one sample of each group is kept. */
export interface ErrorGroup {
  /** Indexes in the plan. */
  scenario: number;
  request: number;
  kind: FailureKind;
  /** The failure message without its values; groups are equal if scenario, request, kind and this are. */
  message: string;
  count: number;
  /** Milliseconds since the start of the run. */
  firstMs: number;
  lastMs: number;
  sample: ErrorSample;
}

/** ErrorSample may contain secrets: the code that runs the plan masks it before it is stored or shown. */
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
