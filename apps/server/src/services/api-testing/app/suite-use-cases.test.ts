import { FakeClock } from '@touchstone/kernel';
import { expect, test } from 'vitest';
import type { ScriptGroup } from './suites/collect-scripts.ts';
import { nameOfRun } from './suites/collect-scripts.ts';
import { createReadSuites } from './suites/read-suites.ts';
import { createScriptTargets } from './suites/script-targets.ts';
import { createStatistics } from './suites/statistics.ts';
import { createOwnVariables } from './suites/suite-variables.ts';
import { createUsedVariables } from './suites/used-variables.ts';

const actor = { organizationId: 'o', userId: 'u' } as never;
const createdAt = new Date('2026-03-04T00:00:00Z');

test.each([
  [['A'], 'A'],
  [['A', 'B'], 'A, B'],
  [['A', 'B', 'C'], 'A, B and 1 more'],
  [['A', 'B', 'C', 'D'], 'A, B and 2 more'],
  [['x'.repeat(200), 'y'.repeat(200)], `${'x'.repeat(200)}, ${'y'.repeat(53)}`],
  [['x'.repeat(200), 'y'.repeat(30), 'z'], `${'x'.repeat(200)}, ${'y'.repeat(30)} and 1 more`],
])('a run of the suites %j is named after the first two, in at most 255 characters', (names, name) => {
  expect(nameOfRun(names.map((suiteName) => ({ suiteName }) as ScriptGroup))).toBe(name);
});

/** A suite's last run, as shown with the suite. */
async function lastRunOf(lastRunId: string | null, run?: object, own?: object) {
  const asked: unknown[] = [];
  const { read } = createReadSuites({
    platform: { database: {} },
    access: {
      openSuites: async (_actor: unknown, _ids: string[], need: string) => {
        expect(need).toBe('view');
        return [{ id: 's', name: 'Orders', lastRunId, createdAt, updatedAt: createdAt, dataFile: null }];
      },
    },
    runs: {
      listByIds: async (organizationId: string, ids: string[]) => {
        expect(organizationId).toBe('o');
        return run ? ids.map((runId) => ({ runId, ...run })) : [];
      },
      groupResults: async (pairs: object[]) => {
        asked.push(...pairs);
        return new Map(own && pairs.length > 0 ? [['r s', own]] : []);
      },
    },
  } as never);
  return { lastRun: (await read(actor, 's')).lastRun, asked };
}
const counts = { total: 2, passed: 2, failed: 0, error: 0, skipped: 0, cancelled: 0, queued: 0, running: 0 };

test('a suite shows its newest run: its own outcome once the run has ended, none if the run was deleted', async () => {
  const finishedAt = new Date('2026-03-04T05:06:07.008Z');
  expect(await lastRunOf(null)).toEqual({ lastRun: null, asked: [] });
  expect(await lastRunOf('r')).toEqual({ lastRun: null, asked: [] });
  const running = await lastRunOf('r', { status: 'running', counts, finishedAt: null }, { status: 'failed', counts });
  expect(running.asked).toEqual([]);
  expect(running.lastRun).toEqual({ runId: 'r', executionStatus: expect.any(String), finishedAt: null });
  const ended = { status: 'failed', counts: { ...counts, passed: 1, failed: 1 }, finishedAt };
  const [failed, passed] = [await lastRunOf('r', ended), await lastRunOf('r', ended, { status: 'passed', counts })];
  expect(passed.asked).toEqual([{ runId: 'r', groupId: 's' }]);
  expect(passed.lastRun).toMatchObject({ runId: 'r', finishedAt: '2026-03-04T05:06:07.008Z' });
  expect(new Set([running, failed, passed].map(({ lastRun }) => lastRun?.executionStatus)).size).toBe(3);
});

test.each([
  ['e', { environmentId: 'e' }],
  [null, {}],
])('a script is sent as stored, in environment %s of its workspace', async (environmentId, given) => {
  const stored = { scriptId: 's', scriptName: 'A', url: 'https://a.test' };
  const rest = { suiteId: 'su', projectId: 'p', position: 3, createdAt: '', updatedAt: '' };
  const sent: unknown[] = [];
  const { signal } = new AbortController();
  const targets = createScriptTargets({
    platform: {} as never,
    scripts: { read: async () => ({ ...stored, ...rest }) } as never,
    previewScript: (async (...input: unknown[]) => void sent.push(...input)) as never,
  });
  await targets.send(actor, { scriptId: 's', environmentId }, signal);
  expect(sent).toEqual([actor, { projectId: 'p', suiteId: 'su', ...given, script: stored }, signal]);
});

/** Statistics of a workspace, and the periods they were asked for. */
function statistics(totals: object = {}) {
  const asked: { from: string; to: string }[] = [];
  const opened: unknown[] = [];
  const use = createStatistics({
    platform: { clock: new FakeClock('2026-03-15T23:59:59Z'), database: {} } as never,
    workspaces: { open: async (...given: unknown[]) => void opened.push(given) } as never,
    environments: {} as never,
    runs: {
      statistics: {
        totals: async (range: never) => {
          asked.push(range);
          return totals;
        },
        days: async (range: never) => {
          asked.push(range);
          return [];
        },
      },
    } as never,
  });
  return { use, asked, opened };
}

test.each([
  [{}, '2026-03-02', '2026-03-15'],
  [{ endDate: '2026-03-10' }, '2026-02-25', '2026-03-10'],
  [{ startDate: '2026-01-01' }, '2026-01-01', '2026-03-15'],
  [{ startDate: '2026-01-01', endDate: '2026-01-02' }, '2026-01-01', '2026-01-02'],
])('statistics of the period %o are from %s to %s', async (range, from, to) => {
  const { use, asked, opened } = statistics();
  await use.everyday(actor, { projectId: 'p', ...range });
  expect(asked).toEqual([{ organizationId: 'o', projectId: 'p', kinds: ['api-functional'], from, to }]);
  expect(opened).toEqual([[actor, 'p', 'view']]);
});

test.each([
  [0, 0, 0, 0],
  [1, 2, 0, 33.3],
  [1, 0, 2, 33.3],
  [2, 1, 0, 66.7],
  [3, 0, 0, 100],
])('%i passed, %i failed and %i broken are %d percent', async (passed, failed, error, percent) => {
  const steps = { total: 9, passed, failed, error };
  const totals = { runs: 9, passed, failed, errors: error, steps };
  const { use } = statistics(totals);
  expect(await use.percentage(actor, { projectId: 'p' })).toEqual({ ...steps, passedPercent: percent });
  const { steps: _steps, ...shown } = totals;
  expect(await use.dashboard(actor, { projectId: 'p' })).toEqual({ ...shown, passRate: percent });
});

test('only variables whose names a suite lacks are added to it', async () => {
  const added: unknown[] = [];
  const needs: string[] = [];
  const use = createOwnVariables({
    access: {
      openSuite: async (_actor: unknown, _id: string, need: string) => {
        needs.push(need);
        return { organizationId: 'o', projectId: 'p' };
      },
    } as never,
    suiteVariables: {
      list: async () => [{ name: 'host' }],
      add: async (...given: unknown[]) => void added.push(...given),
    } as never,
  });
  const variable = (name: string) => ({ name, value: '1', isSecret: false });
  await use.addMissing(actor, 's', [variable('host')]);
  expect(added).toEqual([]);
  await use.addMissing(actor, 's', [variable('host'), variable('key')]);
  expect(added).toEqual([{ organizationId: 'o', projectId: 'p', suiteId: 's' }, [variable('key')]]);
  await use.list(actor, 's');
  expect(needs).toEqual(['edit', 'edit', 'view']);
});

test('a variable has a value only if each suite and script that uses it has one', async () => {
  const asked: unknown[] = [];
  const found: Record<string, { name: string; defined: boolean }[]> = {
    a: [
      { name: 'both', defined: true },
      { name: 'first', defined: false },
    ],
    b: [
      { name: 'both', defined: true },
      { name: 'first', defined: true },
      { name: 'last', defined: true },
    ],
    c: [{ name: 'last', defined: false }],
  };
  const usedVariables = createUsedVariables({
    environments: { assertExists: async () => undefined },
    detectVariables: async (_actor, input) => {
      asked.push(input);
      return found[input.suiteId ?? input.scriptId ?? ''] ?? [];
    },
  });
  const used = await usedVariables(actor, { projectId: 'p', suiteIds: ['a', 'b'], scriptIds: ['c'] });
  expect([...used]).toEqual([
    ['both', true],
    ['first', false],
    ['last', false],
  ]);
  expect(asked).toEqual([
    { projectId: 'p', suiteId: 'a' },
    { projectId: 'p', suiteId: 'b' },
    { projectId: 'p', scriptId: 'c' },
  ]);
  asked.length = 0;
  expect([...(await usedVariables(actor, { projectId: 'p', environmentId: 'e', suiteIds: ['a'] })).keys()]).toEqual([
    'both',
    'first',
  ]);
  expect(asked).toEqual([{ projectId: 'p', environmentId: 'e', suiteId: 'a' }]);
  expect([...(await usedVariables(actor, { projectId: 'p' }))]).toEqual([]);
});
