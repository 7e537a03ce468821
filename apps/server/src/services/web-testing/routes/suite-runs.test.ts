import type { Client } from '@touchstone/contracts';
import type { RepositoryStepInput, TestReport } from '@touchstone/contracts/test-repository';
import { webTestingRoutes as calls } from '@touchstone/contracts/web-testing';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { failureOf, followRun } from '../../api-testing/testing/builders.ts';
import { newModule, newScript, note } from '../../test-repository/testing/builders.ts';

let server: TestServer;
let client: Client;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  ({ client } = await server.createOrganization({ plan: 'ENTERPRISE' }));
}, 120_000);
afterAll(() => server.close());

const linesOf = ({ steps }: TestReport) => steps.map(({ sourceStepId, status }) => [sourceStepId, status]);
const wrong: RepositoryStepInput = {
  id: 'wrong',
  keyword: 'verifyTitle',
  args: { expected: 'Nonsense' },
  timeoutMs: 1000,
};
/** A suite of the test lab with scripts, in their order. */
const newSuite = async (projectUUID: string, testSuiteName: string, scriptUUIDs: string[], isChaining = false) => {
  const { uuid: suiteUUID } = await client.call(calls.createSuite, {
    query: { uuid: projectUUID, isSprintUUID: 'false' } as never,
    body: { testSuiteName, isChaining },
  });
  if (scriptUUIDs.length > 0) await client.call(calls.importScripts, { body: { suiteUUID, scriptUUIDs } });
  return suiteUUID;
};
const runSuite = async (suiteUUID: string) => {
  const { runId } = await client.call(calls.executeTest, { body: { suiteUUID } });
  await followRun(client, runId);
  return client.call(calls.getTestReport, { query: { runId, size: 200 } });
};
const set = (id: string, name: string, value: string): RepositoryStepInput => ({
  id,
  keyword: 'setVariable',
  args: { variable: name, value },
});
const isSame = (id: string, name: string, value: string): RepositoryStepInput => ({
  id,
  keyword: 'runJavaScript',
  args: { code: `if ('{{${name}}}' !== '${value}') throw new Error('Another ${name}')` },
});

test('[web-execution-1] a suite of a sprint runs its scripts in their order, and the sprint shows the outcome', async () => {
  const { projectUUID, moduleUUID } = await newModule(client);
  const first = await newScript(client, moduleUUID, { name: 'First', steps: [note('one')] });
  const bad = await newScript(client, moduleUUID, {
    name: 'Bad',
    steps: [wrong],
  });
  const good = await newSuite(projectUUID, 'Good', [first.uuid]);
  const mixed = await newSuite(projectUUID, 'Mixed', [bad.uuid, first.uuid]);
  const unrun = await newSuite(projectUUID, 'Unrun', []);
  const sprint = await client.call(calls.createSprint, { query: { projectUUID }, body: { sprintName: 'May' } });
  const body = { suiteUUIDs: [good, mixed, unrun], targetSprintUUID: sprint.uuid, action: 'MOVE' as const };
  await client.call(calls.importSuites, { body });
  await client.call(calls.startSprint, { body: { sprintUUID: sprint.uuid } });
  const passed = await runSuite(good);
  expect(passed.run).toMatchObject({ name: 'Good', status: 'passed' });
  const failed = await runSuite(mixed);
  expect(linesOf(failed)).toEqual([
    ['wrong', 'failed'],
    ['one', 'passed'],
  ]);
  const { lastRun } = await client.call(calls.getSuite, { params: { id: mixed } });
  expect(lastRun).toMatchObject({ runId: failed.run.runId, status: 'failed' });
  expect(await failureOf(runSuite(unrun))).toMatchObject({ status: 409, code: 'WEB_TESTING_EMPTY_SUITE' });
  const result = await client.call(calls.getSprintResult, { query: { sprintUUID: sprint.uuid } });
  expect(result).toMatchObject({ total: 3, passed: 1, failed: 1, notRun: 1 });
  const metrics = await client.call(calls.getSprintMetrics, { query: { sprintUUID: sprint.uuid } });
  expect(metrics).toEqual({
    suites: { total: 3, passed: 1, failed: 1, notRun: 1 },
    passRate: 50,
    scripts: 3,
    steps: { total: 3, passed: 2, failed: 1, skipped: 0 },
    durationMs: expect.any(Number),
    lastRunAt: lastRun?.at,
  });
  await client.call(calls.completeSprint, { body: { sprintUUID: sprint.uuid, moveOpenSuitesTo: 'TEST_LAB' } });
  const ofLab = await client.call(calls.getTestLabMetrics, { query: { projectUUID } });
  expect(ofLab).toMatchObject({ suites: { total: 2, passed: 0, failed: 1, notRun: 1 }, passRate: 0, scripts: 2 });
  const lab = await client.call(calls.listAllTestLabSuites, { query: { projectUUID } });
  expect(lab.map(({ testSuiteName }) => testSuiteName)).toEqual(['Mixed', 'Unrun']);
  expect(await failureOf(runSuite(good))).toMatchObject({ status: 409, code: 'TEST_REPOSITORY_SPRINT_COMPLETED' });
});

test('[web-execution-1] in a chain variables are passed to the next script, and after a failure the others are skipped', async () => {
  const { projectUUID, moduleUUID } = await newModule(client);
  const steps = [[set('set', 'order', '4711')], [isSame('same', 'order', '4711')], [wrong], [note('never')]];
  const ids: string[] = [];
  for (const one of steps) ids.push((await newScript(client, moduleUUID, { steps: one })).uuid);
  const report = await runSuite(await newSuite(projectUUID, 'Chain', ids, true));
  expect(linesOf(report)).toEqual([
    ['set', 'passed'],
    ['same', 'passed'],
    ['wrong', 'failed'],
    ['never', 'skipped'],
  ]);
  expect(report.steps[3]?.message).toBe('Not run, because a script before failed.');
  const apart = await runSuite(await newSuite(projectUUID, 'Apart', ids));
  expect(linesOf(apart).map(([, status]) => status === 'passed')).toEqual([true, false, false, true]);
});

test('a run takes either scripts or a suite', async () => {
  const { projectUUID, moduleUUID } = await newModule(client);
  const { uuid } = await newScript(client, moduleUUID, { steps: [note('a')] });
  const suiteUUID = await newSuite(projectUUID, 'Pay', [uuid]);
  for (const body of [{}, { scriptUUIDs: [uuid], suiteUUID }])
    expect(await failureOf(client.call(calls.executeTest, { body }))).toMatchObject({
      status: 400,
      details: [{ message: 'Give either scripts or a suite' }],
    });
});
