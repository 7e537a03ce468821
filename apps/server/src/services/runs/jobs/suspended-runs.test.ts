import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { RunContext, Runner } from '../index.ts';
import { createDemoRuns, type DemoRuns } from '../testing/demo-run.ts';

let server: TestServer;
const runners: Runner[] = [];
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false });
});
afterAll(async () => {
  await Promise.all(runners.map((runner) => runner.stop(0)));
  await server.close();
});

const inAnHour = () => new Date(Date.now() + 3_600_000);

/** Starts a run of a kind that executes this, and a runner for it. */
async function begin(execute: (context: RunContext) => Promise<void>): Promise<{ demo: DemoRuns; runId: string }> {
  const demo = await createDemoRuns(server.platform, execute);
  const runId = await demo.start(1);
  const runner = demo.createRunner();
  runners.push(runner);
  await runner.start();
  return { demo, runId };
}

test.each([
  ['just before the run is suspended', false],
  ['while it is being suspended', true],
])('a stop that comes %s ends it', async (_name, isDuring) => {
  let stopping: Promise<void> | undefined;
  const { demo, runId } = await begin(async (context) => {
    if (context.signal.aborted) return;
    const stop = () => {
      stopping = demo.runs.cancel(context.organizationId, context.runId);
      return stopping;
    };
    // The row is locked while events are checked, so the stop is stored only afterwards.
    context.suspend(inAnHour(), async () => {
      if (isDuring) void stop();
      return true;
    });
    if (isDuring) return;
    // As if from another process, whose notification arrives only after this one has released the run.
    await server.platform.database.pool.query('update runs.run set cancel_requested = true where id = $1', [
      context.runId,
    ]);
  });
  await demo.events(runId);
  await stopping;
  expect(await demo.runs.get(demo.organizationId, runId)).toMatchObject({ status: 'cancelled' });
});

test('an event that comes while the run is being suspended wakes it', async () => {
  const { notifier, database } = server.platform;
  let executions = 0;
  const { demo, runId } = await begin(async (context) => {
    executions += 1;
    if (executions > 1) return;
    context.suspend(null, async () => {
      const received = Promise.withResolvers<void>();
      await notifier.listen('runs_wake', () => received.resolve());
      await database.pool.query(`select pg_notify('runs_wake', $1)`, [context.runId]);
      await received.promise;
      return true;
    });
  });
  await demo.events(runId);
  expect(executions).toBe(2);
  expect(await demo.runs.get(demo.organizationId, runId)).toMatchObject({ status: 'passed' });
});
