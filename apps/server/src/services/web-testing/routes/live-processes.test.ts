import { type Client, createClient } from '@touchstone/contracts';
import { runRoutes } from '@touchstone/contracts/runs';
import { webTestingRoutes as calls } from '@touchstone/contracts/web-testing';
import { openShop, type Shop } from '@touchstone/engine-browser/testing';
import { createTestServer, freePort, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { failureOf } from '../../api-testing/testing/builders.ts';
import { newModule, newScript, note } from '../../test-repository/testing/builders.ts';
import { isStep, press, runUntilSignedIn, tabs, Watcher, watchAsPage } from '../testing/watcher.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

test('a browser is recorded in, watched, taken over and closed through any process', async () => {
  const postgresUrl = inject('postgresUrl');
  const servers: TestServer[] = [];
  const origins: string[] = [];
  for (const _process of [0, 1]) {
    const port = await freePort();
    const [beside] = servers;
    const env = { PORT: String(port), ...(beside && { PUBLIC_URL: beside.url }) };
    servers.push(await createTestServer({ postgresUrl, env, ...(beside && { beside }) }));
    origins.push(`http://127.0.0.1:${port}`);
  }
  const [first] = servers as [TestServer];
  const newUser = async () => {
    const { token } = await first.createOrganization({ plan: 'ENTERPRISE' });
    const headers = () => ({ Authorization: `Bearer ${token}` });
    return origins.map((baseUrl) => createClient({ baseUrl, headers })) as [Client, Client];
  };
  const clients = await newUser();
  const [here, there] = clients;
  try {
    const { moduleUUID } = await newModule(here);
    const { uuid: scriptUUID } = await newScript(here, moduleUUID, { steps: [note('first')] });
    const { liveId } = await here.call(calls.openRecording, { body: { scriptUUID } });
    const { liveId: other } = await there.call(calls.openRecording, { body: { scriptUUID } });
    for (const client of clients) {
      const farm = await client.call(calls.getBrowserFarm, {});
      expect(farm.recordings.map((one) => one.liveId)).toEqual([liveId, other]);
      expect(farm.recordingPlaces).toEqual({ total: 4, taken: 2, waiting: 0 });
    }
    await here.call(calls.closeRecording, { params: { liveId: other } });
    for (const client of clients)
      expect((await client.call(calls.getBrowserFarm, {})).recordings.map((one) => one.liveId)).toEqual([liveId]);
    const watcher = await new Watcher().open(there, liveId);
    const command = { type: 'open', url: `${shop.url}/login` } as const;
    await there.call(calls.sendLiveCommand, { body: { liveId, command } });
    await watcher.until(() => watcher.pictures.length > 0);
    await watcher.receives((news) => news.type === 'tabs' && news.tabs[0]?.title.startsWith('Sign in') === true);
    await press(there, liveId, [...tabs(5), ...'ada@example.org', 'Tab']);
    await watcher.receives(isStep('setText'));
    await there.call(calls.tryLiveSteps, { body: { liveId, steps: [{ ...note('said'), target: null } as never] } });
    await watcher.receives((news) => news.type === 'tried' && news.stepId === 'said');
    await there.call(calls.controlLive, { body: { liveId, action: 'release' } });
    expect(await failureOf(press(there, liveId, ['a']))).toMatchObject({
      status: 409,
      code: 'WEB_TESTING_NOT_IN_CONTROL',
      message: expect.any(String),
    });
    for (const stranger of await newUser())
      expect((await failureOf(stranger.raw(calls.watchLive, { query: { liveId } }))).status).toBe(404);
    await there.call(calls.closeRecording, { params: { liveId } });
    await watcher.receives((news) => news.type === 'ended');
    expect((await failureOf(press(there, liveId, ['a']))).status).toBe(404);

    const runs = await Promise.all([runUntilSignedIn(here, shop.url), runUntilSignedIn(there, shop.url)]);
    for (const runId of runs)
      for (const client of clients) {
        const seen = await watchAsPage(client, runId);
        await seen.until(() => seen.pictures.length > 0);
        seen.leave();
      }
    for (const runId of runs) await here.call(runRoutes.stopRun, { params: { runId } });
    const { liveId: left } = await here.call(calls.openRecording, { body: { scriptUUID } });
    const last = await new Watcher().open(there, left);
    await first.app.stop();
    await last.receives((news) => news.type === 'ended');
    expect((await failureOf(press(there, left, ['a']))).status).toBe(404);
  } finally {
    for (const server of servers.toReversed()) await server.close();
  }
}, 120_000);
