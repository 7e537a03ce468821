import { Readable } from 'node:stream';
import type { StepSummary } from '@touchstone/contracts/api-testing';
import { sharedWorkPool, WorkStopped } from '@touchstone/engine-assert';
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import { type ComparedStep, comparePairs } from '../../domain/executions/compare-steps.ts';
import { createCompareRuns } from './compare-runs.ts';

const actor = { organizationId: 'o', userId: 'u' } as never;
type Body = { text?: string; fileId?: string };
type Step = { name: string; body?: Body; status?: string; isUnanswered?: boolean };

type Pairs = { base: ComparedStep; current: ComparedStep }[];
let run: MockInstance<(order: { input: Pairs }) => Promise<unknown>>;
beforeEach(() => {
  run = vi.spyOn(sharedWorkPool, 'run') as never;
  run.mockImplementation(async ({ input }) => comparePairs(input));
});
afterEach(() => void run.mockRestore());
/** How many pairs of steps were compared at once. */
const batches = () => run.mock.calls.map(([{ input }]) => input.length);

/** Two runs with these steps; files contain their own ids. */
function comparing(base: Step[], current: Step[]) {
  const read: string[][] = [];
  const opened: string[] = [];
  const of = (runId: string) => (runId === 'base' ? base : current);
  const summaries = (runId: string) =>
    of(runId).map(({ name }, index) => ({ stepId: `${runId}-${index}`, name, suiteName: 'S', scriptId: name }));
  const compare = createCompareRuns({
    platform: {
      files: {
        open: async (organizationId: string, fileId: string) => ({
          stream: Readable.from([Buffer.from(`"${organizationId} ${fileId}"`)]),
        }),
      },
    },
    runs: {
      getSteps: async (runId: string, ids: string[]) => {
        read.push(ids);
        return ids.map((stepId) => {
          const { name, body, status = 'passed', isUnanswered } = of(runId)[Number(stepId.split('-')[1])] as Step;
          const response = { status: 200, headers: [], body: { contentType: 'application/json', ...body } };
          return {
            stepId,
            kind: 'request',
            title: name,
            summary: {},
            status,
            durationMs: 10,
            detail: { exchange: isUnanswered ? {} : { response }, assertions: [] },
          };
        });
      },
    },
    executions: {
      openFinished: async (_actor: unknown, runId: string) => void opened.push(runId),
      allSteps: async (runId: string) => summaries(runId) as unknown as StepSummary[],
    },
  } as never);
  return { compare: () => compare(actor, 'base', 'current'), read, opened };
}

test('runs are compared in batches of 50 steps, in their order, with totals', async () => {
  const steps = (count: number, given: object = {}) =>
    Array.from({ length: count }, (_, index) => ({ name: `N${index}`, body: { text: '1' }, ...given }));
  const { compare, read, opened } = comparing(
    [...steps(120), { name: 'Gone' }],
    [...steps(119), { name: 'N119', body: { text: '"other"' } }, { name: 'New' }],
  );
  const { totals, steps: found, ...ids } = await compare();
  expect(ids).toEqual({ baseRunId: 'base', runId: 'current' });
  expect(opened).toEqual(['base', 'current']);
  expect(found.map(({ name }) => name)).toEqual([...steps(120).map(({ name }) => name), 'New', 'Gone']);
  expect(found.slice(-4).map(({ verdict }) => verdict)).toEqual(['same', 'changed', 'added', 'removed']);
  expect(totals).toEqual({ same: 119, changed: 1, fixed: 0, broken: 0, added: 1, removed: 1 });
  expect(read.map((some) => some.length)).toEqual([50, 50, 50, 50, 21, 21]);
  expect(batches()).toEqual([50, 50, 20]);
});

test('runs without steps have nothing to compare', async () => {
  const none = { same: 0, changed: 0, fixed: 0, broken: 0, added: 0, removed: 0 };
  expect(await comparing([], []).compare()).toMatchObject({ totals: none, steps: [] });
});

test('bodies stored as files are compared like those stored as text', async () => {
  const bodies = (...given: Body[]) => given.map((body, index) => ({ name: `N${index}`, body }));
  const { compare } = comparing(
    bodies({ fileId: 'a' }, { fileId: 'a' }, { text: '"o a"' }, {}, { text: '' }),
    bodies({ fileId: 'a' }, { fileId: 'b' }, { fileId: 'a' }, {}, {}),
  );
  const { steps } = await compare();
  expect(steps.map(({ isBodySame }) => isBodySame)).toEqual([true, false, true, true, true]);
  expect(steps[1]?.body).toMatchObject([{ before: 'o a', after: 'o b' }]);
});

test('a step without a response is compared like one with an empty body', async () => {
  const unanswered = { status: 'error', isUnanswered: true };
  const { compare } = comparing(
    [
      { name: 'A', body: { text: '1' } },
      { name: 'B', ...unanswered },
      { name: 'C', ...unanswered },
    ],
    [
      { name: 'A', ...unanswered },
      { name: 'B', body: { text: '1' } },
      { name: 'C', ...unanswered },
    ],
  );
  const { steps, totals } = await compare();
  expect(steps.map(({ verdict, isBodySame }) => [verdict, isBodySame])).toEqual([
    ['broken', false],
    ['fixed', false],
    ['same', true],
  ]);
  expect(totals).toEqual({ same: 1, changed: 0, fixed: 1, broken: 1, added: 0, removed: 0 });
});

test('large bodies are compared a few at a time', async () => {
  const text = JSON.stringify('x'.repeat(1024 * 1024));
  const steps = ['A', 'B', 'C'].map((name) => ({ name, body: { text } }));
  const { totals } = await comparing(steps, [...steps, { name: 'D' }]).compare();
  expect(totals).toMatchObject({ same: 3, changed: 0, added: 1 });
  expect(batches()).toEqual([1, 1, 1]);
});

test('steps whose bodies take too long to compare are listed as changed, with the reason', async () => {
  run.mockRejectedValue(new WorkStopped('Comparing the bodies took too long.'));
  const { steps } = await comparing([{ name: 'A' }, { name: 'B' }], [{ name: 'A' }]).compare();
  expect(steps.map(({ name, verdict, summary, isBodySame }) => [name, verdict, summary, isBodySame])).toEqual([
    ['A', 'changed', 'Comparing the bodies took too long.', false],
    ['B', 'removed', '', true],
  ]);
  run.mockRejectedValue(new Error('broken'));
  await expect(comparing([{ name: 'A' }], [{ name: 'A' }]).compare()).rejects.toThrow('broken');
});
