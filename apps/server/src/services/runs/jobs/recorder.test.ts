import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { LeaseLost } from '../domain/lease-lost.ts';
import { type Lease, leasesStore } from '../store/leases.store.ts';
import { createDemoRuns, type DemoRuns, passAll } from '../testing/demo-run.ts';
import { Recorder } from './recorder.ts';

let server: TestServer;
let demo: DemoRuns;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false });
});
beforeEach(async () => {
  demo = await createDemoRuns(server.platform, passAll);
});
afterAll(() => server.close());

const { claim } = leasesStore;
async function claimed(steps: number) {
  const runId = await demo.start(steps);
  const lease = (await server.platform.database.transaction((_sql, client) =>
    claim(client, 'me', [demo.kind]),
  )) as Lease;
  expect(lease.runId).toBe(runId);
  const errors: unknown[] = [];
  return { runId, lease, errors, recorder: new Recorder(server.platform, lease, (error) => errors.push(error)) };
}
/** Expires the lease of a runner that didn't return. */
const expire = (runId: string) =>
  server.platform.database.pool.query(`update runs.run set lease_until = now() - interval '1 second' where id = $1`, [
    runId,
  ]);
const eventCount = async (runId: string): Promise<number> =>
  (await server.platform.database.pool.query('select count(*) as n from runs.event where run_id = $1', [runId])).rows[0]
    .n;
const result = (index: number, text = '') => ({
  index,
  status: 'passed' as const,
  durationMs: 1.4,
  startedAt: new Date(),
  message: null,
  outcome: { index, text },
  detail: { text },
});

test('writes many results in few batches; counts, steps and events agree', async () => {
  const { runId, recorder } = await claimed(500);
  for (let index = 0; index < 500; index += 1) {
    recorder.started({ index });
    await recorder.finished(result(index));
  }
  await recorder.flush();
  const run = await demo.runs.get(demo.organizationId, runId);
  expect(run.counts).toMatchObject({ total: 500, passed: 500, running: 0, queued: 0 });
  expect(await eventCount(runId)).toBeLessThanOrEqual(10);
  const steps = await demo.runs.listSteps({ runId, status: 'passed' }, { page: 0, size: 1 });
  expect(steps.totalElements).toBe(500);
});

test('a full buffer makes the engine wait for the database: a run of 2,000 steps holds at most two batches', async () => {
  const { runId, recorder } = await claimed(2000);
  for (let index = 0; index < 2000; index += 1) {
    await recorder.finished(result(index));
    if (index % 50 !== 49) continue;
    const stored = (await demo.runs.get(demo.organizationId, runId)).counts.passed;
    // One batch is written while the next one fills.
    expect(index + 1 - stored).toBeLessThan(400);
  }
  await recorder.flush();
  expect((await demo.runs.get(demo.organizationId, runId)).counts).toMatchObject({ passed: 2000, queued: 0 });
});

test('results of an attempt that lost its lease are refused, and recorded once by the next attempt', async () => {
  const first = await claimed(3);
  await first.recorder.finished(result(0, 'first'));
  await first.recorder.flush();
  await expire(first.runId);
  const second = (await server.platform.database.transaction((_sql, client) =>
    claim(client, 'other', [demo.kind]),
  )) as Lease;
  expect(second).toMatchObject({ runId: first.runId, attempt: 2 });
  await first.recorder.finished(result(1, 'late'));
  await expect(first.recorder.flush()).rejects.toThrow(LeaseLost);
  expect(first.errors).toEqual([expect.any(LeaseLost)]);
  const recorder = new Recorder(server.platform, second, () => undefined);
  await recorder.finished(result(1, 'second'));
  await recorder.flush();
  const texts = [];
  for await (const step of demo.runs.readSteps(first.runId)) texts.push((step.detail as { text: string } | null)?.text);
  expect(texts).toEqual(['first', 'second', undefined]);
  expect((await demo.runs.get(demo.organizationId, first.runId)).counts).toMatchObject({ passed: 2, queued: 1 });
});

test('a second result of a step is refused together with its whole batch', async () => {
  const { runId, recorder, errors } = await claimed(3);
  await recorder.finished(result(0));
  await recorder.flush();
  await recorder.finished(result(1));
  await recorder.finished(result(0));
  await expect(recorder.flush()).rejects.toThrow(`1 results of run ${runId} were recorded already`);
  expect(errors).toHaveLength(1);
  expect((await demo.runs.get(demo.organizationId, runId)).counts).toMatchObject({ passed: 1, queued: 2 });
});

test('a running step reports its progress, and is counted once', async () => {
  const { runId, recorder } = await claimed(2);
  for (const message of ['500 rows read', '1,000 rows read']) {
    recorder.started({ index: 0, message });
    await recorder.flush();
  }
  expect((await demo.runs.get(demo.organizationId, runId)).counts).toMatchObject({ running: 1, queued: 1 });
  const { rows } = await server.platform.database.pool.query<{ data: { steps?: { message: string }[] } }>(
    'select data from runs.event where run_id = $1 order by seq',
    [runId],
  );
  expect(rows.flatMap(({ data }) => data.steps ?? []).map(({ message }) => message)).toEqual([
    '500 rows read',
    '1,000 rows read',
  ]);
  await recorder.finished(result(0));
  await recorder.flush();
  expect((await demo.runs.get(demo.organizationId, runId)).counts).toMatchObject({ running: 0, passed: 1 });
});

test("results with characters that the database can't store are recorded anyway", async () => {
  const { runId, recorder } = await claimed(1);
  recorder.started({ index: 0, line: { text: 'nul\0 half\ud800' } });
  await recorder.flush();
  await recorder.finished(result(0, 'nul\0 half\ud800'));
  await recorder.flush();
  const [step] = (await demo.runs.listSteps({ runId }, { page: 0, size: 1 })).content;
  expect(step).toMatchObject({ summary: { n: 0 }, outcome: { index: 0, text: 'nul\ufffd half\ufffd' } });
});

test("the engine's state is stored sealed with the batch", async () => {
  const { runId, recorder } = await claimed(1);
  recorder.keepState(() => ({ token: 'secret-of-the-session' }));
  await recorder.finished(result(0));
  await recorder.flush();
  const { rows } = await server.platform.database.pool.query('select checkpoint from runs.run where id = $1', [runId]);
  expect(rows[0].checkpoint).not.toContain('secret');
  const opened = server.platform.secrets.open(rows[0].checkpoint, `runs.run.checkpoint:${runId}`);
  expect(JSON.parse(opened)).toEqual({ token: 'secret-of-the-session' });
});
