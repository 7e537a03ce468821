import { type DriftCheck, serviceVirtualizationRoutes } from '@touchstone/contracts/service-virtualization';
import { inLength, type ServerRoles, startServerRoles } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { newAsset, newMock } from '../../testing/mock-builders.ts';
import { startRealService } from '../../testing/real-service.ts';

const calls = serviceVirtualizationRoutes;
const timeout = inLength(280_000, 900_000);
let roles: ServerRoles;
let real: Awaited<ReturnType<typeof startRealService>>;
beforeAll(async () => {
  roles = await startServerRoles(inject('postgresUrl'));
  real = await startRealService(({ url }) => ({ body: `real ${url}` }));
}, timeout);
afterAll(async () => {
  await roles.close();
  await real.end();
}, timeout);

test('a process that is killed during a recording keeps every call whose answer arrived, and goes on', {
  timeout,
}, async () => {
  const { client } = roles;
  const { projectId, address } = await newMock(client);
  const { recordingId: id } = await client.call(calls.startRecording, { body: { projectId, targetUrl: real.url } });
  const told = new Set<string>();
  let next = 0;
  const callUntilItDies = async (): Promise<void> => {
    for (;;) {
      next += 1;
      const path = `/n${next}`;
      try {
        if ((await (await fetch(`${address}${path}`)).text()) === `real ${path}`) told.add(path);
      } catch {
        return;
      }
    }
  };
  const callers = Array.from({ length: 4 }, callUntilItDies);
  await expect.poll(() => told.size, { timeout }).toBeGreaterThan(40);
  await roles.api().kill('SIGKILL');
  await Promise.all(callers);
  await roles.startApi();
  expect(await (await fetch(`${address}/after`)).text()).toBe('real /after');
  told.add('/after');
  const kept = new Set<string>();
  for (let page = 0, isMore = true; isMore; page += 1) {
    const query = { page, size: 200 };
    const { content } = await client.call(calls.listRecordedCalls, { params: { id }, query });
    for (const { url } of content) kept.add(url);
    isMore = content.length === 200;
  }
  expect([...told].filter((path) => !kept.has(path))).toEqual([]);
  const { status } = await client.call(calls.setRecordingStatus, { params: { id }, body: { status: 'stopped' } });
  expect(status).toBe('stopped');
});

test('a drift check whose process is killed goes on in the next one', { timeout }, async () => {
  const { client } = roles;
  const place = await newMock(client);
  for (const path of ['/one', '/two'])
    await newAsset(client, place, { request: { method: 'GET', urlPath: path }, response: { body: `real ${path}` } });
  let isHanging = true;
  let asked = 0;
  const slow = await startRealService(async ({ url }) => {
    asked += 1;
    if (isHanging) await new Promise(() => undefined);
    return { body: `real ${url}` };
  });
  try {
    const body = { projectId: place.projectId, targetUrl: slow.url };
    const { checkId: id } = await client.call(calls.startDriftCheck, { body });
    await expect.poll(() => asked, { timeout }).toBeGreaterThan(0);
    await roles.api().kill('SIGKILL');
    isHanging = false;
    await roles.startApi();
    const view = (): Promise<DriftCheck> => client.call(calls.getDriftCheck, { params: { id } });
    // The job of the dead process would be given to another one after five minutes.
    await expect.poll(async () => (await view()).status, { timeout: 240_000 }).toBe('finished');
    const { content } = await client.call(calls.listDriftFindings, { params: { id }, query: { size: 10 } });
    expect(content.map(({ verdict }) => verdict)).toEqual(['same', 'same']);
  } finally {
    await slow.end();
  }
});
