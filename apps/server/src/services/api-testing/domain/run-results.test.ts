import type { RunCounts } from '@touchstone/contracts/runs';
import { expect, test } from 'vitest';
import { type EndedRun, resultsOf as resultsWith, type ScriptOfRun, worstOf } from './run-results.ts';

const none: RunCounts = {
  total: 0,
  queued: 0,
  running: 0,
  passed: 0,
  failed: 0,
  error: 0,
  skipped: 0,
  cancelled: 0,
};
const counts = (given: Partial<RunCounts>): RunCounts => ({
  ...none,
  ...given,
  total: Object.values(given).reduce((sum, value) => sum + value, 0),
});

test.each([
  [{ passed: 2 }, 'passed'],
  [{}, 'passed'],
  [{ passed: 1, skipped: 1 }, 'passed'],
  [{ skipped: 2 }, 'skipped'],
  [{ passed: 2, failed: 1 }, 'failed'],
  [{ passed: 2, failed: 1, error: 1, cancelled: 1 }, 'error'],
  [{ passed: 2, cancelled: 1 }, 'cancelled'],
  [{ queued: 2 }, 'cancelled'],
  [{ running: 1 }, 'cancelled'],
] as const)('%j together are %s', (given, status) => {
  expect(worstOf(counts(given))).toBe(status);
});

const resultsOf = (of: EndedRun, scripts: ScriptOfRun[]) => resultsWith(of, scripts, (values) => values.join(', '));
const finishedAt = new Date('2026-03-01T10:00:09Z');
const run: EndedRun = {
  runId: 'r',
  organizationId: 'o',
  projectId: 'p',
  name: 'Nightly',
  status: 'failed',
  label: {
    environmentName: 'Staging',
    suites: [
      { suiteId: 's1', suiteName: 'Orders', total: 3 },
      { suiteId: 's2', suiteName: 'Users', total: 1 },
    ],
  },
  counts: counts({ passed: 3, failed: 1 }),
  durationMs: 9000,
  createdByName: 'Ada',
  finishedAt,
};
const script = (groupId: string, sourceId: string, given: Partial<ScriptOfRun>): ScriptOfRun => ({
  groupId,
  sourceId,
  name: sourceId.toUpperCase(),
  summary: { method: 'GET', url: `{{baseUrl}}/${sourceId}?page=1` },
  revision: sourceId === 'c' ? null : '1',
  counts: counts({ passed: 1 }),
  averageMs: 10,
  startedMs: 1000,
  finishedMs: 2000,
  ...given,
});

test('a run has its own result, one for each suite and one for each script', () => {
  const rows = resultsOf(run, [
    script('s1', 'a', { counts: counts({ passed: 1, failed: 1 }), startedMs: 4000, finishedMs: 7000 }),
    script('s1', 'b', { startedMs: 3500, finishedMs: 5000 }),
    script('s2', 'c', { startedMs: null, finishedMs: null, counts: counts({ skipped: 1 }), averageMs: 0 }),
  ]);
  expect(rows.map(({ level, subjectId, suiteId, status }) => [level, subjectId, suiteId, status])).toEqual([
    ['run', 'r', '', 'failed'],
    ['suite', 's1', 's1', 'failed'],
    ['suite', 's2', 's2', 'skipped'],
    ['script', 'a', 's1', 'failed'],
    ['script', 'b', 's1', 'passed'],
    ['script', 'c', 's2', 'skipped'],
  ]);
  expect(rows[1]).toEqual({
    runId: 'r',
    level: 'suite',
    subjectId: 's1',
    suiteId: 's1',
    organizationId: 'o',
    projectId: 'p',
    name: 'Orders',
    runName: 'Nightly',
    suiteName: 'Orders',
    environmentName: 'Staging',
    status: 'failed',
    total: 3,
    passed: 2,
    failed: 1,
    error: 0,
    // From the first start to the last end, although scripts overlap.
    durationMs: 3500,
    startedBy: 'Ada',
    revision: 'a 1, b 1',
    endpoint: null,
    finishedAt,
  });
  expect(rows[2]?.durationMs).toBe(0);
  expect(rows[3]).toMatchObject({
    name: 'A',
    durationMs: 10,
    suiteName: 'Orders',
    runName: 'Nightly',
    endpoint: 'GET /a',
  });
});

test('the revision of a suite is the same while it has the same unchanged scripts, in any order', () => {
  const revisionOf = (...scripts: ScriptOfRun[]) => resultsOf(run, scripts)[1]?.revision;
  const [a, b] = [script('s1', 'a', {}), script('s1', 'b', {})];
  const known = revisionOf(a, b);
  expect(revisionOf(b, a)).toBe(known);
  expect(revisionOf(a, { ...b, revision: '2' })).not.toBe(known);
  expect(revisionOf(a)).not.toBe(known);
  expect(revisionOf(a, { ...b, revision: null })).toBeNull();
});

test('a run without an environment and without scripts keeps its own result', () => {
  const rows = resultsOf({ ...run, label: { environmentName: null, suites: [] } }, []);
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ level: 'run', environmentName: '', durationMs: 9000, total: 4 });
});

test('a script that never started or never ended does not extend the time of its suite', () => {
  const [, suite] = resultsOf(run, [
    script('s1', 'a', { startedMs: 4000, finishedMs: null }),
    script('s1', 'b', { startedMs: 5000, finishedMs: 7000 }),
    script('s1', 'c', { startedMs: null, finishedMs: null }),
  ]);
  expect(suite?.durationMs).toBe(3000);
  const [, earlier] = resultsOf({ ...run, label: { environmentName: null, suites: [] } }, [
    script('s9', 'a', { startedMs: -3000, finishedMs: -1000 }),
    script('s9', 'b', { startedMs: null, finishedMs: null }),
  ]);
  expect(earlier).toMatchObject({ durationMs: 2000, name: 's9', suiteName: '' });
});
