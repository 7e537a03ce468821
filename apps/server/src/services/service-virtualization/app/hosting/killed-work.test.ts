import { type DriftCheck, serviceVirtualizationRoutes } from '@touchstone/contracts/service-virtualization';
import { inLength, type ServerRoles, startServerRoles } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { changeMock, newAsset, newMock } from '../../testing/mock-builders.ts';
import { startRealService } from '../../testing/real-service.ts';

const calls = serviceVirtualizationRoutes;
const timeout = inLength(280_000, 3_600_000);
/** Kills during which state must be kept; the first also hits everything else tested here. */
const kills = inLength(1, 50);
let roles: ServerRoles;
let real: Awaited<ReturnType<typeof startRealService>>;
/** Answers nothing before the kill. */
let slow: Awaited<ReturnType<typeof startRealService>>;
let hasKilled = false;
let asked = 0;
let begun: Awaited<ReturnType<typeof begin>>;
beforeAll(async () => {
  roles = await startServerRoles(inject('postgresUrl'));
  real = await startRealService(({ url }) => ({ body: `real ${url}` }));
  slow = await startRealService(async ({ url }) => {
    asked += 1;
    if (!hasKilled) await new Promise(() => undefined);
    return { body: `real ${url}` };
  });
  begun = await begin();
}, timeout);
afterAll(async () => {
  await roles.close();
  await Promise.all([real.end(), slow.end()]);
}, timeout);

/** Starting processes is expensive: one is killed while it records, checks and keeps state, and another is started. */
async function begin() {
  const [recording, drift, state] = [await newRecording(), await newDriftCheck(), await newState()];
  await killWhile(
    [...recording.callers(), ...state.callers()],
    () => recording.told.size > 40 && state.told.users.size > 40 && asked > 0,
  );
  return { recording, drift, state };
}

/** Kills the process once enough is in progress, and starts another. */
async function killWhile(callers: Promise<void>[], isEnough: () => boolean): Promise<void> {
  await vi.waitFor(() => expect(isEnough()).toBe(true), { timeout });
  await roles.api().kill('SIGKILL');
  hasKilled = true;
  await Promise.all(callers);
  await roles.startApi();
}

/** Starts this many callers; each keeps calling until the process stops answering. */
const untilItDies = (count: number, call: (next: number) => Promise<void>): Promise<void>[] => {
  let next = 0;
  const callAgain = async (): Promise<void> => {
    for (;;) {
      next += 1;
      try {
        await call(next);
      } catch {
        return;
      }
    }
  };
  return Array.from({ length: count }, callAgain);
};

async function newRecording() {
  const { projectId, address } = await newMock(roles.client);
  const body = { projectId, targetUrl: real.url };
  const { recordingId: id } = await roles.client.call(calls.startRecording, { body });
  const told = new Set<string>();
  const callers = () =>
    untilItDies(4, async (next) => {
      const path = `/n${next}`;
      if ((await (await fetch(`${address}${path}`)).text()) === `real ${path}`) told.add(path);
    });
  return { id, address, told, callers };
}

test('a process killed during a recording keeps every call whose answer arrived, and the recording continues', {
  timeout,
}, async () => {
  const { client } = roles;
  const { id, address, told } = begun.recording;
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

async function newDriftCheck() {
  const { client } = roles;
  const place = await newMock(client);
  for (const path of ['/one', '/two'])
    await newAsset(client, place, { request: { method: 'GET', urlPath: path }, response: { body: `real ${path}` } });
  const body = { projectId: place.projectId, targetUrl: slow.url };
  return { id: (await client.call(calls.startDriftCheck, { body })).checkId };
}

test('a drift check whose process is killed continues in the next one', { timeout }, async () => {
  const { client } = roles;
  const { id } = begun.drift;
  const view = (): Promise<DriftCheck> => client.call(calls.getDriftCheck, { params: { id } });
  // The dead process's job would be handed to another one only after five minutes.
  await expect.poll(async () => (await view()).status, { timeout: 240_000 }).toBe('finished');
  const { content } = await client.call(calls.listDriftFindings, { params: { id }, query: { size: 10 } });
  expect(content.map(({ verdict }) => verdict)).toEqual(['same', 'same']);
});

async function newState() {
  const { client } = roles;
  const place = await newMock(client);
  const { projectId, suiteId, address } = place;
  const resource = { name: 'pets', path: '/pets', items: [] };
  const body = { projectId, suiteId, name: 'Pets', kind: 'dynamic' as const, resource };
  await client.call(calls.createAsset, { body });
  const stub = {
    request: { url: '/pay' },
    response: { body: 'paid' },
    scenarioName: 'Order',
    newScenarioState: 'paid',
  };
  await newAsset(client, place, stub, { kind: 'dynamic' });
  await changeMock(client, projectId, { stateScope: 'header:X-User' });
  const told = { pets: new Set<string>(), users: new Set<string>() };
  let round = 0;
  const callers = () => {
    round += 1;
    const prefix = `n${round}-`;
    return untilItDies(8, async (next) => {
      const name = `${prefix}${next}`;
      const pet = await fetch(`${address}/pets`, { method: 'POST', body: JSON.stringify({ id: name }) });
      if (pet.status === 201) told.pets.add(name);
      const pay = await fetch(`${address}/pay`, { headers: { 'X-User': name } });
      if (pay.status === 200) told.users.add(name);
    });
  };
  return { projectId, address, told, callers };
}

test('a killed process loses no state and no record that a caller has seen', { timeout }, async () => {
  const { projectId, address, told, callers } = begun.state;
  for (let round = 1; ; round += 1) {
    const kept = (await (await fetch(`${address}/pets?_limit=100000`)).json()) as { id: string }[];
    const ids = new Set(kept.map(({ id }) => id));
    expect([...told.pets].filter((id) => !ids.has(id))).toEqual([]);
    const { scenarios } = await roles.client.call(calls.getMockState, { params: { id: projectId } });
    // At most 200 callers are listed, but all are counted.
    expect(scenarios[0]?.callerCount).toBeGreaterThanOrEqual(told.users.size);
    if (round === kills) return;
    const before = told.users.size;
    await killWhile(callers(), () => told.users.size > before + 40);
  }
});
