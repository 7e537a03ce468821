import { once } from 'node:events';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import type { RunContext, Runner } from '../index.ts';
import { leasesStore } from '../store/leases.store.ts';
import { createDemoRuns, type DemoRuns, passAll, resultOf } from '../testing/demo-run.ts';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false });
});
afterAll(() => server.close());

const runners: Runner[] = [];
async function startRunner(demo: DemoRuns): Promise<Runner> {
  const runner = demo.createRunner();
  runners.push(runner);
  await runner.start();
  return runner;
}
afterEach(async () => {
  await Promise.all(runners.splice(0).map((runner) => runner.stop(0)));
});

const query = (text: string, values: unknown[]) => server.platform.database.pool.query(text, values);
const expire = (runId: string) =>
  query(`update runs.run set lease_until = now() - interval '1 second' where id = $1`, [runId]);
const claim = (demo: DemoRuns) =>
  server.platform.database.transaction((_sql, client) => leasesStore.claim(client, 'dead runner', [demo.kind]));
const run = (demo: DemoRuns, runId: string) => demo.runs.get(demo.organizationId, runId);

/** A kind that stops at a step until it is released or aborted. */
function holdAt(index: number) {
  let reach: () => void = () => undefined;
  let go: () => void = () => undefined;
  const reached = new Promise<void>((resolve) => (reach = resolve));
  const released = new Promise<void>((resolve) => (go = resolve));
  const executed: number[] = [];
  const execute = async (context: RunContext) => {
    for await (const step of context.openSteps()) {
      context.started(step);
      executed.push(step.index);
      if (step.index === index && context.attempt === 1) {
        reach();
        if (!context.signal.aborted) await Promise.race([released, once(context.signal, 'abort')]);
        if (context.signal.aborted) return;
      }
      await context.finished(resultOf(step));
    }
  };
  return { execute, reached, release: () => go(), executed };
}

test.each([
  ['passed', ['passed', 'passed', 'skipped'], 'Demo passed'],
  ['failed', ['passed', 'failed', 'skipped'], 'Demo failed'],
  ['error', ['failed', 'error', 'passed'], 'Demo error'],
] as const)('a run whose worst step decides ends as %s, with numbered events', async (status, results, word) => {
  const demo = await createDemoRuns(server.platform, async (context) => {
    for await (const step of context.openSteps()) await context.finished(resultOf(step, results[step.index]));
  });
  await startRunner(demo);
  const runId = await demo.start(3);
  const events = await demo.events(runId);
  expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index + 1));
  expect(events[0]).toMatchObject({ type: 'status', status: 'running', message: 'Execution has started' });
  expect(events.at(-1)).toMatchObject({
    type: 'COMPLETED',
    status,
    executionStatus: word,
    counts: { total: 3, queued: 0, running: 0 },
  });
  expect(await run(demo, runId)).toMatchObject({ status, attempt: 1 });
});

test('a run without steps passes; one whose kind throws ends as error, with its open steps', async () => {
  const empty = await createDemoRuns(server.platform, passAll);
  await startRunner(empty);
  expect((await empty.events(await empty.start(0))).at(-1)).toMatchObject({ type: 'COMPLETED', status: 'passed' });
  const failing = await createDemoRuns(server.platform, async () => {
    throw new Error('The engine broke.');
  });
  await startRunner(failing);
  const runId = await failing.start(2);
  expect((await failing.events(runId)).at(-1)).toMatchObject({
    status: 'error',
    message: 'Run failed. Please try again!',
    counts: { error: 2 },
  });
});

test('a queued run is cancelled without a runner, and no runner claims it later', async () => {
  const demo = await createDemoRuns(server.platform, passAll);
  const runId = await demo.start(3);
  await demo.runs.cancel(demo.organizationId, runId);
  expect(await run(demo, runId)).toMatchObject({
    status: 'cancelled',
    message: 'Run canceled',
    counts: { cancelled: 3, queued: 0 },
  });
  expect((await demo.events(runId)).map((event) => event.type)).toEqual(['COMPLETED']);
  expect(await claim(demo)).toBeUndefined();
  await expect(demo.runs.cancel(demo.organizationId, runId)).rejects.toMatchObject({ code: 'RUNS_ALREADY_FINISHED' });
  await expect(demo.runs.cancel(server.admin.organizationId, runId)).rejects.toMatchObject({ code: 'RUNS_NOT_FOUND' });
});

test('a running run stops when it is cancelled; ended steps keep their result', async () => {
  const held = holdAt(1);
  const demo = await createDemoRuns(server.platform, held.execute);
  await startRunner(demo);
  const runId = await demo.start(3);
  await held.reached;
  await demo.runs.cancel(demo.organizationId, runId);
  expect((await demo.events(runId)).at(-1)).toMatchObject({
    status: 'cancelled',
    message: 'Run canceled',
    counts: { passed: 1, cancelled: 2, running: 0 },
  });
});

test('a draining runner hands its run over immediately: every step is executed, none is recorded twice', async () => {
  const held = holdAt(5);
  const demo = await createDemoRuns(server.platform, held.execute);
  const first = await startRunner(demo);
  const runId = await demo.start(10);
  await held.reached;
  await first.stop(0);
  expect(await run(demo, runId)).toMatchObject({ status: 'running', counts: { passed: 5, error: 0, cancelled: 0 } });
  await startRunner(demo);
  const events = await demo.events(runId);
  expect(events.at(-1)).toMatchObject({ status: 'passed', counts: { passed: 10 } });
  expect(held.executed).toEqual([0, 1, 2, 3, 4, 5, 5, 6, 7, 8, 9]);
  expect(
    events.some((event) => event.type === 'status' && event.message === 'Execution continues on another runner'),
  ).toBe(true);
  const attempts = [];
  for await (const step of demo.runs.readSteps(runId)) attempts.push(step.attempt);
  expect(attempts).toEqual([1, 1, 1, 1, 1, 2, 2, 2, 2, 2]);
});

test('a draining runner with enough time lets its run finish and claims no other', async () => {
  const held = holdAt(1);
  const demo = await createDemoRuns(server.platform, held.execute);
  const runner = await startRunner(demo);
  const runId = await demo.start(3);
  await held.reached;
  const stopping = runner.stop(60_000);
  const waiting = await demo.start(1);
  held.release();
  await stopping;
  expect(await run(demo, runId)).toMatchObject({ status: 'passed', attempt: 1 });
  expect(await run(demo, waiting)).toMatchObject({ status: 'queued' });
});

test('a run that killed three runners before any result ends as error and says so', async () => {
  const demo = await createDemoRuns(server.platform, passAll);
  const runId = await demo.start(2);
  for (const attempt of [1, 2, 3]) {
    const lease = await claim(demo);
    expect(lease).toMatchObject({ runId, attempt });
    // Each of them reported that a step had started, and died in it.
    await server.platform.database.transaction(async (_sql, client) => {
      if (!lease) throw new Error('No lease.');
      const delta = { total: 0, running: 1, passed: 0, failed: 0, error: 0, skipped: 0, cancelled: 0 };
      await leasesStore.advance(client, lease, delta, undefined, false);
      await leasesStore.markStarted(client, lease, [0]);
    });
    await expire(runId);
  }
  expect(await claim(demo)).toBeUndefined();
  await startRunner(demo);
  expect((await demo.runs.get(demo.organizationId, runId)).status).toBe('running');
  const message = 'The runner stopped several times while executing this run. Look into its log, then retry.';
  for await (const event of demo.runs.readEvents(runId, 0, AbortSignal.timeout(15_000)))
    if (event.type === 'COMPLETED')
      expect(event).toMatchObject({ status: 'error', message, counts: { error: 2, running: 0, queued: 0 } });
  expect(await run(demo, runId)).toMatchObject({ status: 'error', message });
});

test('a run of a dead runner is taken over before its lease expires, one of a living runner is not', async () => {
  const { notifier } = server.platform;
  const demo = await createDemoRuns(server.platform, passAll);
  const withdraw = await notifier.declare('living runner');
  const [orphan, held] = [await demo.start(2), await demo.start(2)];
  const owners = new Map([
    [orphan, 'dead runner'],
    [held, 'living runner'],
  ]);
  for (const [runId, owner] of owners)
    await query(
      `update runs.run set status = 'running', attempt = 1, lease_owner = $2, lease_until = now() + interval '2 seconds' where id = $1`,
      [runId, owner],
    );
  await startRunner(demo);
  expect((await demo.events(orphan)).at(-1)).toMatchObject({ status: 'passed' });
  const left = await query(`select lease_owner, attempt from runs.run where id = $1`, [held]);
  expect(left.rows).toEqual([{ lease_owner: 'living runner', attempt: 1 }]);
  withdraw();
  expect((await demo.events(held)).at(-1)).toMatchObject({ status: 'passed' });
});

test("attempts that made progress don't count against a run", async () => {
  const demo = await createDemoRuns(server.platform, passAll);
  const runId = await demo.start(6);
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    const lease = await claim(demo);
    expect(lease?.attempt).toBe(attempt);
    await server.platform.database.transaction(async (_sql, client) => {
      if (!lease) throw new Error('No lease.');
      const delta = { total: 0, running: 0, passed: 1, failed: 0, error: 0, skipped: 0, cancelled: 0 };
      await leasesStore.advance(client, lease, delta, undefined, true);
    });
    await expire(runId);
  }
});

test('two runners share the waiting runs; none is executed by both', async () => {
  const executed: string[] = [];
  const demo = await createDemoRuns(server.platform, async (context) => {
    executed.push(context.runId);
    await passAll(context);
  });
  await Promise.all([startRunner(demo), startRunner(demo)]);
  const runIds = await Promise.all(Array.from({ length: 12 }, () => demo.start(2)));
  for (const runId of runIds) await demo.events(runId);
  expect(executed.sort()).toEqual([...runIds].sort());
});

test('if the database fails while results are written, no result is lost and the run continues', async () => {
  const { database } = server.platform;
  let failures = 1;
  const platform = {
    ...server.platform,
    database: {
      ...database,
      transaction: ((work) =>
        database.transaction(async (sql, client) => {
          const result = await work(sql, client);
          // Only the transaction that records the first results of the first attempt sees some.
          const found = await client.query('select 1 from runs.run where passed > 0 and total = 450 and attempt = 1');
          if (found.rowCount && failures > 0) {
            failures -= 1;
            throw new Error('The connection is gone.');
          }
          return result;
        })) as typeof database.transaction,
    },
  };
  const demo = await createDemoRuns(platform, passAll);
  await startRunner(demo);
  const runId = await demo.start(450);
  const last = (await demo.events(runId)).at(-1);
  expect(last).toMatchObject({ type: 'COMPLETED', status: 'passed', counts: { passed: 450, error: 0 } });
  expect(failures).toBe(0);
}, 30_000);

test('parts of a run go to idle runners first, one each, and the rest to busy ones', async () => {
  const taken: string[] = [];
  const releases: (() => void)[] = [];
  const executeAs = (runner: string) => async (context: RunContext) => {
    taken.push(runner);
    await Promise.race([new Promise<void>((resolve) => releases.push(resolve)), once(context.signal, 'abort')]);
    await passAll(context);
  };
  const whole = await createDemoRuns(server.platform, passAll);
  const { organizationId } = whole;
  const parent = { runId: await whole.start(1) };
  const first = await createDemoRuns(server.platform, executeAs('first'), { parent, organizationId });
  const { kind } = first;
  const second = await createDemoRuns(server.platform, executeAs('second'), { parent, kind, organizationId });
  const runIds = [await first.start(1), await first.start(1), await first.start(1)];
  // They stay young until the test ages them, however slow the machine is.
  await query(`update runs.run set created_at = now() + interval '1 hour' where kind = $1`, [kind]);
  await startRunner(first);
  await expect.poll(() => taken).toEqual(['first']);
  await startRunner(second);
  await expect.poll(() => taken).toEqual(['first', 'second']);
  await query(`update runs.run set created_at = now() - interval '1 hour' where kind = $1`, [kind]);
  await expect.poll(() => taken.length).toBe(3);
  for (const release of releases) release();
  for (const runId of runIds) expect((await first.events(runId)).at(-1)).toMatchObject({ status: 'passed' });
});

test('a run whose runner loses the database continues, and is given up only after several consecutive attempts', async () => {
  const broken = () =>
    Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' });
  const attempts: number[] = [];
  let breaks = 1;
  const demo = await createDemoRuns(server.platform, async (context) => {
    attempts.push(context.attempt);
    for await (const step of context.openSteps()) {
      if (step.index === 1 && breaks > 0) {
        breaks -= 1;
        throw broken();
      }
      await context.finished(resultOf(step));
    }
  });
  await startRunner(demo);
  const runId = await demo.start(3);
  await expect.poll(() => attempts.length).toBe(1);
  expect((await run(demo, runId)).status).toBe('running');
  const ended = demo.events(runId);
  await expire(runId);
  await ended;
  expect(await run(demo, runId)).toMatchObject({ status: 'passed', counts: { passed: 3, error: 0 } });

  breaks = Number.POSITIVE_INFINITY;
  const hopeless = await demo.start(3);
  const given = demo.events(hopeless);
  await expect
    .poll(async () => {
      await expire(hopeless);
      return (await run(demo, hopeless)).status;
    })
    .toBe('error');
  await given;
  expect((await run(demo, hopeless)).message).toMatch(/^The runner stopped several times/);
});

test('a run with a label waits for a runner with that label, also when retried; living runners are listed', async () => {
  const execute = async (context: RunContext) => {
    for await (const step of context.openSteps()) await context.finished(resultOf(step));
  };
  const demo = await createDemoRuns(server.platform, execute, { runnerLabel: 'eu' });
  const runId = await demo.start(1);
  expect(await claim(demo)).toBeUndefined();
  const { organizationId, kind } = demo;
  const labelled = await createDemoRuns(server.platform, execute, { organizationId, kind, labels: ['eu', 'big'] });
  const runner = await startRunner(labelled);
  expect((await labelled.events(runId)).at(-1)).toMatchObject({ status: 'passed' });
  expect(await labelled.runs.listRunners()).toContainEqual({ labels: ['eu', 'big'], facts: {} });
  await runner.stop(0);
  expect(await labelled.runs.listRunners()).not.toContainEqual(expect.objectContaining({ labels: ['eu', 'big'] }));
  await demo.runs.retry(organizationId, runId, { onlyFailed: false, user: { ...server.admin, name: 'Ada' } as never });
  expect(await claim(demo)).toBeUndefined();
});
