import { hostname } from 'node:os';
import type { Client } from '@touchstone/contracts';
import { webTestingRoutes as calls } from '@touchstone/contracts/web-testing';
import { openShop, type Shop } from '@touchstone/engine-browser/testing';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { followRun } from '../../api-testing/testing/builders.ts';
import { newModule, newScript, openUrl } from '../../test-repository/testing/builders.ts';

let server: TestServer;
let shop: Shop;
let owner: TestUser;
let client: Client;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  owner = await server.createOrganization({ plan: 'ENTERPRISE' });
  ({ client } = owner);
  shop = await openShop();
}, 120_000);
afterAll(async () => {
  await shop.close();
  await server.close();
});

const farm = (by = client) => by.call(calls.getBrowserFarm, {});
const until = <T>(read: () => Promise<T>): Promise<T> => vi.waitFor(read, { timeout: 20_000, interval: 100 });

test('runners report their machine, browsers and places, and an active run takes one until it is stopped', async () => {
  const { moduleUUID, projectUUID } = await newModule(client);
  const wait = { id: 'wait', keyword: 'waitForText', args: { text: 'Never' }, timeoutMs: 60_000 };
  const { uuid } = await newScript(client, moduleUUID, { name: 'Wait', steps: [openUrl('open', shop.url), wait] });
  const { runId } = await client.call(calls.executeTest, { body: { scriptUUIDs: [uuid] } });
  const { runners, runs } = await until(async () => {
    const now = await farm();
    expect(now.runners[0]?.places?.taken).toBe(1);
    return now;
  });
  expect(runners).toEqual([
    {
      host: hostname(),
      system: process.platform,
      labels: [],
      browsers: expect.arrayContaining([{ name: 'chromium', version: expect.any(String) }]),
      places: { total: 2, taken: 1, waiting: 0 },
    },
  ]);
  expect(runs).toMatchObject([
    { runId, name: 'Wait', status: 'running', projectUUID, targets: ['Chromium · 1280 × 720'], mayStop: true },
  ]);
  const stranger = await server.createOrganization({ plan: 'ENTERPRISE' });
  expect(await farm(stranger.client)).toMatchObject({ runners, runs: [], recordings: [] });
  const guest = await server.createUser(owner, { role: 'ROLE_GUEST' });
  expect((await farm(guest.client)).runs).toMatchObject([{ runId, mayStop: false }]);
  await client.call(calls.stopExecution, { query: { runId } });
  await followRun(client, runId);
  await until(async () => {
    const now = await farm();
    expect(now.runs).toEqual([]);
    expect(now.runners[0]?.places?.taken).toBe(0);
  });
});

test('browsers opened by users are listed with their purpose until they are closed', async () => {
  const { moduleUUID, projectUUID } = await newModule(client);
  const { uuid: scriptUUID } = await newScript(client, moduleUUID, { name: 'Record me' });
  const { liveId } = await client.call(calls.openRecording, { body: { scriptUUID } });
  const { liveId: spyId } = await client.call(calls.openRecording, { body: { projectUUID } });
  const { recordings, recordingPlaces } = await farm();
  expect(recordingPlaces).toEqual({ total: 2, taken: 2, waiting: 0 });
  const shared = { projectUUID, browser: 'chromium', mayClose: true };
  expect(recordings).toMatchObject([
    { liveId, scriptUUID, testScriptName: 'Record me', ...shared },
    { liveId: spyId, scriptUUID: null, testScriptName: null, ...shared },
  ]);
  const stranger = await server.createOrganization({ plan: 'ENTERPRISE' });
  expect((await farm(stranger.client)).recordings).toEqual([]);
  const member = await server.createUser(owner, { role: 'ROLE_GUEST' });
  const seen = (await farm(member.client)).recordings;
  expect(seen.every(({ mayClose }) => !mayClose)).toBe(true);
  for (const id of [liveId, spyId]) await client.call(calls.closeRecording, { params: { liveId: id } });
  expect(await farm()).toMatchObject({ recordings: [], recordingPlaces: { taken: 0 } });
});
