export type { BodyView, StoreBody } from './body.ts';
export { renderHtmlReport } from './html.ts';
export { renderJsonReport } from './json.ts';
export { renderJunitReport } from './junit.ts';
export { createMask, joinMasks, type Mask } from './mask.ts';
export { type PerformanceReportInput, renderPerformanceReport } from './performance-html.ts';
export { type RecordHttpStepOptions, recordHttpStep, recordSkippedStep, summaryOf } from './record.ts';
export { countStep, countsOf, noCounts, type ReportCounts, type ReportRun, reportRunOf } from './run.ts';
export { formatDuration, formatSize, formatValue } from './text.ts';
