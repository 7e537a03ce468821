import type { Client } from '@touchstone/contracts';
import { apiTestingRoutes as calls } from '@touchstone/contracts/api-testing';
import { newId } from '@touchstone/kernel';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { newProject, newScript, newSuite } from '../../testing/builders.ts';

let server: TestServer;
let client: Client;
let projectId: string;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false });
  ({ client } = server.admin);
});
beforeEach(async () => {
  projectId = await newProject(client);
});
afterAll(() => server.close());

const longest = 'x'.repeat(255);
const numbered = (number: number) => `${'x'.repeat(251)} (${number})`;
const copy = async (suiteId: string) => (await client.call(calls.cloneSuite, { body: { suiteId } })).suiteName;
const deleteSuite = async (suiteId: string) => {
  const trashId = newId();
  await client.call(calls.deleteSuite, { query: { suiteId: [suiteId], trashId } });
  return trashId;
};
const restore = async (trashId: string) =>
  (await client.call(calls.restoreDeleted, { body: { projectId, trashId } })).restored.map(
    ({ suiteName, isInNewSuite }) => [suiteName, isInNewSuite],
  );

test('copies of a suite are numbered, whatever their case', async () => {
  const suiteId = await newSuite(client, projectId, 'Orders');
  await newSuite(client, projectId, 'ORDERS COPY');
  expect([await copy(suiteId), await copy(suiteId)]).toEqual(['Orders copy (2)', 'Orders copy (3)']);
});

test('a suite with a name of the greatest length can be copied any number of times', async () => {
  const suiteId = await newSuite(client, projectId, longest);
  expect([await copy(suiteId), await copy(suiteId), await copy(suiteId)]).toEqual([2, 3, 4].map(numbered));
});

test('a suite with a name of the greatest length is restored, and its scripts are, beside others of that name', async () => {
  const suiteId = await newSuite(client, projectId, longest);
  const { scriptId } = await newScript(client, suiteId, { url: 'https://a.test/' });
  const trashId = newId();
  await client.call(calls.deleteScripts, { query: { scriptIds: [scriptId], trashId } });
  const ofSuite = await deleteSuite(suiteId);
  await copy(await newSuite(client, projectId, longest));
  expect(await restore(trashId)).toEqual([[numbered(3), true]]);
  expect(await restore(ofSuite)).toEqual([[numbered(4), false]]);
});
