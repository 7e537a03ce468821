import type { ExecutionStatus } from '@touchstone/contracts/api-testing';
import { expect, test } from 'vitest';
import type { Run } from '../../../runs/index.ts';
import { createExecutions } from './executions.ts';

const actor = { organizationId: 'o', userId: 'u' } as never;
const counts = { total: 1, passed: 1, failed: 0, error: 0, skipped: 0, cancelled: 0, queued: 0, running: 0 };
const runOf = (runId: string, status: Run['status'] = 'passed') =>
  ({
    runId,
    projectId: `project of ${runId}`,
    status,
    counts,
    label: { environmentName: null, suites: [] },
    createdAt: new Date(0),
    startedAt: null,
    finishedAt: null,
    retryNumber: 0,
  }) as unknown as Run;

/** Executions on runs of this status, and what was done in order. */
function executing({ status = 'passed' as Run['status'], canRetry = true } = {}) {
  const done: unknown[][] = [];
  const note =
    (name: string, answer?: unknown) =>
    async (...given: unknown[]) => {
      done.push([name, ...given]);
      return answer;
    };
  const use = createExecutions({
    platform: { audit: note('audit'), database: {} },
    workspaces: { open: note('open') },
    access: {},
    runs: {
      get: async (organizationId: string, runId: string) => {
        expect(organizationId).toBe('o');
        return runOf(runId, status);
      },
      canRetry: () => canRetry,
      retry: note('retry', 'again'),
      cancel: note('cancel'),
      delete: note('delete', ['a', 'b']),
      mailReport: note('mail'),
      report: note('report', { fileName: 'r.html' }),
      list: note('list', { content: [runOf('a')], totalElements: 7 }),
      listSteps: async () => ({ content: [] }),
    },
  } as never);
  return { use, done };
}

test('a run is stopped, retried and deleted by those who may edit its workspace', async () => {
  const { use, done } = executing();
  await use.stop(actor, 'a');
  expect(await use.retry(actor, 'a', true)).toBe('again');
  await use.retry(actor, 'a', false);
  expect(await use.delete(actor, ['a', 'b', 'c'])).toBe(2);
  const open = (runId: string, need = 'edit') => ['open', actor, `project of ${runId}`, need];
  expect(done).toEqual([
    open('a'),
    ['cancel', 'o', 'a'],
    ['audit', actor, { action: 'run.stopped', target: 'a' }],
    open('a'),
    ['retry', 'o', 'a', { onlyFailed: true, user: actor }],
    open('a'),
    ['retry', 'o', 'a', { onlyFailed: false, user: actor }],
    ...['a', 'b', 'c'].map((runId) => open(runId)),
    ['delete', 'o', ['a', 'b', 'c']],
    ['audit', actor, { action: 'report.deleted', target: 'a,b' }],
  ]);
});

test('a run that cannot be retried says so', async () => {
  const { use, done } = executing({ canRetry: false });
  await expect(use.retry(actor, 'a', true)).rejects.toMatchObject({ code: 'API_TESTING_NOT_TO_BE_RETRIED' });
  expect(done.map(([name]) => name)).toEqual(['open']);
});

test('reports are read and mailed by those who may view the workspace, once the run has ended', async () => {
  const order = { runId: 'a', email: 'a@b.test', type: 'html' as const };
  const { use, done } = executing();
  await use.mailReport(actor, order);
  expect(await use.report(actor, 'a', 'html')).toMatchObject({ run: { runId: 'a' }, fileName: 'r.html' });
  expect(done.map((one) => one.slice(0, 1).concat(one[3] ?? []))).toEqual([
    ['open', 'view'],
    ['mail'],
    ['open', 'view'],
    ['report'],
  ]);
  expect(done[1]).toEqual(['mail', actor, order]);
  for (const status of ['queued', 'running'] as const) {
    const early = executing({ status });
    for (const call of [
      () => early.use.mailReport(actor, order),
      () => early.use.report(actor, 'a', 'html'),
      () => early.use.openFinished(actor, 'a'),
    ])
      await expect(call()).rejects.toMatchObject({ status: 409, code: 'API_TESTING_REPORT_NOT_READY' });
    expect(early.done.filter(([name]) => name !== 'open')).toEqual([]);
    expect(await early.use.get(actor, 'a')).toMatchObject({ runId: 'a', steps: [] });
    expect(await early.use.summary(actor, 'a')).toMatchObject({ runId: 'a', status });
  }
});

test.each<[object, object | undefined]>([
  [{}, {}],
  [{ statuses: [] }, {}],
  [{ statuses: ['Fail'] }, { statuses: ['failed'] }],
  [{ statuses: ['Pass'] }, { statuses: ['passed'], isEmpty: false }],
  [{ statuses: ['No Test Cases'] }, { statuses: ['passed'], isEmpty: true }],
  [{ statuses: ['Pass', 'No Test Cases'] }, { statuses: ['passed'] }],
  [{ statuses: ['Generating Report'] }, undefined],
  [{ searchTerm: 'night' }, { searchTerm: 'night' }],
  [{ searchTerm: '' }, {}],
  [{ suiteId: 's' }, { groupId: 's' }],
])('runs are listed by %o', async (filter, expected) => {
  const { use, done } = executing();
  const page = { page: 2, size: 5 };
  const given = filter as { statuses?: ExecutionStatus[] };
  const answer = await use.list(actor, { projectId: 'p', ...given }, page);
  const asked = { organizationId: 'o', projectId: 'p', kinds: ['api-functional'], ...expected };
  if (expected === undefined) expect(answer).toEqual({ content: [], totalElements: 0, ...page });
  else expect(answer).toMatchObject({ content: [{ runId: 'a' }], totalElements: 7, ...page });
  expect(done).toEqual([['open', actor, 'p', 'view'], ...(expected === undefined ? [] : [['list', asked, page]])]);
});
