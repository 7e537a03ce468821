export { nextAsk, schedulerKeys } from './api/scheduler.queries.ts';
export { jobColumns } from './components/job-columns.tsx';
