import type { AddressPolicyOptions, FileSource, ProxyOptions, RequestMark, TlsOptions } from '@touchstone/engine-http';
import type { LoadFrame } from '../core/metrics/frame.ts';
import type { LoadSummary } from '../core/metrics/summary.ts';
import type { LoadPlan, LoadSlice } from '../core/plan.ts';

/** RunLoadOptions: how a plan is run here. */
export interface RunLoadOptions {
  /** Ends the run at once: running iterations are cut off. The summary is of what was measured. */
  signal?: AbortSignal;
  /** Starts nothing more and lets running iterations end within their scenario's `gracefulStopMs`. */
  stopSignal?: AbortSignal;
  /** Called about once a second with the merged frame of all threads; its errors may hold secrets. */
  onFrame?: (frame: LoadFrame) => void;
  /** Default: as many as pay off on this machine, at most one for each processor. */
  threads?: number;
  /** The share of the plan that is run here, when the plan is divided over several processes; default all of it. */
  shard?: LoadSlice;
  /**
   * Called when all threads are ready; gives the instant of the start in milliseconds since 1970. Default: at once.
   * A rejection ends the run without a request.
   */
  whenReady?: () => number | Promise<number>;
  /** Thresholds with `abortOnFail` end the run here; default true. A coordinator of several shards decides itself and says false. */
  abortByThresholds?: boolean;
  files?: FileSource;
  /** A header that every request carries, whatever its step says. */
  mark?: RequestMark;
  proxy?: ProxyOptions;
  tls?: TlsOptions;
  addressPolicy?: AddressPolicyOptions;
  /**
   * URL of a module whose export `loadDynamicValues` gives a source of values for dynamic names that the engine `http` does not know.
   * It is loaded where the plan uses such a name.
   */
  dynamicValues?: string;
  /** Default `Touchstone/<version>`. */
  userAgent?: string;
}

/**
 * Runs a plan and gives its summary; frames come meanwhile. Frames hold the whole truth: merging all frames of all shards gives the
 * summary of the whole run. Rejects where the plan has problems (`validatePlan`).
 */
export type RunLoad = (plan: LoadPlan, options?: RunLoadOptions) => Promise<LoadSummary>;
