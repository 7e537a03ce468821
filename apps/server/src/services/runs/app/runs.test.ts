import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { RunViewer } from '../domain/run-kind.ts';
import { leasesStore } from '../store/leases.store.ts';
import { runsStore } from '../store/runs.store.ts';
import { createDemoRuns, type DemoRuns, passAll, planned, resultOf } from '../testing/demo-run.ts';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false });
});
afterAll(() => server.close());

async function withRunner<T>(demo: DemoRuns, work: () => Promise<T>): Promise<T> {
  const runner = demo.createRunner();
  await runner.start();
  try {
    return await work();
  } finally {
    await runner.stop(0);
  }
}
const storedFiles = async () =>
  (await readdir(join(server.platform.config.dataDir, 'files'), { recursive: true, withFileTypes: true })).filter(
    (entry) => entry.isFile(),
  ).length;

async function finishedRun(demo: DemoRuns, ageDays: number): Promise<string> {
  const runId = await withRunner(demo, async () => {
    const started = await demo.start(2);
    await demo.events(started);
    return started;
  });
  await server.platform.database.pool.query(
    `update runs.run set finished_at = now() - make_interval(days => $2) where id = $1`,
    [runId, ageDays],
  );
  const { organizationId } = demo;
  await server.platform.files.put({
    organizationId,
    owner: `run:${runId}`,
    name: 'body',
    contentType: 'text/plain',
    content: Buffer.from('x'),
  });
  return runId;
}
const exists = (demo: DemoRuns, runId: string) =>
  demo.runs.get(demo.organizationId, runId).then(
    () => true,
    () => false,
  );

test('retention deletes expired finished runs with their files, and nothing else', async () => {
  const demo = await createDemoRuns(server.platform, passAll);
  const [old, young] = [await finishedRun(demo, 31), await finishedRun(demo, 29)];
  const open = await demo.start(1);
  await server.platform.database.pool.query(
    `update runs.run set created_at = now() - interval '90 days' where id = $1`,
    [open],
  );
  const before = await storedFiles();
  await demo.work('runs.retention');
  expect([await exists(demo, old), await exists(demo, young), await exists(demo, open)]).toEqual([false, true, true]);
  expect(await storedFiles()).toBe(before - 1);
  const left = await server.platform.database.pool.query('select 1 from runs.step where run_id = $1', [old]);
  expect(left.rows).toEqual([]);
});

test('retention deletes the parts of a run with it, regardless of their age, and never a part alone', async () => {
  const demo = await createDemoRuns(server.platform, passAll);
  const { organizationId } = demo;
  const [old, young] = [await finishedRun(demo, 31), await finishedRun(demo, 29)];
  const partOf = (runId: string) => createDemoRuns(server.platform, passAll, { parent: { runId }, organizationId });
  const oldParts = await partOf(old);
  const part = await finishedRun(oldParts, 1);
  const inner = await finishedRun(await partOf(part), 1);
  const kept = await finishedRun(await partOf(young), 40);
  const before = await storedFiles();
  await demo.work('runs.retention');
  expect(await Promise.all([old, part, inner, young, kept].map((runId) => exists(demo, runId)))).toEqual([
    false,
    false,
    false,
    true,
    true,
  ]);
  expect(await storedFiles()).toBe(before - 3);
});

test('user-started runs are counted, their parts are not', async () => {
  const demo = await createDemoRuns(server.platform, passAll);
  const { organizationId } = demo;
  const since = new Date(Date.now() - 60_000);
  const parent = { runId: await demo.start(1) };
  const part = await createDemoRuns(server.platform, passAll, { parent, organizationId });
  await part.start(1);
  expect(await demo.runs.statistics.countSince(organizationId, since)).toBe(1);
  await demo.start(1);
  expect(await demo.runs.statistics.countSince(organizationId, since)).toBe(2);
});

test("a run whose files can't be deleted stays, and is deleted with them later", async () => {
  const demo = await createDemoRuns(server.platform, passAll);
  const runId = await finishedRun(demo, 1);
  const { files } = server.platform;
  const deleteOwned = files.deleteOwned;
  files.deleteOwned = () => Promise.reject(new Error('The disk is gone.'));
  try {
    await expect(demo.runs.delete(demo.organizationId, [runId])).rejects.toThrow('The disk is gone.');
  } finally {
    files.deleteOwned = deleteOwned;
  }
  expect(await exists(demo, runId)).toBe(true);
  const before = await storedFiles();
  expect(await demo.runs.delete(demo.organizationId, [runId])).toEqual([runId]);
  expect(await storedFiles()).toBe(before - 1);
});

test('deletes finished runs of its own organization only', async () => {
  const demo = await createDemoRuns(server.platform, passAll);
  const finished = await finishedRun(demo, 1);
  const open = await demo.start(1);
  expect(await demo.runs.delete(server.admin.organizationId, [finished])).toEqual([]);
  expect(await demo.runs.delete(demo.organizationId, [finished, open])).toEqual([finished]);
  expect(await exists(demo, open)).toBe(true);
});

test("a reader that returns after the last event, or whose run was deleted, doesn't wait", async () => {
  const demo = await createDemoRuns(server.platform, passAll);
  const runId = await finishedRun(demo, 1);
  const last = (await demo.events(runId)).at(-1)?.seq ?? 0;
  const signal = AbortSignal.timeout(10_000);
  const read = async (id: string, after: number) => {
    const seen = [];
    for await (const event of demo.runs.readEvents(id, after, signal)) seen.push(event.seq);
    return seen;
  };
  expect(await read(runId, last)).toEqual([]);
  expect(await read(runId, last - 1)).toEqual([last]);
  await demo.runs.delete(demo.organizationId, [runId]);
  expect(await read(runId, 0)).toEqual([]);
  expect(signal.aborted).toBe(false);
});

test('a reader that disconnects stops reading', async () => {
  const demo = await createDemoRuns(server.platform, passAll);
  const runId = await demo.start(1);
  const controller = new AbortController();
  const reading = (async () => {
    for await (const event of demo.runs.readEvents(runId, 0, controller.signal)) void event;
  })();
  controller.abort();
  await reading;
  expect((await demo.runs.get(demo.organizationId, runId)).status).toBe('queued');
});

test("a retry takes all steps or those that did not pass, and continues from the engine's state", async () => {
  const found: unknown[] = [];
  const demo = await createDemoRuns(server.platform, async (context) => {
    found.push(context.checkpoint);
    context.keepState(() => ({ seen: 'first run' }));
    for await (const step of context.openSteps())
      await context.finished(resultOf(step, step.title === 'Step 1' ? 'failed' : 'passed'));
  });
  const user = { userId: server.admin.userId, name: 'Ada' } as RunViewer;
  const retry = (runId: string, onlyFailed: boolean) =>
    demo.runs.retry(demo.organizationId, runId, { onlyFailed, user });
  await withRunner(demo, async () => {
    const runId = await demo.start(3);
    await demo.events(runId);
    const all = await retry(runId, false);
    expect(all).toMatchObject({ retryOf: runId, counts: { total: 3 } });
    const failed = await retry(runId, true);
    expect(failed).toMatchObject({ retryOf: runId, counts: { total: 1 } });
    expect((await demo.events(failed.runId)).at(-1)).toMatchObject({
      status: 'failed',
      counts: { total: 1, failed: 1 },
    });
    await demo.events(all.runId);
  });
  // Only a retry of the remaining steps continues from the state.
  expect(found.filter((state) => state !== undefined)).toEqual([{ seen: 'first run' }]);
  expect(found).toHaveLength(3);
  const open = await demo.start(1);
  await expect(retry(open, false)).rejects.toMatchObject({ code: 'RUNS_NOT_FINISHED' });
});

test('a retry takes a step if any of its executions in a loop failed, regardless of the first and last', async () => {
  const outcomes = [
    ['passed', 'passed'],
    ['passed', 'failed', 'passed'],
    ['passed', 'error'],
    ['failed', 'passed'],
  ] as const;
  const demo = await createDemoRuns(server.platform, async (context) => {
    let next = context.total;
    for await (const step of context.openSteps()) {
      const [first, ...others] = outcomes[Number(step.title.slice(5))] ?? ['passed'];
      await context.finished(resultOf(step, first));
      for (const [time, status] of others.entries()) {
        const repeat = { of: step.index, stepId: randomUUID(), position: step.index + (time + 1) / 10 };
        await context.finished({ ...resultOf(step, status), index: next, repeat });
        next += 1;
      }
    }
  });
  await withRunner(demo, async () => {
    const runId = await demo.start(4);
    expect((await demo.events(runId)).at(-1)).toMatchObject({ counts: { total: 9, failed: 2, error: 1 } });
    const user = { userId: server.admin.userId, name: 'Ada' } as RunViewer;
    const again = await demo.runs.retry(demo.organizationId, runId, { onlyFailed: true, user });
    const steps = await demo.runs.listSteps({ runId: again.runId }, { page: 0, size: 10 });
    expect(steps.content.map(({ title }) => title)).toEqual(['Step 1', 'Step 2', 'Step 3']);
    await demo.events(again.runId);
  });
});

test('the run that has waited longest is taken first', async () => {
  const demo = await createDemoRuns(server.platform, passAll);
  const started = [await demo.start(1), await demo.start(1), await demo.start(1)];
  for (const [index, runId] of started.entries())
    await server.platform.database.pool.query(
      'update runs.run set created_at = now() - make_interval(mins => $2) where id = $1',
      [runId, [5, 9, 1][index]],
    );
  const claim = () =>
    server.platform.database.transaction((_sql, client) => leasesStore.claim(client, 'me', [demo.kind]));
  const taken = [await claim(), await claim(), await claim(), await claim()].map((lease) => lease?.runId);
  expect(taken).toEqual([started[1], started[0], started[2], undefined]);
});

test("a run of another organization can't be stopped", async () => {
  const demo = await createDemoRuns(server.platform, passAll);
  const runId = await demo.start(1);
  await expect(demo.runs.cancel(randomUUID(), runId)).rejects.toMatchObject({ code: 'RUNS_NOT_FOUND' });
  expect(await runsStore.requestCancel(server.platform.database.sql, randomUUID(), runId)).toBeUndefined();
  expect((await demo.runs.get(demo.organizationId, runId)).status).toBe('queued');
});

test('steps form a tree: containers aggregate the status of their steps, and a retry takes only those it needs', async () => {
  const demo = await createDemoRuns(server.platform, async (context) => {
    for await (const step of context.openSteps())
      await context.finished(resultOf(step, step.title === 'b2' ? 'failed' : 'passed'));
  });
  const [a, b, row] = [randomUUID(), randomUUID(), randomUUID()];
  const container = { isContainer: true };
  const tree = async (runId: string, parentId: string | null = null, depth = 0): Promise<string[]> => {
    const { content } = await demo.runs.listSteps({ runId, parentId }, { page: 0, size: 50 });
    const lines: string[] = [];
    for (const step of content) {
      lines.push(`${'  '.repeat(depth)}${step.title} ${step.status} ${step.position.toFixed(2)}`);
      if (step.index < 0) lines.push(...(await tree(runId, step.stepId, depth + 1)));
    }
    return lines;
  };
  await withRunner(demo, async () => {
    const runId = await demo.start([
      planned({ title: 'first' }),
      planned({ title: 'A', stepId: a, ...container }),
      planned({ title: 'a1', parentId: a }),
      planned({ title: 'B', stepId: b, ...container }),
      planned({ title: 'Row 1', stepId: row, parentId: b, ...container }),
      planned({ title: 'b1', parentId: row }),
      planned({ title: 'b2', parentId: row }),
      planned({ title: 'b3', parentId: row, retryable: false }),
    ]);
    expect((await demo.events(runId)).at(-1)).toMatchObject({ counts: { total: 5, passed: 4, failed: 1 } });
    expect(await tree(runId)).toEqual([
      'first passed 0.00',
      'A passed 0.50',
      '  a1 passed 1.00',
      'B failed 1.50',
      '  Row 1 failed 1.67',
      '    b1 passed 2.00',
      '    b2 failed 3.00',
      '    b3 passed 4.00',
    ]);
    const flat = await demo.runs.listSteps({ runId }, { page: 0, size: 50 });
    expect(flat.content.map(({ title }) => title)).toEqual(['first', 'a1', 'b1', 'b2', 'b3']);
    const user = { userId: server.admin.userId, name: 'Ada' } as RunViewer;
    const retried = await demo.runs.retry(demo.organizationId, runId, { onlyFailed: true, user });
    expect(retried.counts.total).toBe(1);
    await demo.events(retried.runId);
    const [failed, row1, again] = await tree(retried.runId);
    expect([failed, row1, again]).toEqual(['B failed -0.50', '  Row 1 failed -0.33', '    b2 failed 0.00']);
    const whole = await demo.runs.retry(demo.organizationId, runId, { onlyFailed: false, user });
    await demo.events(whole.runId);
    expect(await tree(whole.runId)).toEqual(await tree(runId));
  });
});

test('a search finds steps by their search text, taken literally, and by status', async () => {
  const demo = await createDemoRuns(server.platform, async (context) => {
    for await (const step of context.openSteps())
      await context.finished({
        ...resultOf(step),
        ...(step.title === 'Two' && { searchText: 'Two\nhttps://b.test/x_y' }),
      });
  });
  const runId = await demo.start([
    planned({ title: 'One 100%' }),
    planned({ title: 'Two', searchText: 'Two {{host}}' }),
  ]);
  const found = async (searchTerm: string) =>
    (await demo.runs.listSteps({ runId, searchTerm }, { page: 0, size: 9 })).content.map(({ title }) => title);
  expect([await found('100%'), await found('%'), await found('{{HOST}}')]).toEqual([
    ['One 100%'],
    ['One 100%'],
    ['Two'],
  ]);
  await withRunner(demo, () => demo.events(runId));
  expect([await found('b.test/x_y'), await found('xzy'), await found('{{host}}')]).toEqual([['Two'], [], []]);
});
