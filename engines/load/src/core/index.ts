export { executeScenario } from './executors/execute-scenario.ts';
export type * from './executors/execution.ts';
export { type K6Options, type K6Scenario, readK6Options } from './k6/k6-options.ts';
export type { LoadTimer } from './load-timer.ts';
export type * from './metrics/frame.ts';
export {
  emptyHistogram,
  Histogram,
  type HistogramRange,
  mergeHistograms,
  type SerializedHistogram,
} from './metrics/histogram.ts';
export { LoadMeter, RequestMeter } from './metrics/load-meter.ts';
export { LoadTally, type SummaryFacts } from './metrics/load-tally.ts';
export { failedCount, foldFrames, mergeFrames, mergeRequests } from './metrics/merge-frames.ts';
export { defaultEndLoad, type StepLoad, stepLoad } from './metrics/step-load.ts';
export type * from './metrics/summary.ts';
export { summarizeTimes } from './metrics/time-summary.ts';
export type * from './plan.ts';
export {
  arrivalTimes,
  type PlannedLoad,
  type PlannedScenario,
  plannedIterations,
  plannedLoad,
  plannedUsers,
  slicePlan,
  sliceScenario,
} from './planned-load.ts';
export { plannedUsersAt } from './planned-users.ts';
export { drawThinkTime } from './think-time.ts';
export {
  type BaselineComparison,
  compareWithBaseline,
  type MetricComparison,
  type SpeedVerdict,
  type ValueChange,
} from './thresholds/compare-baseline.ts';
export type { ThresholdResult } from './thresholds/threshold-result.ts';
export {
  type ParsedThreshold,
  parseThreshold,
  type ThresholdMetric,
  type ThresholdOperator,
} from './thresholds/thresholds.ts';
export { type PlanProblem, validatePlan } from './validate-plan.ts';
