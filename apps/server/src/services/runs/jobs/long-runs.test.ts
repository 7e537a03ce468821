import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createDemoRuns, planned, resultOf } from '../testing/demo-run.ts';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false });
});
afterAll(() => server.close());

/** Two pages and one more step. */
const steps = 401;
const every = Array.from({ length: steps }, (_, index) => index);

test('a suite of more than 200 steps is executed, followed, read and reported completely', {
  timeout: 120_000,
}, async () => {
  const executed: number[] = [];
  const siblings: number[] = [];
  const demo = await createDemoRuns(server.platform, async (context) => {
    for await (const step of context.siblings(0)) siblings.push(step.index);
    for await (const step of context.openSteps()) {
      executed.push(step.index);
      await context.finished(resultOf(step));
    }
  });
  const runner = demo.createRunner();
  await runner.start();
  const suite = planned({ kind: 'suite', title: 'Long', isContainer: true });
  const runId = await demo.start([
    suite,
    ...every.map((index) => planned({ title: `Step ${index}`, parentId: suite.stepId })),
  ]);
  const events = await demo.events(runId);
  await runner.stop(0);
  expect(executed).toEqual(every);
  expect(siblings).toEqual(every);
  expect(events.at(-1)).toMatchObject({ status: 'passed', counts: { total: steps, passed: steps, skipped: 0 } });
  const read = await Array.fromAsync(demo.runs.readSteps(runId));
  expect(read.map(({ index }) => index)).toEqual(every);
  const run = await demo.runs.get(demo.organizationId, runId);
  const { content } = await demo.runs.report(run, 'json');
  const text = (await Array.fromAsync(content)).join('');
  expect(JSON.parse(text).steps).toHaveLength(steps);
});
