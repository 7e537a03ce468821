export { useLiveRun } from './api/live-run.ts';
export { isFinal, pictureQuery, progressQuery, runKeys, runQuery } from './api/runs.queries.ts';
export { ProjectRuns } from './components/project-runs.tsx';
export { RunActions } from './components/run-header.tsx';
export { formats, saveReport } from './components/run-report.ts';
export { RunSteps } from './components/run-steps.tsx';
export { useShareReport } from './components/share/use-share-report.tsx';
export { StopRun } from './components/stop-run.tsx';
export { StepTraces, useTraceTabs } from './components/traces/step-traces.tsx';
