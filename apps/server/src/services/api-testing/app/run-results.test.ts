import { newId } from '@touchstone/kernel';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Run, Runs } from '../../runs/index.ts';
import { createRunResults } from './run-results.ts';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false });
});
afterAll(() => server.close());

const [organizationId, projectId] = [newId(), newId()];
const noCounts = { total: 0, queued: 0, running: 0, passed: 0, failed: 0, error: 0, skipped: 0, cancelled: 0 };
const runOf = (given: Partial<Run> = {}): Run =>
  ({
    runId: newId(),
    organizationId,
    projectId,
    kind: 'api-functional',
    name: 'Nightly',
    status: 'passed',
    label: { environmentName: null, suites: [] },
    counts: noCounts,
    createdByName: 'Ada',
    durationMs: 1,
    finishedAt: new Date('2026-03-04T00:00:00Z'),
    ...given,
  }) as Run;

/** The use case on these runs, which the test may change, and the pages that were read. */
function results(runs: Run[]) {
  const pages: number[] = [];
  const use = createRunResults({
    platform: server.platform,
    runs: {
      listByIds: async (organization: string, ids: string[]) =>
        runs.filter((run) => run.organizationId === organization && ids.includes(run.runId)),
      sourceResults: async () => [],
      list: async (_filter: object, { page, size }: { page: number; size: number }) => {
        pages.push(page);
        return { content: runs.slice(page * size, (page + 1) * size) };
      },
    } as unknown as Runs,
  });
  return { use, pages };
}
const query = async (text: string, values: unknown[] = []) =>
  (await server.platform.database.pool.query(text, values)).rows;
const stored = async () =>
  (await query("select run_id from api_testing.run_result where level = 'run' order by run_id")).map(
    ({ run_id }) => run_id,
  );
const clear = () => query('delete from api_testing.run_result');

test.each<[string, Partial<Run>, boolean]>([
  ['a functional run that has ended', {}, true],
  ['a run that was stopped', { status: 'cancelled' }, true],
  ['a run of another kind', { kind: 'api-performance' }, false],
  ['a run that is still running', { status: 'running', finishedAt: null }, false],
  ['a run without an end', { finishedAt: null }, false],
  ['an unfinished run, even if it has a time', { status: 'queued' }, false],
])('results of %s', async (_name, given, isStored) => {
  await clear();
  const run = runOf(given);
  const { use } = results([run]);
  await use.record(run);
  await use.record(run);
  expect(await stored()).toEqual(isStored ? [run.runId] : []);
  await use.forget([run.runId]);
  expect(await stored()).toEqual([]);
});

test('a deleted run, and one of another organization, has no results', async () => {
  await clear();
  const run = runOf();
  await results([]).use.record(run);
  await results([run]).use.record({ runId: run.runId, organizationId: newId() });
  expect(await stored()).toEqual([]);
});

test('results of deleted runs are removed, of any number of runs', async () => {
  await clear();
  const runs = Array.from({ length: 1101 }, () => runOf());
  const foreign = runOf({ organizationId: newId() });
  const ids = [...runs, foreign].map(({ runId, organizationId: of }) => [runId, of]);
  await query(
    `insert into api_testing.run_result (run_id, level, subject_id, suite_id, organization_id, project_id, name, run_name, suite_name,
       environment_name, status, total, passed, failed, error, duration_ms, started_by, finished_at)
     select (one->>0)::uuid, 'run', one->>0, '', (one->>1)::uuid, $2, 'n', 'n', '', '', 'passed', 0, 0, 0, 0, 1, 'Ada', now()
       from jsonb_array_elements($1::jsonb) one`,
    [JSON.stringify(ids), projectId],
  );
  const kept = [runs[0], runs[700], runs[1100], foreign].map((run) => run as Run);
  await results(kept).use.sweep();
  expect(await stored()).toEqual(kept.map(({ runId }) => runId).sort());
});

test('earlier runs are imported 1,000 at a time, each workspace once', async () => {
  await clear();
  const runs = Array.from({ length: 1030 }, () => runOf());
  await query('delete from api_testing.pending_result');
  await query('insert into api_testing.pending_result (project_id, organization_id, page) values ($1, $2, 0)', [
    projectId,
    organizationId,
  ]);
  const first = results(runs);
  await first.use.bringIn();
  expect(first.pages).toEqual(Array.from({ length: 20 }, (_, page) => page));
  expect(await stored()).toHaveLength(1000);
  expect(await query('select page from api_testing.pending_result')).toEqual([{ page: 20 }]);
  const second = results(runs);
  await second.use.bringIn();
  expect(second.pages).toEqual([20]);
  expect(await stored()).toHaveLength(1030);
  expect(await query('select page from api_testing.pending_result')).toEqual([]);
});
