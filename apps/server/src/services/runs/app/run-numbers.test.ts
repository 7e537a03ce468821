import { randomUUID } from 'node:crypto';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { RunViewer } from '../domain/run-kind.ts';
import type { QueuedRunInput } from '../index.ts';
import { createDemoRuns, type DemoRuns, passAll, planned } from '../testing/demo-run.ts';

let server: TestServer;
let demo: DemoRuns;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false });
  demo = await createDemoRuns(server.platform, passAll);
});
afterAll(() => server.close());

const inputOf = (projectId: string, given: Partial<QueuedRunInput> = {}): QueuedRunInput => ({
  organizationId: demo.organizationId,
  projectId,
  kind: demo.kind,
  name: 'Checkout',
  plan: {},
  label: {},
  user: { userId: randomUUID(), name: 'Ada' },
  steps: (async function* () {
    yield planned({});
  })(),
  ...given,
});
const start = (projectId: string, given: Partial<QueuedRunInput> = {}) => demo.runs.enqueue(inputOf(projectId, given));
const search = async (projectId: string, searchTerm: string) => {
  const filter = { organizationId: demo.organizationId, projectId, searchTerm };
  const { content } = await demo.runs.list(filter, { page: 0, size: 50 });
  return content.map(({ number }) => number).sort();
};

test("runs started concurrently get their project's numbers without gaps or duplicates", async () => {
  const [one, other] = [randomUUID(), randomUUID()];
  const started = await Promise.all(Array.from({ length: 24 }, (_, place) => start(place % 3 === 0 ? other : one)));
  const numbersOf = (projectId: string) =>
    started
      .filter((run) => run.projectId === projectId)
      .map(({ number }) => number ?? 0)
      .sort((a, b) => a - b);
  expect(numbersOf(one)).toEqual(Array.from({ length: 16 }, (_, place) => place + 1));
  expect(numbersOf(other)).toEqual(Array.from({ length: 8 }, (_, place) => place + 1));
});

test("a failed start takes no number, and the number of a deleted run isn't reused", async () => {
  const projectId = randomUUID();
  const steps = (async function* () {
    yield planned({});
    throw new Error('The plan broke.');
  })();
  await expect(start(projectId, { steps })).rejects.toThrow('The plan broke.');
  const first = await start(projectId);
  expect(first.number).toBe(1);
  await server.platform.database.pool.query(`update runs.run set status = 'passed' where id = $1`, [first.runId]);
  await demo.runs.delete(demo.organizationId, [first.runId]);
  expect((await start(projectId)).number).toBe(2);
});

test('a retry is a new run with the label and commit of the first; a part of a run has no number', async () => {
  const projectId = randomUUID();
  const run = await start(projectId, { origin: { label: 'main', commit: 'abc1234' } });
  await server.platform.database.pool.query(`update runs.run set status = 'failed' where id = $1`, [run.runId]);
  const again = await demo.runs.retry(demo.organizationId, run.runId, {
    onlyFailed: false,
    user: { userId: randomUUID(), name: 'Ada' } as RunViewer,
  });
  expect(again).toMatchObject({ number: 2, origin: { label: 'main', commit: 'abc1234' } });
  expect((await start(projectId, { parent: { runId: run.runId } })).number).toBeNull();
  expect((await start(projectId)).number).toBe(3);
});

test('runs are found by name, number, both, label and the start of the commit', async () => {
  const projectId = randomUUID();
  await start(projectId, { origin: { label: 'release 2_0', commit: '4f2c1d9a' } });
  await start(projectId, { name: 'Basket', origin: { label: 'release 210', commit: '99004f2c' } });
  await start(projectId, { name: 'Build #1 again' });
  expect(await search(projectId, 'check')).toEqual([1]);
  expect(await search(projectId, '2')).toEqual([1, 2]);
  expect(await search(projectId, '#2')).toEqual([2]);
  expect(await search(projectId, '#1')).toEqual([1, 3]);
  expect(await search(projectId, 'basket #2')).toEqual([2]);
  expect(await search(projectId, 'basket #1')).toEqual([]);
  expect(await search(projectId, '4f2c')).toEqual([1]);
  expect(await search(projectId, 'release 2_')).toEqual([1]);
  expect(await search(projectId, '#99999999999999')).toEqual([]);
});

test('the numbers of a workspace are deleted with it', async () => {
  const projectId = randomUUID();
  await start(projectId);
  await demo.runs.deleteProject(demo.organizationId, projectId);
  const kept = await server.platform.database.pool.query('select 1 from runs.run_number where project_id = $1', [
    projectId,
  ]);
  expect(kept.rows).toEqual([]);
});
