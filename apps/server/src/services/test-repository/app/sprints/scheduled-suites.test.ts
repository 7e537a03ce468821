import type { Client } from '@touchstone/contracts';
import { schedulerRoutes } from '@touchstone/contracts/scheduler';
import { webTestingRoutes as calls } from '@touchstone/contracts/web-testing';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { daily, newJob } from '../../../scheduler/testing/builders.ts';
import { newModule } from '../../testing/builders.ts';

let server: TestServer;
let client: Client;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false });
  ({ client } = await server.createOrganization({ plan: 'ENTERPRISE' }));
}, 120_000);
afterAll(() => server.close());

/** A suite with a job, in a sprint or in the test lab of a project. */
async function scheduledSuite(projectUUID: string, testSuiteName: string, sprintUUID?: string) {
  const query = { uuid: sprintUUID ?? projectUUID, isSprintUUID: sprintUUID ? 'true' : 'false' };
  const { uuid: id } = await client.call(calls.createSuite, { query: query as never, body: { testSuiteName } });
  const { jobId } = await newJob(client, projectUUID, daily('', { target: { kind: 'web-suite', id } }));
  return { id, jobId };
}
const problemOf = async (jobId: string) => {
  const { problem, nextDueAt } = await client.call(schedulerRoutes.getJob, { query: { jobId } });
  return [problem, nextDueAt !== null];
};
const ended = ['The test was deleted.', false];
const due = [null, true];

test('jobs of deleted suites end at once, those of other suites stay due', async () => {
  const { projectUUID } = await newModule(client);
  const [deleted, kept] = [await scheduledSuite(projectUUID, 'Smoke'), await scheduledSuite(projectUUID, 'Nightly')];
  await client.call(calls.deleteSuites, {
    query: { uuid: projectUUID },
    body: { suiteUUIDs: [deleted.id] },
  });
  expect([await problemOf(deleted.jobId), await problemOf(kept.jobId)]).toEqual([ended, due]);
});

test('jobs of the suites of a deleted sprint end at once', async () => {
  const { projectUUID } = await newModule(client);
  const { uuid } = await client.call(calls.createSprint, { query: { projectUUID }, body: { sprintName: 'May' } });
  const [inSprint, inLab] = [
    await scheduledSuite(projectUUID, 'Smoke', uuid),
    await scheduledSuite(projectUUID, 'Nightly'),
  ];
  await client.call(calls.deleteSprint, { params: { id: uuid } });
  expect([await problemOf(inSprint.jobId), await problemOf(inLab.jobId)]).toEqual([ended, due]);
});
