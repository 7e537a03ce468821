import type { HttpStep, StoredScopeName, VariableScopes } from '@touchstone/engine-http/core';

/**
 * LoadPlan is everything that a load run needs; nothing is looked up later. It is plain data that can be sent to
 * another process.
 */
export interface LoadPlan {
  /** Run in parallel, each with its own users. */
  scenarios: LoadScenario[];
  thresholds: LoadThreshold[];
  /** Makes think times, random rows and dynamic values repeatable; default 1. */
  seed?: number;
}

/** Steps and their load. */
export interface LoadScenario {
  /** Unique in the plan. */
  name: string;
  executor: LoadExecutor;
  /** Starts this many milliseconds after the run; default 0. */
  startMs?: number;
  /** How long running iterations may continue after the scenario's time, in milliseconds; default 30000. */
  gracefulStopMs?: number;
  /** Pause of the virtual user after each step; in the open model, not after the last one. Default none. */
  thinkTime?: ThinkTime;
  /** Minimum time between two iteration starts of the same virtual user; closed models only. */
  pacingMs?: number;
  /** An iteration runs them in this order. */
  steps: HttpStep[];
  /** From the narrowest to the widest, as for `createHttpSession`. */
  scopes: VariableScopes;
  /** Script names of `scopes`, by index, as for `createHttpSession`. */
  scopeNames?: readonly (StoredScopeName | undefined)[];
  data?: LoadData;
  /** Default `reuse`: a virtual user keeps its connections for its whole life. */
  connections?: 'reuse' | 'perIteration';
  /**
   * Each virtual user has its own cookies; `perIteration` (default) clears them and extracted values when an iteration
   * starts.
   */
  cookies?: 'perIteration' | 'perUser';
  /** The share of the plan that this is; set by `sliceScenario`, missing for all of it. */
  slice?: LoadSlice;
}

/** LoadSlice is the share of users, arrivals and iterations whose number is `index` modulo `count`. */
export interface LoadSlice {
  index: number;
  count: number;
}

/** LoadData: rows whose values are the narrowest variables of an iteration. */
export interface LoadData {
  /**
   * `unique`: a row is used once in the whole run, and the scenario ends when all are used up. `shared`: round robin
   * over the iterations. `random`: drawn with the plan's seed.
   */
  mode: 'unique' | 'shared' | 'random';
  rows: Record<string, string>[];
}

/**
 * LoadExecutor: the workload model, named as in k6. The first four are closed (users wait for responses), the last two
 * open.
 */
export type LoadExecutor =
  | ConstantVus
  | RampingVus
  | SharedIterations
  | PerVuIterations
  | ConstantArrivalRate
  | RampingArrivalRate;

/** A fixed number of virtual users for a period. */
export interface ConstantVus {
  type: 'constant-vus';
  vus: number;
  durationMs: number;
}

/** Virtual users that follow stages. */
export interface RampingVus {
  type: 'ramping-vus';
  startVus: number;
  stages: LoadStage[];
  /**
   * How long an iteration may continue after its user was removed by a falling stage, in milliseconds; default 30000.
   */
  gracefulRampDownMs?: number;
}

/** A number of iterations that the users share. */
export interface SharedIterations {
  type: 'shared-iterations';
  vus: number;
  iterations: number;
  /** Default 600000. */
  maxDurationMs?: number;
}

/** A number of iterations for each user. */
export interface PerVuIterations {
  type: 'per-vu-iterations';
  vus: number;
  /** Per virtual user. */
  iterations: number;
  /** Default 600000. */
  maxDurationMs?: number;
}

/** Iterations started at a fixed rate, however long each takes (open model). */
export interface ConstantArrivalRate {
  type: 'constant-arrival-rate';
  /** Iterations started per `timeUnitMs`. */
  rate: number;
  /** Default 1000. */
  timeUnitMs?: number;
  durationMs: number;
  /** Users that are ready at the start. */
  preAllocatedVus: number;
  /** Users that may be added when all are busy; default `preAllocatedVus`. */
  maxVus?: number;
}

/** Iterations started at a rate that follows stages (open model). */
export interface RampingArrivalRate {
  type: 'ramping-arrival-rate';
  startRate: number;
  /** Default 1000. */
  timeUnitMs?: number;
  stages: LoadStage[];
  preAllocatedVus: number;
  /** Default `preAllocatedVus`. */
  maxVus?: number;
}

/** LoadStage: the value moves linearly from where it was to `target`; a stage of 0 ms is a jump. */
export interface LoadStage {
  durationMs: number;
  target: number;
}

/** A pause; the drawn value is never below 0. */
export type ThinkTime =
  | { type: 'constant'; ms: number }
  | { type: 'uniform'; minMs: number; maxMs: number }
  | { type: 'normal'; meanMs: number; deviationMs: number };

/** LoadThreshold decides whether a run passed. */
export interface LoadThreshold {
  target: ThresholdTarget;
  /** Such as `p95 < 300`, `avg < 200`, `failed < 1%`, `rate > 100`, `checks > 99%`; times in milliseconds. */
  expression: string;
  /** Ends the run when it is crossed; default false. */
  abortOnFail?: boolean;
  /** Not evaluated during the first milliseconds of the run; default 0. */
  delayMs?: number;
}

/**
 * What a threshold measures. A request is identified by its step's name, in one scenario or, if none is given, in all
 * of them.
 */
export type ThresholdTarget =
  | { type: 'total' }
  | { type: 'scenario'; scenario: string }
  | { type: 'request'; request: string; scenario?: string };
