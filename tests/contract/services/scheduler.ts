import { all, destroys, reads, type ServiceCalls, writes } from '../expectation.ts';

/** A job that is due once a day. */
export const sampleJob = (suiteId: string) => ({
  title: 'Nightly',
  target: { kind: 'api-suite', id: suiteId },
  scheduleType: 'DAILY',
  timezone: 'Europe/Berlin',
  startDate: '2026-01-01',
  time: '03:00',
});

/** Scheduled tests. */
export const calls: ServiceCalls = {
  audiences: {
    members: `
      GET scheduler/api/completed-scheduler-jobs
      GET scheduler/api/scheduled-jobs-count
      GET scheduler/api/scheduler-execution-history
      GET scheduler/api/scheduler-job
      GET scheduler/api/scheduler-target-kinds
      GET scheduler/api/scheduler-targets
      GET scheduler/api/timezones
      GET scheduler/api/upcoming-scheduler-jobs
      POST scheduler/api/scheduler-preview
    `,
    membersWhoChange: `
      DELETE scheduler/api/scheduler-execution-history
      DELETE scheduler/api/scheduler-jobs
      POST scheduler/api/scheduler-executions/{executionId}/tell
      POST scheduler/api/scheduler-jobs
      POST scheduler/api/scheduler-jobs/{jobId}/run
      PUT scheduler/api/scheduler-jobs
      PUT scheduler/api/scheduler-jobs/{jobId}
    `,
  },
  expectations: {
    'GET scheduler/api/completed-scheduler-jobs': reads,
    'GET scheduler/api/scheduled-jobs-count': reads,
    'GET scheduler/api/scheduler-execution-history': reads,
    'GET scheduler/api/scheduler-job': reads,
    'GET scheduler/api/scheduler-target-kinds': reads,
    'GET scheduler/api/scheduler-targets': reads,
    'GET scheduler/api/timezones': all(200),
    'GET scheduler/api/upcoming-scheduler-jobs': reads,
    'POST scheduler/api/scheduler-preview': reads,
    'DELETE scheduler/api/scheduler-execution-history': writes(),
    'DELETE scheduler/api/scheduler-jobs': destroys,
    'POST scheduler/api/scheduler-jobs': writes(201),
    'POST scheduler/api/scheduler-executions/{executionId}/tell': writes(404),
    // The sample is paused.
    'POST scheduler/api/scheduler-jobs/{jobId}/run': writes(409),
    'PUT scheduler/api/scheduler-jobs': writes(),
    'PUT scheduler/api/scheduler-jobs/{jobId}': writes(),
  },
  examples: ({ projectId = '', suiteId = '', jobId = '' }) => {
    const { title: _title, target: _target, ...schedule } = sampleJob(suiteId);
    return {
      'GET scheduler/api/scheduler-targets': { query: { projectId, kind: 'api-suite' } },
      'POST scheduler/api/scheduler-preview': { body: { projectId, schedule } },
      'POST scheduler/api/scheduler-executions/{executionId}/tell': {
        params: { executionId: jobId },
        query: { projectId },
      },
      'POST scheduler/api/scheduler-jobs': { query: { projectId }, body: sampleJob(suiteId) },
      'POST scheduler/api/scheduler-jobs/{jobId}/run': { params: { jobId } },
      'PUT scheduler/api/scheduler-jobs': { body: { projectId, jobId, isPaused: true } },
      'PUT scheduler/api/scheduler-jobs/{jobId}': { params: { jobId }, body: sampleJob(suiteId) },
      'DELETE scheduler/api/scheduler-jobs': { query: { projectId, jobIds: jobId } },
      'DELETE scheduler/api/scheduler-execution-history': { query: { projectId } },
    };
  },
};
