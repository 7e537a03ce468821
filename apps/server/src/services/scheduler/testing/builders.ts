import type { Client } from '@touchstone/contracts';
import { type SchedulerJob, type SchedulerJobInput, schedulerRoutes } from '@touchstone/contracts/scheduler';

/** daily returns a job that runs a suite every day. */
export const daily = (suiteId: string, given: Partial<SchedulerJobInput> = {}): SchedulerJobInput => ({
  title: 'Nightly',
  target: { kind: 'api-suite', id: suiteId },
  scheduleType: 'DAILY',
  timezone: 'Europe/Berlin',
  startDate: '2026-01-01',
  time: '03:00',
  ...given,
});

/** newJob creates a job through the API. */
export const newJob = (client: Client, projectId: string, body: SchedulerJobInput): Promise<SchedulerJob> =>
  client.call(schedulerRoutes.createJob, { query: { projectId }, body });
