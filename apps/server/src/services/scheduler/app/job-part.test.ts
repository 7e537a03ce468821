import { keptSecret } from '@touchstone/contracts';
import { type JobInFile, jobInFileSchema } from '@touchstone/contracts/scheduler';
import { FakeClock, newId } from '@touchstone/kernel';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import type { FilePart, FilePlace } from '../../workspaces/index.ts';
import { type JobRow, jobsStore } from '../store/jobs.store.ts';
import { newToyJob, ToyTests } from '../testing/toy-jobs.ts';
import { createJobPart } from './job-part.ts';
import { webhookPlace } from './show-jobs.ts';

const clock = new FakeClock('2026-06-01T12:00:00Z');
let server: TestServer;
let part: FilePart<JobInFile>;
let place: FilePlace;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false, clock });
}, 120_000);
afterAll(() => server.close());
beforeEach(() => {
  const { platform, admin } = server;
  const { kinds } = new ToyTests();
  const local = { kind: 'local', title: 'Local', workspaces: 'elsewhere', takesEnvironment: false };
  kinds.register({
    ...local,
    takesConfiguration: false,
    list: async () => ({ content: [], totalElements: 0 }),
    describe: async () => new Map(),
    start: async () => {
      throw new Error('It is never started.');
    },
  });
  part = createJobPart({ platform, kinds });
  const { organizationId, userId } = admin;
  const actor = { userId, organizationId, name: 'Mo Maker', plan: 'PRO' } as FilePlace['actor'];
  place = { actor, organizationId, projectId: newId() };
});

const sql = () => server.platform.database.sql;
const item = (given: object = {}): JobInFile & { id: string } => ({
  ...jobInFileSchema.parse({
    id: newId(),
    name: 'Nightly',
    scheduleType: 'DAILY',
    timezone: 'UTC',
    startDate: '2026-01-01',
    time: '03:00',
    target: { kind: 'toy', id: newId() },
    ...given,
  }),
  id: newId(),
});
const stored = async ({ id }: { id: string }) => (await jobsStore.get(sql(), id)) as JobRow;
const secret = (name: string, value: string | null = null) => ({ name, value, isSecret: true });
const openWebhook = ({ id, notifyWebhook }: JobRow) =>
  server.platform.secrets.open(notifyWebhook ?? '', webhookPlace(id));

test('jobs of a workspace are read by title, without secrets and without those of deleted tests', async () => {
  const { projectId } = place;
  const variables = [
    { name: 'tenant', value: 'shop', isSecret: false },
    { name: 'token', value: 'sealed', isSecret: true },
  ];
  const full = await newToyJob(server, projectId, {
    title: 'beta',
    variables,
    environmentId: newId(),
    configurationId: newId(),
    options: { speed: 3 },
    isPaused: true,
    missedPolicy: 'SKIP',
    retryAttempts: 2,
    retryDelaySeconds: 5,
    notifyWhen: 'CHANGE',
    notifyEmails: ['a@example.test'],
    notifyWebhook: 'sealed address',
    problem: 'Paused, because it could not start.',
  });
  await newToyJob(server, projectId, { title: 'Alpha' });
  await newToyJob(server, projectId, { title: 'Deleted', problem: 'The test was deleted.', nextDueAt: null });
  await newToyJob(server, newId(), { title: 'Elsewhere' });
  const found = await part.read(sql(), place, {});
  expect(found.map(({ name }) => name)).toEqual(['Alpha', 'beta']);
  expect(found[0]?.notify).toEqual({ when: 'NEVER', emails: [], webhookUrl: null });
  expect(found[1]).toEqual({
    id: full.id,
    name: 'beta',
    ...full.schedule,
    target: {
      kind: 'toy',
      id: full.targetId,
      environmentId: full.environmentId,
      configurationId: full.configurationId,
      options: { speed: 3 },
      variables: [{ name: 'tenant', value: 'shop', isSecret: false }, secret('token')],
    },
    isPaused: true,
    missedPolicy: 'SKIP',
    retry: { attempts: 2, delaySeconds: 5 },
    notify: { when: 'CHANGE', emails: ['a@example.test'], webhookUrl: keptSecret },
  });
});

test('a new job is stored as its file says; secrets without a value have to be entered', async () => {
  const job = item({
    isPaused: true,
    target: {
      kind: 'toy',
      id: newId(),
      variables: [{ name: 'tenant', value: 'shop' }, secret('token'), secret('key', 'k')],
    },
    notify: { when: 'ALWAYS', webhookUrl: keptSecret },
  });
  expect(await part.put(sql(), place, job, true)).toEqual(['token', 'address of the webhook']);
  const row = await stored(job);
  expect(row).toMatchObject({
    organizationId: place.organizationId,
    projectId: place.projectId,
    title: 'Nightly',
    isPaused: true,
    notifyWhen: 'ALWAYS',
    notifyWebhook: null,
    nextDueAt: new Date('2026-06-02T03:00:00Z'),
    createdByName: 'Mo Maker',
  });
  expect(row.variables.map(({ name, isSecret }) => [name, isSecret])).toEqual([
    ['tenant', false],
    ['token', true],
    ['key', true],
  ]);
  expect(JSON.stringify(row.variables)).not.toContain('"k"');
});

test('an address in a file is sealed; a job whose dates have passed is completed', async () => {
  const job = item({ endDate: '2026-05-01', notify: { when: 'ALWAYS', webhookUrl: 'https://hooks.example.test/new' } });
  expect(await part.put(sql(), place, job, true)).toEqual([]);
  const row = await stored(job);
  expect([openWebhook(row), row.nextDueAt, row.isPaused]).toEqual(['https://hooks.example.test/new', null, false]);
});

test('a changed job keeps its secrets where the file has none', async () => {
  const target = { kind: 'toy', id: newId() };
  const first = item({
    target: { ...target, variables: [secret('token', 't'), { name: 'plain', value: 'p' }] },
    notify: { when: 'ALWAYS', webhookUrl: 'https://hooks.example.test/old' },
  });
  await part.put(sql(), place, first, true);
  const before = await stored(first);
  const second = {
    ...item({
      name: 'Weekly',
      isPaused: true,
      target: { ...target, variables: [secret('token'), secret('plain')] },
      notify: { when: 'NEVER', webhookUrl: keptSecret },
    }),
    id: first.id,
  };
  expect(await part.put(sql(), place, second, false)).toEqual(['plain']);
  const after = await stored(first);
  expect(after).toMatchObject({ title: 'Weekly', isPaused: true, notifyWhen: 'NEVER' });
  expect(after.notifyWebhook).toBe(before.notifyWebhook);
  expect(after.variables[0]).toEqual(before.variables[0]);
  const third = { ...second, notify: { when: 'NEVER' as const, emails: [], webhookUrl: null } };
  await part.put(sql(), place, third, false);
  expect((await stored(first)).notifyWebhook).toBeNull();
});

test('jobs are deleted only in their workspace', async () => {
  const [own, foreign] = [await newToyJob(server, place.projectId), await newToyJob(server, newId())];
  await part.delete(sql(), place, [own.id, foreign.id]);
  expect([await stored(own), (await stored(foreign)).id]).toEqual([undefined, foreign.id]);
  expect(await part.taken(sql(), [own.id, foreign.id])).toEqual([foreign.id]);
});

test('jobs need PRO, a kind of test that the workspace has, and a valid schedule', () => {
  const problemOf = (given: object = {}, plan: string = 'PRO', workspacePlan: 'FREE' | 'PRO' = 'PRO') =>
    part.problemOf?.({ ...place.actor, plan } as FilePlace['actor'], workspacePlan, item(given));
  const target = (kind: string, more: object = {}) => ({ target: { kind, id: newId(), ...more } });
  expect([problemOf(), problemOf({}, 'ENTERPRISE')]).toEqual([undefined, undefined]);
  expect(problemOf({}, 'PRO', 'FREE')).toBe('Scheduled tests are a Pro feature.');
  expect(problemOf({}, 'FREE')).toBe('Scheduled tests are a Pro feature.');
  expect(problemOf(target('teleport'))).toBe('There is no kind of test named teleport.');
  expect(problemOf(target('local'))).toBe('There is no kind of test named local.');
  const variables = [{ name: 'a', value: '1' }];
  expect(problemOf(target('toy', { variables }))).toBe('Toy: takes no variables.');
  expect(problemOf(target('toy', { options: { speed: 3 } }))).toBe('Toy: takes no options.');
  expect(problemOf({ timezone: 'Mars/Base' })).toBe('Unknown time zone: Mars/Base. Choose one.');
  expect(problemOf({ endDate: '2026-05-01' })).toBeUndefined();
});

test('a file adds no more jobs than a workspace can have', async () => {
  await expect(part.assertRoom?.(sql(), place, 10_001)).rejects.toThrow('A workspace can have 10000 jobs.');
  await part.assertRoom?.(sql(), place, 10_000);
  await newToyJob(server, place.projectId);
  await expect(part.assertRoom?.(sql(), place, 10_000)).rejects.toThrow('A workspace can have 10000 jobs.');
});
