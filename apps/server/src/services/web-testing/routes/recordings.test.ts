import type { Client } from '@touchstone/contracts';
import { runRoutes } from '@touchstone/contracts/runs';
import type { RepositoryStepInput, TestReport } from '@touchstone/contracts/test-repository';
import { webTestingRoutes as calls } from '@touchstone/contracts/web-testing';
import { type Har, readFilm } from '@touchstone/engine-browser/core';
import { openShop, type Shop } from '@touchstone/engine-browser/testing';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createTickets } from '../../../platform/files/tickets.ts';
import { failureOf, followRun } from '../../api-testing/testing/builders.ts';
import { newModule, newScript, note, openUrl, type Place } from '../../test-repository/testing/builders.ts';

let server: TestServer;
let shop: Shop;
let owner: TestUser;
let client: Client;
let place: Place;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  owner = await server.createOrganization({ plan: 'ENTERPRISE' });
  ({ client } = owner);
  place = await newModule(client);
  shop = await openShop();
}, 120_000);
afterAll(async () => {
  await shop.close();
  await server.close();
});

const failing: RepositoryStepInput = { id: 'title', keyword: 'verifyTitle', args: { expected: 'x' }, timeoutMs: 1000 };
const run = async (
  scripts: { name: string; steps: RepositoryStepInput[] }[],
  settings: object,
): Promise<TestReport> => {
  const made = [];
  for (const script of scripts) made.push(await newScript(client, place.moduleUUID, script));
  const { runId } = await client.call(calls.executeTest, {
    body: { scriptUUIDs: made.map(({ uuid }) => uuid), ...settings },
  });
  await followRun(client, runId);
  return client.call(calls.getTestReport, { query: { runId, size: 200 } });
};
const read = async (runId: string, attachmentId: string | undefined): Promise<Buffer> => {
  const params = { runId, attachmentId: attachmentId ?? '' };
  return Buffer.from(await (await client.raw(runRoutes.downloadRunAttachment, { params })).arrayBuffer());
};
const filesOf = async (runId: string) =>
  (await client.call(runRoutes.listRunAttachments, { params: { runId }, query: { page: 0, size: 100 } })).content
    .filter(({ mediaType }) => !mediaType.startsWith('image/'))
    .map(({ name }) => name)
    .sort();

test('trace, network log and video of a failed script are stored, and belong to its steps', async () => {
  const scripts = [
    { name: 'Passes', steps: [openUrl('open', shop.url)] },
    { name: 'Fails', steps: [openUrl('open', `${shop.url}/login`), failing] },
  ];
  const { run: ended, recordings, steps } = await run(scripts, { recording: 'failed' });
  expect(recordings).toHaveLength(1);
  const [{ unit, trace, network, film, notes, startedAt }] = recordings as [TestReport['recordings'][number]];
  expect(steps.map((step) => [step.sourceStepId, step.unit === unit])).toEqual([
    ['open', false],
    ['open', true],
    ['title', true],
  ]);
  expect(notes).toEqual([]);
  expect([trace?.name, network?.name, film?.name]).toEqual(['2 Fails.trace.zip', '2 Fails.har', '2 Fails.avi']);
  expect(await filesOf(ended.runId)).toEqual(['2 Fails.avi', '2 Fails.har', '2 Fails.trace.zip']);
  const har = JSON.parse((await read(ended.runId, network?.attachmentId)).toString()) as Har;
  expect(har.log.entries.map(({ request }) => request.url)).toContain(`${shop.url}/login`);
  const { frames, durationMs } = readFilm(await read(ended.runId, film?.attachmentId));
  expect(frames.length).toBeGreaterThan(0);
  const failedAt = Date.parse(steps[2]?.startedAt ?? '') - Date.parse(startedAt);
  expect(failedAt).toBeGreaterThanOrEqual(0);
  expect(failedAt).toBeLessThanOrEqual(durationMs);
});

test('the trace viewer reads a trace by its own address for a while, and no one else gets one', async () => {
  const { run: ended, recordings } = await run([{ name: 'Traced', steps: [openUrl('open', shop.url)] }], {
    recording: 'always',
  });
  const body = { runId: ended.runId, unit: recordings[0]?.unit ?? '' };
  const { address } = await client.call(calls.createTraceLink, { body });
  const viewer = await fetch(server.url + address);
  expect(viewer.status).toBe(200);
  expect(await viewer.text()).toContain('Playwright Trace Viewer');
  const policy = viewer.headers.get('content-security-policy');
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("connect-src 'self'");
  const worker = await fetch(new URL('sw.bundle.js', server.url + address));
  expect(worker.headers.get('content-security-policy')).toBe(policy);
  const tracePath = new URL(address, server.url).searchParams.get('trace') ?? '';
  const trace = await fetch(server.url + tracePath);
  expect([trace.status, trace.headers.get('content-type')]).toEqual([200, 'application/zip']);
  expect(
    Buffer.from(await trace.arrayBuffer())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK');

  const stranger = await server.createOrganization({ plan: 'ENTERPRISE' });
  expect(await failureOf(stranger.client.call(calls.createTraceLink, { body }))).toMatchObject({ status: 404 });
  expect(await failureOf(client.call(calls.createTraceLink, { body: { ...body, unit: '9' } }))).toMatchObject({
    status: 404,
    code: 'WEB_TESTING_NO_TRACE',
  });
  const old = createTickets<object>(server.platform, {
    place: 'web_testing.trace',
    validMs: -1,
    refused: { code: 'X', status: 403, message: '' },
  }).write({
    organizationId: owner.organizationId,
    runId: ended.runId,
    attachmentId: recordings[0]?.trace?.attachmentId,
  });
  const token = tracePath.split('=').at(-1) ?? '';
  const forged = `${Buffer.from('{"untilMs":9e15}').toString('base64url')}.${token.split('.')[1]}`;
  for (const wrong of [old.token, forged, 'x']) {
    const answer = await fetch(`${server.url}/services/web-testing/api/traces?token=${wrong}`);
    expect([answer.status, await answer.json()]).toMatchObject([404, { code: 'WEB_TESTING_TRACE_REFUSED' }]);
  }

  await client.call(calls.removeReport, { query: { runIds: ended.runId } as never });
  expect((await fetch(server.url + tracePath)).status).toBe(404);
  const { rows } = await server.platform.database.pool.query(
    'select unit from web_testing.unit_recording where run_id = $1',
    [ended.runId],
  );
  expect(rows).toEqual([]);
});

test('a secret that a script types is in no file, and the report says why there is no trace', async () => {
  const secret = 'tr0ub4dor & 3';
  await client.call(calls.createGlobalVariables, {
    body: {
      projectUUID: place.projectUUID,
      variables: [{ name: 'password', value: secret, isSecret: true }],
    },
  });
  const field = (label: string) => ({ name: label, locators: [{ by: 'label' as const, value: label }] });
  const steps: RepositoryStepInput[] = [
    openUrl('open', `${shop.url}/login`),
    { id: 'email', keyword: 'setText', target: field('Email'), args: { value: 'ada@example.com' } },
    { id: 'type', keyword: 'setText', target: field('Password'), args: { value: '{{password}}' } },
    { id: 'send', keyword: 'pressKey', args: { keys: 'Enter' } },
    { id: 'wait', keyword: 'waitForText', args: { text: 'is wrong' } },
  ];
  const { run: ended, recordings } = await run([{ name: 'Secret', steps }], { recording: 'always' });
  const [{ trace, network, notes }] = recordings as [TestReport['recordings'][number]];
  expect(trace).toBeNull();
  expect(notes).toEqual([
    'There is no trace, because steps of this script use a secret variable. A trace would show its value.',
  ]);
  const har = (await read(ended.runId, network?.attachmentId)).toString();
  expect(har).toContain('ada%40example.com');
  for (const spelled of [secret, 'tr0ub4dor', encodeURIComponent(secret)]) expect(har).not.toContain(spelled);
});

test('a one-time code that a user gives is in no file', async () => {
  const url = `${shop.url}/?code={{$oneTimeCode}}`;
  const { uuid } = await newScript(client, place.moduleUUID, { name: 'Code', steps: [openUrl('open', url)] });
  const { runId } = await client.call(calls.executeTest, { body: { scriptUUIDs: [uuid], recording: 'always' } });
  const report = () => client.call(calls.getTestReport, { query: { runId } });
  await expect.poll(async () => (await report()).steps[0]?.status, { timeout: 30_000 }).toBe('running');
  await client.call(calls.updateOtpValue, { body: { runId, otpValue: '918273' } });
  await followRun(client, runId);
  const [{ trace, network, notes }] = (await report()).recordings as [TestReport['recordings'][number]];
  expect((await read(runId, network?.attachmentId)).toString()).not.toContain('918273');
  expect([trace, notes]).toEqual([null, ['The trace is not kept, because a secret can be read in it.']]);
});

test('rows of a data table are recorded one by one, and what passes is not stored where only failures are', async () => {
  const { uuid } = await newScript(client, place.moduleUUID, { name: 'Rows', steps: [note('{{what}}')] });
  const { projectUUID, moduleUUID } = place;
  const { uuid: dataTableUUID } = await client.call(calls.createDataTable, {
    body: { projectUUID, tableName: 'Rows', columns: ['what'], rows: [['a'], ['b']] },
  });
  await client.call(calls.updateScript, { query: { moduleUUID }, body: { uuid, dataTableUUID } });
  const start = async (recording: 'always' | 'failed') => {
    const { runId } = await client.call(calls.executeTest, { body: { scriptUUIDs: [uuid], recording, parallel: 2 } });
    await followRun(client, runId);
    return client.call(calls.getTestReport, { query: { runId } });
  };
  const all = await start('always');
  expect(all.recordings.map(({ network }) => network?.name)).toEqual(['1 Rows, row 1.har', '2 Rows, row 2.har']);
  expect(all.steps.map(({ unit }) => unit)).toEqual(all.recordings.map(({ unit }) => unit));
  expect((await start('failed')).recordings).toEqual([]);
});

test('of a stopped run the video and the network log are stored', async () => {
  const steps = [openUrl('open', shop.url), { id: 'long', keyword: 'wait', args: { ms: '60000' } }];
  const { uuid } = await newScript(client, place.moduleUUID, { name: 'Stopped', steps });
  const { runId } = await client.call(calls.executeTest, { body: { scriptUUIDs: [uuid], recording: 'always' } });
  const report = () => client.call(calls.getTestReport, { query: { runId } });
  await expect.poll(async () => (await report()).steps[1]?.status, { timeout: 30_000 }).toBe('running');
  await client.call(calls.stopExecution, { query: { runId } });
  await followRun(client, runId);
  expect((await report()).recordings).toMatchObject([
    {
      network: { name: '1 Stopped.har' },
      film: { name: '1 Stopped.avi' },
      trace: null,
      notes: ['There is no trace, because the run was stopped.'],
    },
  ]);
});
