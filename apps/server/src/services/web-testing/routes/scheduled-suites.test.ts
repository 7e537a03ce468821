import type { Client } from '@touchstone/contracts';
import { schedulerRoutes } from '@touchstone/contracts/scheduler';
import { webTestingRoutes as calls } from '@touchstone/contracts/web-testing';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { failureOf } from '../../api-testing/testing/builders.ts';
import { daily, newJob } from '../../scheduler/testing/builders.ts';
import { newModule, newScript, note } from '../../test-repository/testing/builders.ts';

let server: TestServer;
let client: Client;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  ({ client } = await server.createOrganization({ plan: 'ENTERPRISE' }));
}, 120_000);
afterAll(() => server.close());

/** A suite of the test lab with a script. */
async function newSuite() {
  const { projectUUID, moduleUUID } = await newModule(client);
  const script = await newScript(client, moduleUUID, { steps: [note('one')] });
  const { uuid } = await client.call(calls.createSuite, {
    query: { uuid: projectUUID, isSprintUUID: 'false' } as never,
    body: { testSuiteName: 'Smoke' },
  });
  await client.call(calls.importScripts, { body: { suiteUUID: uuid, scriptUUIDs: [script.uuid] } });
  return { projectUUID, suiteUUID: uuid };
}

test('[web-execution-6] a suite is scheduled in a time zone, run, paused, resumed and its schedule deleted', async () => {
  const { projectUUID: projectId, suiteUUID } = await newSuite();
  const { content: kinds } = await client.call(schedulerRoutes.listTargetKinds, { query: { projectId } });
  expect(kinds.map(({ kind }) => kind)).toEqual(['web-suite']);
  const targets = await client.call(schedulerRoutes.listTargets, { query: { projectId, kind: 'web-suite' } });
  expect(targets.content).toEqual([{ id: suiteUUID, title: 'Smoke' }]);
  const job = await newJob(client, projectId, daily('', { target: { kind: 'web-suite', id: suiteUUID } }));
  expect(job).toMatchObject({
    timezone: 'Europe/Berlin',
    isPaused: false,
    target: {
      title: 'Smoke',
      kindTitle: 'Web suite',
      link: `/web-testing/web-test?project=${projectId}&suite=${suiteUUID}`,
    },
  });
  const { jobId } = job;
  await client.call(schedulerRoutes.runJobNow, { params: { jobId } });
  const lastRun = async () => (await client.call(calls.getSuite, { params: { id: suiteUUID } })).lastRun;
  await expect.poll(async () => (await lastRun())?.status, { timeout: 60_000 }).toBe('passed');
  for (const isPaused of [true, false]) {
    await client.call(schedulerRoutes.pauseJob, { body: { jobId, projectId, isPaused } });
    expect(await client.call(schedulerRoutes.getJob, { query: { jobId } })).toMatchObject({ isPaused });
  }
  await client.call(schedulerRoutes.deleteJobs, { query: { jobIds: [jobId], projectId } });
  expect((await failureOf(client.call(schedulerRoutes.getJob, { query: { jobId } }))).status).toBe(404);
});

test('suites of completed sprints and of other projects are not offered, and not scheduled', async () => {
  const { projectUUID, suiteUUID } = await newSuite();
  const other = await newSuite();
  const { uuid: sprintUUID } = await client.call(calls.createSprint, {
    query: { projectUUID },
    body: { sprintName: 'May' },
  });
  const body = { suiteUUIDs: [suiteUUID], targetSprintUUID: sprintUUID, action: 'MOVE' as const };
  await client.call(calls.importSuites, { body });
  const offered = async () => {
    const query = { projectId: projectUUID, kind: 'web-suite' };
    return (await client.call(schedulerRoutes.listTargets, { query })).content.map(({ title }) => title);
  };
  expect(await offered()).toEqual(['Smoke']);
  await client.call(calls.startSprint, { body: { sprintUUID } });
  await client.call(calls.completeSprint, { body: { sprintUUID } });
  expect(await offered()).toEqual([]);
  const target = { kind: 'web-suite', id: other.suiteUUID };
  expect(await failureOf(newJob(client, projectUUID, daily('', { target })))).toMatchObject({
    code: 'SCHEDULER_TARGET_MISSING',
  });
});

test('[web-execution-7] a schedule runs with its run configuration, and says when that was deleted', async () => {
  const { projectUUID: projectId, suiteUUID } = await newSuite();
  const targets = [390, 1280].map((width) => ({ browser: 'chromium' as const, viewport: { width, height: 720 } }));
  const { uuid: configurationId } = await client.call(calls.createRunConfiguration, {
    body: { projectUUID: projectId, name: 'Two sizes', targets, parallel: 2 },
  });
  const job = await newJob(
    client,
    projectId,
    daily('', { target: { kind: 'web-suite', id: suiteUUID, configurationId } }),
  );
  expect(job).toMatchObject({ target: { configurationId }, problem: null });
  const { jobId } = job;
  const current = () => client.call(schedulerRoutes.getJob, { query: { jobId } });
  const newest = async () =>
    (await client.call(schedulerRoutes.listExecutions, { query: { projectId, jobId } })).content[0];
  const newestStatus = async () => (await newest())?.status;
  await client.call(schedulerRoutes.runJobNow, { params: { jobId } });
  await expect.poll(newestStatus, { timeout: 60_000 }).toBe('PASSED');
  const { lastRun } = await client.call(calls.getSuite, { params: { id: suiteUUID } });
  expect(await client.call(calls.getTestReport, { query: { runId: lastRun?.runId ?? '' } })).toMatchObject({ targets });
  await client.call(calls.deleteRunConfiguration, { query: { uuid: configurationId } });
  expect((await current()).problem).toBe('Its run configuration was deleted. Choose another one.');
  await client.call(schedulerRoutes.runJobNow, { params: { jobId } });
  await expect.poll(newestStatus, { timeout: 60_000 }).toBe('REFUSED');
  expect((await newest())?.message).toContain('The run configuration was deleted. Choose another one.');
  const again = newJob(client, projectId, daily('', { target: { kind: 'web-suite', id: suiteUUID, configurationId } }));
  expect(await failureOf(again)).toMatchObject({
    code: 'SCHEDULER_INVALID_TARGET',
    details: [{ path: 'target.configurationId' }],
  });
});
