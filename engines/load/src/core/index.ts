export type * from './executors/execution.ts';
export type * from './frame.ts';
export type { SerializedHistogram } from './histogram.ts';
export type { LoadTimer } from './load-timer.ts';
export type * from './plan.ts';
export type * from './summary.ts';
export type { ThresholdResult } from './threshold-result.ts';
