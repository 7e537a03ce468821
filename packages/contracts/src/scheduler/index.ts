export * from './execution.ts';
export * from './job.ts';
export * from './job-file.ts';
export { type OrchestrationSchedule, orchestrationScheduleSchema } from './orchestration-schedules.ts';
export * from './routes.ts';
export * from './schedule.ts';
