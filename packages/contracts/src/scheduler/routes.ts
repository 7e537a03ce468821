import { z } from 'zod';
import { canRead, canWrite, route, workspaceRoute } from '../route.ts';
import { idSchema, okSchema, pageOf, pageQuery, queryIdList, searchTerm } from '../shared.ts';
import { schedulerExecutionSchema, schedulerExecutionStatusSchema } from './execution.ts';
import {
  schedulerCountSchema,
  schedulerJobInputSchema,
  schedulerJobSchema,
  scheduleTargetChoiceSchema,
  scheduleTargetKindSchema,
} from './job.ts';
import { schedulePreviewSchema, scheduleSchema, scheduleTypeSchema, timezoneSchema } from './schedule.ts';

export { orchestrationScheduleRoutes } from './orchestration-schedules.ts';

const service = 'scheduler';
const listQuery = z.strictObject({
  projectId: idSchema,
  scheduleType: scheduleTypeSchema.optional(),
  targetId: idSchema.optional().describe('Only jobs that start this test'),
  searchTerm,
  ...pageQuery,
});

/**
 * Calls of scheduled tests. Viewers of a workspace read; editors and owners change. Creating, changing or resuming a
 * job requires PRO.
 */
export const schedulerRoutes = {
  listCompletedJobs: workspaceRoute({
    service,
    method: 'GET',
    path: '/api/completed-scheduler-jobs',
    summary: 'Jobs that are not due any more, the one that ran last first',
    access: canRead,
    query: listQuery,
    response: pageOf(schedulerJobSchema),
  }),
  listUpcomingJobs: workspaceRoute({
    service,
    method: 'GET',
    path: '/api/upcoming-scheduler-jobs',
    summary: 'Jobs that are due again, the next one first; paused ones last',
    access: canRead,
    query: listQuery,
    response: pageOf(schedulerJobSchema),
  }),
  countJobs: workspaceRoute({
    service,
    method: 'GET',
    path: '/api/scheduled-jobs-count',
    summary: 'How many jobs a workspace has',
    access: canRead,
    query: z.strictObject({ projectId: idSchema }),
    response: schedulerCountSchema,
  }),
  getJob: workspaceRoute({
    service,
    method: 'GET',
    path: '/api/scheduler-job',
    summary: 'A job',
    access: canRead,
    query: z.strictObject({ jobId: idSchema }),
    response: schedulerJobSchema,
  }),
  listTimezones: route({
    service,
    method: 'GET',
    path: '/api/timezones',
    summary: 'Time zones with their present offset, by name; UTC first',
    access: canRead,
    response: z.object({ content: z.array(timezoneSchema) }),
  }),
  createJob: workspaceRoute({
    service,
    method: 'POST',
    path: '/api/scheduler-jobs',
    summary: 'Schedule a test',
    access: canWrite,
    query: z.strictObject({ projectId: idSchema }),
    body: schedulerJobInputSchema,
    status: 201,
    response: schedulerJobSchema,
  }),
  pauseJob: workspaceRoute({
    service,
    method: 'PUT',
    path: '/api/scheduler-jobs',
    summary: 'Pause or resume a job. What would have been due meanwhile is left out',
    access: canWrite,
    body: z.strictObject({ jobId: idSchema, projectId: idSchema, isPaused: z.boolean() }),
    response: schedulerJobSchema,
  }),
  updateJob: workspaceRoute({
    service,
    method: 'PUT',
    path: '/api/scheduler-jobs/{jobId}',
    summary: 'Change a job. From then on its runs are started in the name of the caller',
    access: canWrite,
    params: z.strictObject({ jobId: idSchema }),
    body: schedulerJobInputSchema,
    response: schedulerJobSchema,
  }),
  runJobNow: workspaceRoute({
    service,
    method: 'POST',
    path: '/api/scheduler-jobs/{jobId}/run',
    summary: 'Start the test of a job at once, besides its times, in the name of whoever saved the job',
    access: canWrite,
    params: z.strictObject({ jobId: idSchema }),
    status: 202,
    response: z.object({ executionId: idSchema }),
  }),
  deleteJobs: workspaceRoute({
    service,
    method: 'DELETE',
    path: '/api/scheduler-jobs',
    summary: 'Delete jobs with their history; their runs stay',
    access: canWrite,
    query: z.strictObject({ jobIds: queryIdList, projectId: idSchema }),
    response: okSchema,
  }),
  previewSchedule: workspaceRoute({
    service,
    method: 'POST',
    path: '/api/scheduler-preview',
    summary: 'When a schedule would be due next; refuses what creating a job refuses',
    access: canRead,
    body: z.strictObject({ projectId: idSchema, schedule: scheduleSchema }),
    response: schedulePreviewSchema,
  }),
  listTargetKinds: workspaceRoute({
    service,
    method: 'GET',
    path: '/api/scheduler-target-kinds',
    summary: 'Kinds of tests that jobs of a workspace can start',
    access: canRead,
    query: z.strictObject({ projectId: idSchema }),
    response: z.object({ content: z.array(scheduleTargetKindSchema) }),
  }),
  listTargets: workspaceRoute({
    service,
    method: 'GET',
    path: '/api/scheduler-targets',
    summary: 'Tests of a kind that jobs of a workspace can start, by name',
    access: canRead,
    query: z.strictObject({ projectId: idSchema, kind: z.string().min(1).max(60), searchTerm, ...pageQuery }),
    response: pageOf(scheduleTargetChoiceSchema),
  }),
  listExecutions: workspaceRoute({
    service,
    method: 'GET',
    path: '/api/scheduler-execution-history',
    summary: 'What became of the times at which jobs were due, the newest first',
    access: canRead,
    query: z.strictObject({
      projectId: idSchema,
      jobId: idSchema.optional().describe('Only of this job'),
      status: schedulerExecutionStatusSchema.optional(),
      ...pageQuery,
    }),
    response: pageOf(schedulerExecutionSchema),
  }),
  tellExecution: workspaceRoute({
    service,
    method: 'POST',
    path: '/api/scheduler-executions/{executionId}/tell',
    summary: 'Send the result of an execution to the webhook of its job again, and say what became of it',
    access: canWrite,
    params: z.strictObject({ executionId: idSchema }),
    query: z.strictObject({ projectId: idSchema }),
    response: schedulerExecutionSchema,
  }),
  deleteExecutions: workspaceRoute({
    service,
    method: 'DELETE',
    path: '/api/scheduler-execution-history',
    summary: 'Delete what has ended from the history: the named entries, or all of a job or workspace. Runs stay',
    access: canWrite,
    query: z.strictObject({
      projectId: idSchema,
      jobId: idSchema.optional(),
      executionIds: queryIdList.optional(),
    }),
    response: z.object({ message: z.string(), deleted: z.number().int() }),
  }),
};
