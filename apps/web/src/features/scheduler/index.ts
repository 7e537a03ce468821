export { nextAsk, previewQuery, schedulerKeys } from './api/scheduler.queries.ts';
export { DuePreview } from './components/due-preview.tsx';
export { jobColumns } from './components/job-columns.tsx';
export { SchedulePlace } from './components/schedule-place.ts';
export { SchedulesScreen } from './components/schedules-screen.tsx';
export { TimezoneSelect } from './components/timezone-select.tsx';
export { ownTimezone } from './model/due-text.ts';
