import type { AddressPolicyOptions, FileSource, ProxyOptions, RequestMark, TlsOptions } from '@touchstone/engine-http';
import type { LoadFrame } from '../core/metrics/frame.ts';
import type { LoadSummary } from '../core/metrics/summary.ts';
import type { LoadPlan, LoadSlice } from '../core/plan.ts';

/** RunLoadOptions: how a plan is run here. */
export interface RunLoadOptions {
  /** Ends the run immediately: running iterations are interrupted. The summary covers what was measured. */
  signal?: AbortSignal;
  /** Starts nothing more and lets running iterations end within their scenario's `gracefulStopMs`. */
  stopSignal?: AbortSignal;
  /** Called about once a second with the merged frame of all threads; its errors may contain secrets. */
  onFrame?: (frame: LoadFrame) => void;
  /** Default: as many as pay off on this machine, at most one per CPU core. */
  threads?: number;
  /** The share of the plan that runs here, if the plan is divided over several processes; default all of it. */
  shard?: LoadSlice;
  /**
   * Called when all threads are ready; returns the start time in milliseconds since 1970. Default: now. A rejection
   * ends the run without a request.
   */
  whenReady?: () => number | Promise<number>;
  /**
   * Thresholds with `abortOnFail` end the run here; default true. A coordinator of several shards decides itself and
   * sets false.
   */
  abortByThresholds?: boolean;
  files?: FileSource;
  /** A header that every request carries, whatever its step sets. */
  mark?: RequestMark;
  proxy?: ProxyOptions;
  tls?: TlsOptions;
  addressPolicy?: AddressPolicyOptions;
  /**
   * URL of a module whose export `loadDynamicValues` returns a source of values for dynamic names that the `http`
   * engine doesn't know. It is loaded if the plan uses such names.
   */
  dynamicValues?: string;
  /** Default `Touchstone/<version>`. */
  userAgent?: string;
}

/**
 * Runs a plan and returns its summary; frames are reported during the run. Frames are complete: merging all frames of
 * all shards yields the summary of the whole run. Rejects if the plan has problems (`validatePlan`).
 */
export type RunLoad = (plan: LoadPlan, options?: RunLoadOptions) => Promise<LoadSummary>;
