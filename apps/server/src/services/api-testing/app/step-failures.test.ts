import { expect, test } from 'vitest';
import type { Run, Runs, SourceResult } from '../../runs/index.ts';
import { failuresOf } from './step-failures.ts';

const finishedAt = new Date('2026-03-04T05:06:07.008Z');
const run = (failed: number, error = 0, environmentName: string | null = 'Stage') =>
  ({
    runId: 'r',
    organizationId: 'o',
    projectId: 'p',
    name: 'Nightly',
    label: { environmentName, suites: [] },
    counts: { failed, error },
    finishedAt,
  }) as unknown as Run & { finishedAt: Date };

/** A run with this many failed and errored steps; returns also which pages and steps were read. */
function having(steps: { failed: number; error: number }, given: (index: number) => object = () => ({})) {
  const read: unknown[] = [];
  const all = (status: 'failed' | 'error') =>
    Array.from({ length: steps[status] }, (_, index) => ({ stepId: `${status}-${index}` }));
  const runs = {
    listSteps: async (filter: { status: 'failed' | 'error' }, { page, size }: { page: number; size: number }) => {
      read.push([filter.status, page]);
      return { content: all(filter.status).slice(page * size, (page + 1) * size) };
    },
    getSteps: async (_runId: string, ids: string[]) =>
      ids.map((stepId, index) => ({
        stepId,
        kind: 'request',
        title: 'Read',
        status: stepId.split('-')[0],
        groupId: 'g',
        sourceId: 's',
        message: 'Too slow',
        summary: { suiteId: 'g', suiteName: 'Orders', scriptId: 's' },
        outcome: { statusCode: 503 },
        detail: { assertions: [] },
        ...given(index),
      })),
  } as unknown as Runs;
  return { runs, read };
}

test('a run without failures stores none, and reads no steps', async () => {
  const { runs, read } = having({ failed: 3, error: 3 });
  expect(await failuresOf(runs, run(0), [])).toEqual([]);
  expect(read).toEqual([]);
});

test('a failed step is stored with its script, suite, environment, cause and revision', async () => {
  const sources = [
    { groupId: 'other', sourceId: 's', revision: 'wrong' },
    { groupId: 'g', sourceId: 's', revision: 'rev' },
  ] as SourceResult[];
  const [row, ...others] = await failuresOf(having({ failed: 1, error: 0 }).runs, run(1), sources);
  expect(others).toEqual([]);
  expect(row).toEqual({
    stepId: 'failed-0',
    runId: 'r',
    organizationId: 'o',
    projectId: 'p',
    scriptId: 's',
    scriptName: 'Read',
    suiteId: 'g',
    suiteName: 'Orders',
    runName: 'Nightly',
    environmentName: 'Stage',
    revision: 'rev',
    signature: expect.stringMatching(/^[\w-]{22}$/),
    kind: 'failed',
    statusClass: '5xx',
    template: 'Too slow',
    message: 'Too slow',
    finishedAt,
  });
});

test('unknown environments, suites, revisions and messages are empty, and a long message is cut', async () => {
  const summary = { suiteId: null, scriptId: null };
  const { runs } = having({ failed: 2, error: 0 }, (index) => ({
    message: index === 0 ? null : 'x'.repeat(501),
    summary,
  }));
  const rows = await failuresOf(runs, run(2, 0, null), []);
  expect(rows.map(({ message }) => message)).toEqual(['', 'x'.repeat(500)]);
  expect(rows[0]).toMatchObject({ environmentName: '', suiteId: '', scriptId: null, revision: null });
});

test('a step is grouped by its first failed assertion, or by the error that it ended with', async () => {
  const assertion = (kind: string, status: string) => ({ kind, operator: 'equals', status });
  const details = [
    { assertions: [assertion('status', 'passed'), assertion('body', 'failed'), assertion('time', 'failed')] },
    { assertions: [assertion('status', 'passed')], error: { code: 'TIMEOUT' } },
  ];
  const { runs } = having({ failed: 2, error: 0 }, (index) => ({ detail: details[index] }));
  expect((await failuresOf(runs, run(2), [])).map(({ kind }) => kind)).toEqual(['body', 'TIMEOUT']);
});

test.each([
  [{ failed: 0, error: 1 }, 1, 0],
  [{ failed: 100, error: 1 }, 101, 2],
  [{ failed: 250, error: 150 }, 400, 3],
  [{ failed: 1950, error: 200 }, 2000, 20],
  [{ failed: 2100, error: 5 }, 2000, 20],
])('of %o steps, %i are stored', async (steps, stored, pagesOfFailed) => {
  const { runs, read } = having(steps);
  const rows = await failuresOf(runs, run(steps.failed, steps.error), []);
  expect(new Set(rows.map(({ stepId }) => stepId)).size).toBe(stored);
  expect(rows).toHaveLength(stored);
  const pages = read.filter((one) => (one as string[])[0] === 'failed');
  expect(pages).toHaveLength(Math.max(1, pagesOfFailed));
});
