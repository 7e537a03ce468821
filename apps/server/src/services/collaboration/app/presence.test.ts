import type { WorkspaceState } from '@touchstone/contracts/collaboration';
import { FakeClock, newId } from '@touchstone/kernel';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { activityStore } from '../store/activity.store.ts';
import { aliveSince, createPresence } from './presence.ts';
import { createRecordChanges } from './record-changes.ts';
import { createWorkspaceFeed } from './workspace-feed.ts';

let server: TestServer;
let clock: FakeClock;
let projectId: string;
let woken: string[];
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false });
});
beforeEach(() => {
  clock = new FakeClock('2026-03-04T05:06:07.008Z');
  projectId = newId();
  woken = [];
});
afterAll(() => server.close());

const organizationId = newId();
const person = (name: string) => ({ userId: newId(), organizationId, name, email: `${name}@a.test` });
const surroundings = () => ({
  platform: { ...server.platform, clock },
  workspaces: { open: async () => ({}) } as never,
  wake: async (id: string) => void woken.push(id),
});
const present = () =>
  activityStore
    .listPresent(server.platform.database.sql, projectId, aliveSince(clock.now()))
    .then((all) => all.map(({ name, places }) => [name, ...places]));
const record = (who: ReturnType<typeof person>, page: object = {}) =>
  createPresence(surroundings()).record(who as never, { projectId, ...page });

test('followers learn when a page opens, moves or closes, not that it is still there', async () => {
  const ana = person('Ana');
  expect(await record(ana)).toEqual({ lastActiveAt: '2026-03-04T05:06:07.008Z' });
  expect([woken.length, await present()]).toEqual([0, []]);
  await record(ana, { tab: 'one' });
  expect([woken.length, await present()]).toEqual([1, [['Ana']]]);
  await record(ana, { tab: 'one' });
  expect(woken).toHaveLength(1);
  await record(ana, { tab: 'one', place: 'suite:1' });
  await record(ana, { tab: 'one', place: 'suite:1' });
  expect([woken.length, await present()]).toEqual([2, [['Ana', 'suite:1']]]);
  await record(ana, { tab: 'two', place: 'suite:1' });
  expect([woken.length, await present()]).toEqual([3, [['Ana', 'suite:1']]]);
  await record(ana, { tab: 'one', isLeaving: true });
  await record(ana, { tab: 'two', place: null });
  expect([woken.length, await present()]).toEqual([5, [['Ana']]]);
  await record(ana, { tab: 'two', isLeaving: true });
  expect([woken, await present()]).toEqual([Array(6).fill(projectId), []]);
  await record(ana, { isLeaving: true });
  expect(woken).toHaveLength(6);
});

test('a page that has sent nothing for 45 seconds counts as closed, and as new when it sends again', async () => {
  const ana = person('Ana');
  await record(ana, { tab: 'one' });
  clock.advance(44_999);
  expect(await present()).toEqual([['Ana']]);
  clock.advance(1);
  expect(await present()).toEqual([]);
  await record(ana, { tab: 'one' });
  expect([woken.length, await present()]).toEqual([2, [['Ana']]]);
});

test('the last activity of each person is kept, whichever page reports it', async () => {
  const [ana, ben] = [person('Ana'), person('Ben')];
  await record(ana, { tab: 'one' });
  clock.advance(1000);
  const { lastActiveAt } = await record(ana);
  await record(ben);
  const active = await activityStore.listActive(server.platform.database.sql, projectId);
  expect(active.get(ana.userId)?.toISOString()).toBe(lastActiveAt);
  expect(active.size).toBe(2);
});

const changes = async () =>
  (await activityStore.listChanges(server.platform.database.sql, projectId)).map(({ service, revision, name }) => [
    service,
    revision,
    name,
  ]);
const done = (who: ReturnType<typeof person>, opened: string[] | undefined) =>
  createRecordChanges(surroundings()).callDone({ service: 'flows' }, {
    ...who,
    openedForChange: opened && new Set(opened),
  } as never);

test('a change is counted for each workspace that a call changed, while someone has it open', async () => {
  const [ana, ben] = [person('Ana'), person('Ben')];
  await done(ana, [projectId]);
  expect([woken, await changes()]).toEqual([[], []]);
  await record(ben, { tab: 'one' });
  woken.length = 0;
  await done(ana, [newId(), projectId]);
  await done(ben, [projectId]);
  expect([woken, await changes()]).toEqual([[projectId, projectId], [['flows', 2, 'Ben']]]);
  await done(ana, undefined);
  await done(ana, []);
  clock.advance(45_000);
  await done(ana, [projectId]);
  expect([woken.length, await changes()]).toEqual([2, [['flows', 2, 'Ben']]]);
});

test('a change of its people is counted even if no one has the workspace open', async () => {
  const ana = person('Ana');
  const { peopleChanged } = createRecordChanges(surroundings());
  await peopleChanged(ana as never, projectId);
  await peopleChanged(ana as never, projectId);
  expect([woken, await changes()]).toEqual([[projectId, projectId], [['collaboration', 2, 'Ana']]]);
});

test('a follower is sent each state once, with the current role, until access ends', async () => {
  const [ana, ben] = [person('Ana'), person('Ben')];
  const opened: unknown[] = [];
  let role: string | undefined = 'EDITOR';
  const turns: (() => void)[] = [];
  const open = createWorkspaceFeed({
    platform: { ...server.platform, clock },
    workspaces: {
      open: async (_caller: unknown, id: string, need: string) => {
        opened.push([id, need]);
        if (role === undefined) throw new Error('No access.');
        return { role };
      },
    } as never,
    waiters: {
      async *wakeUps(keys: string[], { everyMs }: { everyMs: number }) {
        expect([keys, everyMs]).toEqual([[projectId], 15_000]);
        for (;;) {
          yield;
          await new Promise<void>((resolve) => turns.push(resolve));
        }
      },
    } as never,
  });
  const feed = await open(ana as never, projectId);
  const events = feed(undefined as never, new AbortController().signal) as AsyncGenerator<{
    event: string;
    data: WorkspaceState;
  }>;
  const next = async () => {
    const { value } = (await events.next()) as { value: { event: string; data: WorkspaceState } };
    const { people, changes: told, ...rest } = value.data;
    return { event: value.event, ...rest, people: people.map(({ name }) => name), told: told.length };
  };
  const state = { event: 'workspace', projectId, people: [], told: 0 };
  expect(await next()).toMatchObject(state);
  const second = next();
  await expect.poll(() => turns.length).toBe(1);
  // Nothing has changed, so nothing is sent.
  turns.shift()?.();
  await expect.poll(() => turns.length).toBe(1);
  await record(ben, { tab: 'one' });
  turns.shift()?.();
  expect(await second).toMatchObject({ ...state, people: ['Ben'] });
  const opens = opened.length;
  const third = next();
  await expect.poll(() => turns.length).toBe(1);
  await createRecordChanges(surroundings()).peopleChanged(ben as never, projectId);
  turns.shift()?.();
  expect(await third).toMatchObject({ people: ['Ben'], told: 1 });
  expect(opened.length).toBe(opens + 1);
  expect(opened[0]).toEqual([projectId, 'view']);
  role = undefined;
  const last = next();
  await expect.poll(() => turns.length).toBe(1);
  await createRecordChanges(surroundings()).peopleChanged(ben as never, projectId);
  turns.shift()?.();
  await expect(last).rejects.toThrow('No access.');
});
