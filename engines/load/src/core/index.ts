export {
  type BaselineComparison,
  compareWithBaseline,
  type MetricComparison,
  type SpeedVerdict,
  type ValueChange,
} from './compare-baseline.ts';
export { executeScenario } from './executors/execute-scenario.ts';
export type * from './executors/execution.ts';
export type * from './frame.ts';
export { emptyHistogram, Histogram, mergeHistograms, type SerializedHistogram } from './histogram.ts';
export { type K6Options, type K6Scenario, readK6Options } from './k6/k6-options.ts';
export { LoadMeter, RequestMeter } from './load-meter.ts';
export { LoadTally, type SummaryFacts } from './load-tally.ts';
export type { LoadTimer } from './load-timer.ts';
export { failedCount, foldFrames, mergeFrames, mergeRequests } from './merge-frames.ts';
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
export { defaultEndLoad, type StepLoad, stepLoad } from './step-load.ts';
export type * from './summary.ts';
export { drawThinkTime } from './think-time.ts';
export type { ThresholdResult } from './threshold-result.ts';
export { type ParsedThreshold, parseThreshold, type ThresholdMetric, type ThresholdOperator } from './thresholds.ts';
export { summarizeTimes } from './time-summary.ts';
export { type PlanProblem, validatePlan } from './validate-plan.ts';
