import type { SchedulerExecution, SchedulerJob } from '@touchstone/contracts/scheduler';

const at = '2026-11-20T08:00:00.000Z';

/** A job of a workspace, due each weekday. */
export const jobOf = (given: Partial<SchedulerJob> = {}): SchedulerJob => ({
  jobId: 'j1',
  projectId: 'p1',
  title: 'Nightly orders',
  target: {
    kind: 'api-suite',
    id: '01900000-0000-7000-8000-000000000002',
    environmentId: null,
    configurationId: null,
    options: {},
    variables: [],
    kindTitle: 'API suite',
    title: 'Orders',
    link: '/api-testing/api-test-suite/s1?project=p1',
  },
  isPaused: false,
  problem: null,
  missedPolicy: 'RUN_ONCE',
  retry: { attempts: 1, delaySeconds: 60 },
  notify: { when: 'NEVER', emails: [], webhookUrl: null },
  scheduleType: 'WEEKLY',
  timezone: 'Europe/Berlin',
  startDate: '2026-11-20',
  endDate: null,
  time: '09:00',
  daysOfWeek: ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY'],
  daysOfMonth: [],
  cron: null,
  nextDueAt: '2036-11-24T08:00:00.000Z',
  lastExecution: { executionId: 'e1', dueAt: at, status: 'FAILED', message: null, link: '/runs/r1' },
  createdBy: 'ada',
  createdByName: 'Ada Admin',
  createdAt: at,
  updatedAt: at,
  ...given,
});

/** The result of a due time of that job. */
export const executionOf = (given: Partial<SchedulerExecution> = {}): SchedulerExecution => ({
  executionId: 'e1',
  jobId: 'j1',
  projectId: 'p1',
  title: 'Nightly orders',
  dueAt: at,
  startedAt: at,
  finishedAt: '2026-11-20T08:00:02.000Z',
  durationMs: 2000,
  status: 'FAILED',
  message: null,
  missed: 0,
  tellProblem: null,
  toldAt: null,
  attempt: 2,
  attempts: [
    { attempt: 1, runId: 'r1', status: 'failed', link: '/runs/r1' },
    { attempt: 2, runId: 'r2', status: 'failed', link: '/runs/r2' },
  ],
  ...given,
});
