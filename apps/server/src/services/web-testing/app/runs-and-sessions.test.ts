import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import type { StorageState } from '@touchstone/engine-browser';
import { FakeClock, newId } from '@touchstone/kernel';
import { auditEntries, createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { type Actor, workspacesService } from '../../workspaces/index.ts';
import { actorFor, refusalOf } from '../../workspaces/testing/use-cases.ts';
import { webTestingErrors } from '../errors.ts';
import { createKeptSessions, type SessionScope } from './kept-sessions.ts';
import { createOneTimeCodes } from './one-time-codes.ts';
import { createRunTargets } from './run-targets.ts';
import { createTestRuns } from './test-runs.ts';
import { createUnitRecordings } from './unit-recordings.ts';

const kind = 'web-script';
const clock = new FakeClock(new Date());
let server: TestServer;
let actor: Actor;
/** The run that is opened, and the rights and steps that were asked for. */
let run: { kind: string; status: string; organizationId: string };
let asked: unknown[];
let isActive = true;
const users = { isActiveOrganization: async () => isActive };
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false, clock });
  actor = actorFor(server.admin);
}, 120_000);
afterAll(() => server.close());
beforeEach(() => {
  run = { kind, status: 'running', organizationId: server.admin.organizationId };
  asked = [];
});

const open = async (_caller: unknown, runId: string, need: string) => {
  asked.push(`${need} ${runId}`);
  return { ...run, runId };
};
const codeOf = async (work: Promise<unknown>) => (await refusalOf(work)).code;
const { notOfWebTesting, runEnded, noTrace, traceRefused, sessionNotFound, unknownDevice } = webTestingErrors;

test('a one-time code is sealed, wakes its run, and is taken once', async () => {
  const woken: string[] = [];
  const runs = { open, wake: async (_client: unknown, runIds: string[]) => void woken.push(...runIds) } as never;
  const codes = createOneTimeCodes({ platform: server.platform, runs, kind });
  const [runId, other] = [newId(), newId()];
  expect(await codes.take(runId)).toBeUndefined();
  await codes.give(actor, runId, '111111');
  await codes.give(actor, runId, '222222');
  await codes.give(actor, other, '333333');
  expect([asked, woken]).toEqual([
    [`edit ${runId}`, `edit ${runId}`, `edit ${other}`],
    [runId, runId, other],
  ]);
  const { rows } = await server.platform.database.pool.query('select * from web_testing.one_time_code');
  expect(JSON.stringify(rows)).not.toMatch(/222222|333333/);
  expect([await codes.take(runId), await codes.take(runId)]).toEqual(['222222', undefined]);
  await codes.forget([other]);
  expect(await codes.take(other)).toBeUndefined();
  expect((await auditEntries(server, { targets: [runId] })).map(({ action }) => action)).toEqual([
    'run.code-given',
    'run.code-given',
  ]);
  run = { ...run, status: 'passed' };
  expect(await codeOf(codes.give(actor, runId, '444444'))).toBe(runEnded.code);
  run = { ...run, kind: 'api-test' };
  expect(await codeOf(codes.give(actor, runId, '444444'))).toBe(notOfWebTesting.code);
  expect(await codes.take(runId)).toBeUndefined();
});

test('recordings of the parts of a run are listed in the order of its plan, with the files that exist', async () => {
  const [trace, film, deleted] = [newId(), newId(), newId()];
  const file = (attachmentId: string) => ({ attachmentId, name: `${attachmentId}.zip`, createdAt: clock.now() });
  const runs = { open, listAttachments: async () => ({ content: [file(trace), file(film)] }) };
  const recordings = createUnitRecordings({ platform: server.platform, runs: runs as never, users, kind });
  const runId = newId();
  expect(await recordings.list(actor, runId)).toEqual([]);
  const startedAt = new Date('2026-01-05T12:00:00Z');
  const row = (unit: string, given: object = {}) => ({
    runId,
    unit,
    startedAt,
    trace: null,
    network: null,
    film: null,
    notes: [],
    ...given,
  });
  await recordings.put(row('10'));
  await recordings.put(row('2', { trace: newId() }));
  await recordings.put(row('2', { trace, film, network: deleted, notes: ['Cut'] }));
  await recordings.put({ ...row('1'), runId: newId() });
  expect(await recordings.list(actor, runId)).toMatchObject([
    {
      unit: '2',
      startedAt: startedAt.toISOString(),
      trace: { attachmentId: trace },
      film: { attachmentId: film },
      network: null,
      notes: ['Cut'],
    },
    { unit: '10', trace: null, network: null, film: null, notes: [] },
  ]);
  await recordings.forget([runId]);
  expect(await recordings.list(actor, runId)).toEqual([]);
});

test('a trace is read for half an hour by the address that its run gave', async () => {
  const runs = { open, openFile: async (...given: string[]) => ({ given }) };
  const recordings = createUnitRecordings({ platform: server.platform, runs: runs as never, users, kind });
  const [runId, trace] = [newId(), newId()];
  const row = { runId, startedAt: clock.now(), network: null, film: null, notes: [] };
  await recordings.put({ ...row, unit: '1', trace });
  await recordings.put({ ...row, unit: '2', trace: null });
  const token = await recordings.traceToken(actor, runId, '1');
  expect(asked).toEqual([`view ${runId}`]);
  expect(await recordings.readTrace(token)).toEqual({ given: [server.admin.organizationId, runId, trace] });
  expect(await codeOf(recordings.traceToken(actor, runId, '2'))).toBe(noTrace.code);
  expect(await codeOf(recordings.traceToken(actor, runId, '3'))).toBe(noTrace.code);
  isActive = false;
  expect(await codeOf(recordings.readTrace(token))).toBe(traceRefused.code);
  isActive = true;
  clock.advance(1_800_000);
  expect(await recordings.readTrace(token)).toBeDefined();
  clock.advance(1);
  expect(await codeOf(recordings.readTrace(token))).toBe(traceRefused.code);
  run = { ...run, kind: 'api-test' };
  expect(await codeOf(recordings.traceToken(actor, runId, '1'))).toBe(notOfWebTesting.code);
});

const stateOf = (value: string): StorageState =>
  ({ cookies: [{ name: 'sid', value, domain: '.shop.test', expires: 1_900_000_000 }], origins: [] }) as never;

test('a session is replaced under its name, whatever its case, and limited to 100 per project', async () => {
  const { workspaces } = server.app.door(workspacesService);
  const { client, organizationId } = server.admin;
  const { projectId } = await client.call(workspaceRoutes.createProject, { body: { projectName: 'Sessions' } });
  const runId = newId();
  const sessions = createKeptSessions({
    platform: server.platform,
    workspaces,
    runs: { listByIds: async () => [{ createdByName: 'Grace' }] } as never,
    repository: {
      open: { project: async (_c: unknown, id: string, need: string) => void asked.push(`${need} ${id}`) },
    } as never,
  });
  const of = (given: Partial<SessionScope> = {}) =>
    sessions.of({ organizationId, projectId, environmentId: undefined, by: { runId }, ...given });
  await of().keep('Ada', stateOf('one'));
  await of({ by: { name: 'Mo' } }).keep('ADA', stateOf('two'));
  const environmentId = newId();
  await of({ environmentId }).keep('Ada', stateOf('three'));
  await of({ environmentId }).keep('Bob', stateOf('four'));
  expect([await of().find('ada'), await of({ environmentId }).find('Ada')]).toEqual([stateOf('two'), stateOf('three')]);
  expect(await of().find('Eve')).toBeUndefined();
  await expect(of().find('Bob')).rejects.toThrow('The session "Bob" was saved in another environment.');
  const listed = await sessions.list(actor, projectId);
  const expiry = new Date(1_900_000_000_000).toISOString();
  expect(listed[0]).toEqual({
    uuid: expect.any(String),
    projectUUID: projectId,
    environmentUUID: null,
    name: 'ADA',
    sites: ['shop.test'],
    cookieCount: 1,
    storageCount: 0,
    expiry: { first: expiry, last: expiry },
    savedBy: 'Mo',
    savedAt: expect.any(String),
    runId: null,
  });
  expect(listed.slice(1)).toMatchObject([
    { name: 'Ada', environmentUUID: environmentId, savedBy: 'Grace', runId },
    { name: 'Bob' },
  ]);
  for (let count = listed.length; count < 100; count += 1) await of().keep(`Session ${count}`, stateOf('x'));
  await expect(of().keep('One more', stateOf('x'))).rejects.toThrow('A project has at most 100 sessions. Delete some.');
  await of().keep('Ada', stateOf('five'));
  expect(await of().find('Ada')).toEqual(stateOf('five'));

  const id = listed[2]?.uuid ?? '';
  expect(await codeOf(sessions.delete({ ...actor, organizationId: newId() }, id))).toBe(sessionNotFound.code);
  await sessions.delete(actor, id);
  expect(await codeOf(sessions.delete(actor, id))).toBe(sessionNotFound.code);
  expect(asked).toEqual([`view ${projectId}`, `edit ${projectId}`]);
  await sessions.deleteAll(actor, projectId);
  expect(await sessions.list(actor, projectId)).toEqual([]);
  const audited = (await auditEntries(server, { targets: [id, projectId] })).filter(({ action }) =>
    action.startsWith('kept-session'),
  );
  expect(audited).toMatchObject([
    { action: 'kept-session.deleted', detail: { name: 'Bob' } },
    { action: 'kept-sessions.deleted', detail: { sessions: 99 } },
  ]);
});

test('a session whose cookies end with the browser has no expiry, and one of a deleted run no author', async () => {
  const { workspaces } = server.app.door(workspacesService);
  const { client, organizationId } = server.admin;
  const { projectId } = await client.call(workspaceRoutes.createProject, { body: { projectName: 'No expiry' } });
  const asked: unknown[] = [];
  const sessions = createKeptSessions({
    platform: server.platform,
    workspaces,
    runs: {
      listByIds: async (...given: unknown[]) => {
        asked.push(given);
        return [];
      },
    } as never,
    repository: { open: { project: async () => undefined } } as never,
  });
  const runId = newId();
  const state = { cookies: [{ name: 'sid', value: 'x', domain: 'shop.test', expires: -1 }], origins: [] };
  await sessions.of({ organizationId, projectId, environmentId: undefined, by: { runId } }).keep('Ada', state as never);
  expect(await sessions.list(actor, projectId)).toMatchObject([{ expiry: null, savedBy: '', runId, cookieCount: 1 }]);
  expect(asked).toEqual([[organizationId, [runId]]]);
});

test('a target has the size of its device, or the given one', async () => {
  const { plan, devices } = createRunTargets();
  const [device] = await devices();
  const name = device?.name ?? '';
  const size = { width: 800, height: 600 };
  expect(
    await plan([
      { browser: 'chromium', viewport: size },
      { browser: 'firefox', device: name },
    ] as never),
  ).toEqual([
    { browser: 'chromium', device: null, viewport: size },
    { browser: 'firefox', device: name, viewport: device?.viewport },
  ]);
  const unknown = await refusalOf(plan([{ browser: 'chromium', device: 'Toaster' }] as never));
  expect([unknown.code, unknown.message]).toEqual([
    unknownDevice.code,
    'No device is named “Toaster”. Choose one of the list, or give a size.',
  ]);
});

test('runs are stopped, repeated, mailed and deleted by users who may change them, and the audit log says so', async () => {
  const done: unknown[] = [];
  const runs = {
    open,
    cancel: async (...given: unknown[]) => void done.push(['cancel', ...given]),
    retry: async (...given: unknown[]) => void done.push(['retry', ...given]),
    delete: async (_organizationId: string, ids: string[]) => ids.slice(0, 1),
    mailReport: async (_caller: unknown, order: object) => void done.push(['mail', order]),
    listEarlier: async () => [],
  };
  const testRuns = createTestRuns({
    platform: server.platform,
    runs: runs as never,
    kind: { kind } as never,
    recordings: { list: async () => [] },
  });
  const [one, two] = [newId(), newId()];
  const order = { runId: one, email: 'ada@example.test', type: 'html' as const };
  await testRuns.stop(actor, one);
  await testRuns.retry(actor, one);
  await testRuns.mail(actor, order as never);
  expect(await testRuns.remove(actor, [one, two])).toBe(1);
  expect(await testRuns.earlier(actor, one)).toEqual({ runs: [] });
  expect(asked).toEqual([
    ...Array.from({ length: 3 }, () => `edit ${one}`),
    `edit ${one}`,
    `edit ${two}`,
    `view ${one}`,
  ]);
  const { organizationId } = server.admin;
  expect(done).toEqual([
    ['cancel', organizationId, one],
    ['retry', organizationId, one, { onlyFailed: false, user: actor }],
    ['mail', order],
  ]);
  const audited = (await auditEntries(server, { targets: [one] })).map(({ action }) => action);
  expect(audited).toEqual(['run.stopped', 'report.deleted']);
  run = { ...run, kind: 'api-test' };
  const refused = [
    testRuns.stop(actor, one),
    testRuns.retry(actor, one),
    testRuns.mail(actor, order as never),
    testRuns.remove(actor, [one]),
    testRuns.earlier(actor, one),
    testRuns.report(actor, { runId: one, page: 0, size: 10 }),
  ];
  expect(await Promise.all(refused.map(codeOf))).toEqual(refused.map(() => notOfWebTesting.code));
  expect(done).toHaveLength(3);
});
