import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { draft, failureOf, newProject, newScript, newSuite } from '../testing/builders.ts';

const calls = apiTestingRoutes;
let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false });
});
afterAll(() => server.close());

test('a script that has been saved by another user is not overwritten: the error has their version, and a save based on it succeeds', async () => {
  const { client } = server.admin;
  const colleague = await server.createUser(server.admin, { role: 'ROLE_USER' });
  const suiteId = await newSuite(client, await newProject(client));
  const { scriptId, updatedAt, ...opened } = await newScript(client, suiteId, { url: 'https://shop.test/' });
  const save = (user: typeof colleague, url: string, from?: string) =>
    user.client.call(calls.saveScript, {
      query: from ? { updatedAt: from } : {},
      body: { ...draft({ url, scriptName: opened.scriptName }), scriptId },
    });
  const theirs = await save(colleague, 'https://shop.test/theirs', updatedAt);
  const refused = await failureOf(save(server.admin, 'https://shop.test/mine', updatedAt));

  expect(refused).toMatchObject({
    status: 409,
    code: 'API_TESTING_SCRIPT_SAVED_MEANWHILE',
    data: { updatedByName: 'Uma User', script: { scriptId, url: 'https://shop.test/theirs' } },
  });
  expect(await client.call(calls.getScript, { query: { scriptId } })).toMatchObject({
    url: 'https://shop.test/theirs',
  });
  expect(await save(server.admin, 'https://shop.test/mine', theirs.updatedAt)).toMatchObject({
    url: 'https://shop.test/mine',
  });
  // Clients that send no version save as before.
  expect(await save(colleague, 'https://shop.test/program')).toMatchObject({ url: 'https://shop.test/program' });
});

test('of two concurrent saves of one version exactly one succeeds', async () => {
  const { client } = server.admin;
  const suiteId = await newSuite(client, await newProject(client));
  const { scriptId, updatedAt } = await newScript(client, suiteId, { url: 'https://shop.test/' });
  const outcomes = await Promise.allSettled(
    ['a', 'b', 'c'].map((path) =>
      client.call(calls.saveScript, {
        query: { updatedAt },
        body: { ...draft({ url: `https://shop.test/${path}` }), scriptId },
      }),
    ),
  );
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
});

test('a suite that another user has renamed is not overwritten', async () => {
  const { client } = server.admin;
  const suiteId = await newSuite(client, await newProject(client), 'Orders');
  const before = { suiteName: 'Orders', suiteDescription: '' };
  const save = (suiteName: string, from?: typeof before) =>
    client.call(calls.updateSuite, { body: { suiteId, suiteName, ...(from && { before: from }) } });
  await save('Their orders', before);
  const refused = await failureOf(save('My orders', before));
  expect(refused).toMatchObject({
    code: 'API_TESTING_SUITE_SAVED_MEANWHILE',
    data: { suiteName: 'Their orders', suiteDescription: '' },
  });
  expect(await save('My orders', refused.data as typeof before)).toMatchObject({ suiteName: 'My orders' });
});
