import type { Client } from '@touchstone/contracts';
import { apiMonitoringRoutes, type WindowTime } from '@touchstone/contracts/api-monitoring';
import { FakeClock } from '@touchstone/kernel';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { failureOf } from '../../../api-testing/testing/builders.ts';
import { auditsOf } from '../../testing/audits.ts';
import { newMonitor, newMonitoring } from '../../testing/monitor-builders.ts';
import { windowsChannel } from '../checks/maintenance.ts';

const calls = apiMonitoringRoutes;
const minute = 60_000;
const unknownId = '00000000-0000-4000-8000-000000000000';
const clock = new FakeClock(new Date('2026-11-30T10:00:00Z'));
const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
let server: TestServer;
let client: Client;
let place: { projectId: string; collectionId: string };
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false, clock });
  ({ client } = server.admin);
}, 120_000);
beforeEach(async () => {
  place = await newMonitoring(client);
});
afterAll(() => server.close());

const iso = (ms = 0) => new Date(clock.now().getTime() + ms).toISOString();
const codeOf = async (call: Promise<unknown>) => {
  const { status, code, message } = await failureOf(call);
  return `${status} ${code}: ${message}`;
};
const once = (from: number, to: number) => ({ type: 'once' as const, startsAt: iso(from), endsAt: iso(to) });
const plan = (time: WindowTime | object, given: object = {}) =>
  client.call(calls.createWindow, { body: { projectId: place.projectId, title: 'Move', time, ...given } as never });
const change = (id: string, body: object) => client.call(calls.updateWindow, { params: { id }, body });

test('a window is returned with all fields when planned, listed, changed or ended, and wakes checkers', async () => {
  let woken = 0;
  const unlisten = await server.platform.notifier.listen(windowsChannel, () => {
    woken += 1;
  });
  const { projectId, collectionId } = place;
  const { monitorId } = await newMonitor(client, place, { kind: 'tcp', host: 'x', port: 1 }, { state: 'STOPPED' });
  const scope = { description: 'Of disks', collectionIds: [collectionId], monitorIds: [monitorId] };
  const time = once(minute, 2 * minute);
  const made = await plan(time, scope);
  const { windowId } = made;
  const full = {
    windowId: expect.any(String),
    projectId,
    title: 'Move',
    time,
    ...scope,
    isActive: false,
    currentEndsAt: null,
    nextStartsAt: iso(minute),
    createdByName: 'Ada Admin',
    createdAt: at,
    updatedAt: at,
  };
  expect(made).toEqual(full);
  const listed = await client.call(calls.listWindows, { query: { projectId } });
  expect(listed).toEqual({ page: 0, size: 10, totalElements: 1, content: [made] });
  expect(await change(windowId, {})).toEqual(full);
  const other = { title: 'Later', description: '', collectionIds: [], monitorIds: [] };
  expect(await change(windowId, other)).toEqual({ ...full, ...other });
  const endWindow = () => client.call(calls.endWindow, { params: { id: windowId } });
  const early = '409 API_MONITORING_WINDOW_NOT_NOW: This maintenance window is not active now.';
  clock.advance(minute - 1);
  expect(await codeOf(endWindow())).toBe(early);
  clock.advance(1);
  expect((await client.call(calls.listWindows, { query: { projectId } })).content).toEqual([
    { ...full, ...other, isActive: true, currentEndsAt: time.endsAt, nextStartsAt: null },
  ]);
  clock.advance(minute / 2);
  const over = { ...full, ...other, isActive: false, currentEndsAt: null, nextStartsAt: null };
  expect(await endWindow()).toEqual(over);
  expect(await codeOf(endWindow())).toBe(early);
  // Changing another field of a one-time window that was ended doesn't bring it back.
  expect(await change(windowId, { title: 'Over' })).toEqual({ ...over, title: 'Over' });
  const again = await change(windowId, { time });
  expect([again.isActive, again.currentEndsAt]).toEqual([true, time.endsAt]);
  clock.advance(minute / 2);
  expect(await codeOf(endWindow())).toBe(early);
  await client.call(calls.deleteWindow, { params: { id: windowId } });
  expect(await codeOf(change(windowId, {}))).toBe(
    '404 API_MONITORING_WINDOW_NOT_FOUND: No such maintenance window, or you have no access to it.',
  );
  const entry = (action: string, detail: object | null = null) => ({
    action: `maintenance-window.${action}`,
    target: windowId,
    detail,
  });
  expect(await auditsOf(server, [windowId])).toEqual([
    entry('created'),
    entry('updated'),
    entry('updated'),
    entry('ended'),
    entry('updated'),
    entry('updated'),
    entry('deleted', { title: 'Over' }),
  ]);
  await expect.poll(() => woken, { timeout: 10_000 }).toBe(7);
  unlisten();
});

test('a recurring window is active or upcoming; once ended, its next occurrence is upcoming', async () => {
  const time = {
    type: 'recurring',
    cron: '0 10 * * *',
    timezone: 'UTC',
    durationMinutes: 30,
    startsAt: null,
    endsAt: null,
  };
  clock.advance(24 * 60 * minute - ((clock.now().getTime() - 10 * 60 * minute) % (24 * 60 * minute)));
  const now = await plan(time);
  expect(now).toMatchObject({ time, isActive: true, currentEndsAt: iso(30 * minute), nextStartsAt: null });
  const [params, next] = [{ id: now.windowId }, iso(24 * 60 * minute)];
  expect(await client.call(calls.endWindow, { params })).toMatchObject({ isActive: false, nextStartsAt: next });
  expect(await change(now.windowId, { title: 'Same' })).toMatchObject({ isActive: false, nextStartsAt: next });
  expect(await change(now.windowId, { time })).toMatchObject({ isActive: true, currentEndsAt: iso(30 * minute) });
  const past = await plan({ ...time, startsAt: '2026-01-01T00:00:00.000Z', endsAt: '2026-02-01T00:00:00.000Z' });
  expect(past).toMatchObject({ isActive: false, currentEndsAt: null, nextStartsAt: null });
  expect(await codeOf(client.call(calls.endWindow, { params: { id: past.windowId } }))).toMatch(/WINDOW_NOT_NOW/);
  const later = await plan({ ...time, startsAt: iso(minute) });
  expect(later).toMatchObject({ isActive: false, nextStartsAt: next });
});

test.each<[string, object, [path: string, message: string][]]>([
  [
    'an end equal to the start',
    { type: 'once', startsAt: '2026-01-01T00:00:00Z', endsAt: '2026-01-01T00:00:00Z' },
    [['time.endsAt', 'The end is not after the start.']],
  ],
  [
    'faults in every field',
    {
      type: 'recurring',
      cron: '0 0 30 2 *',
      timezone: 'Mars/Base',
      durationMinutes: 5,
      startsAt: '2026-01-02T00:00:00Z',
      endsAt: '2026-01-01T00:00:00Z',
    },
    [
      ['time.endsAt', 'The end is not after the start.'],
      ['time.timezone', 'Unknown time zone: Mars/Base. Choose one.'],
      ['time.cron', 'This cron line is never due.'],
    ],
  ],
])('a window with %s is rejected with the path of each fault', async (_name, time, details) => {
  const { windowId } = await plan(once(0, 1));
  for (const call of [() => plan(time), () => change(windowId, { time })]) {
    const failure = await failureOf(call());
    expect([failure.status, failure.code, failure.details.map(({ path, message }) => [path, message])]).toEqual([
      400,
      'API_MONITORING_INVALID_WINDOW',
      details,
    ]);
  }
});

test('the collections and monitored APIs of a window must be in its project', async () => {
  const elsewhere = await newMonitoring(client);
  const { monitorId } = await newMonitor(client, elsewhere, { kind: 'tcp', host: 'x', port: 1 }, { state: 'STOPPED' });
  const { windowId } = await plan(once(0, 1));
  const noCollection = '404 API_MONITORING_COLLECTION_NOT_FOUND: No such collection, or you have no access to it.';
  const noMonitor = '404 API_MONITORING_MONITOR_NOT_FOUND: No such monitored API, or you have no access to it.';
  const own = [place.collectionId];
  expect([
    await codeOf(plan(once(0, 1), { collectionIds: [place.collectionId, elsewhere.collectionId] })),
    await codeOf(plan(once(0, 1), { collectionIds: own, monitorIds: [monitorId] })),
    await codeOf(change(windowId, { collectionIds: [unknownId] })),
    await codeOf(change(windowId, { monitorIds: [monitorId] })),
  ]).toEqual([noCollection, noMonitor, noCollection, noMonitor]);
});
