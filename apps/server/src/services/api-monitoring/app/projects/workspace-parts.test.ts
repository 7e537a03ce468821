import type { Client } from '@touchstone/contracts';
import { apiMonitoringRoutes, incidentCommentKind } from '@touchstone/contracts/api-monitoring';
import { commentRoutes } from '@touchstone/contracts/comments';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { makeCertificate, makePfx } from '@touchstone/engine-http/testing';
import { FakeClock } from '@touchstone/kernel';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { failureOf, newProject } from '../../../api-testing/testing/builders.ts';
import { auditsOf } from '../../testing/audits.ts';
import { incidentsOf } from '../../testing/incident-builders.ts';
import { newMonitor, newMonitoring } from '../../testing/monitor-builders.ts';
import { createIncidentComments } from '../incidents/comment-subject.ts';

const calls = apiMonitoringRoutes;
const dayMs = 86_400_000;
const stopped = { state: 'STOPPED' } as const;
const unknownId = '00000000-0000-4000-8000-000000000000';
const clock = new FakeClock(new Date());
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

const codeOf = async (call: Promise<unknown>) => {
  const { status, code, message } = await failureOf(call);
  return `${status} ${code}: ${message}`;
};

async function newCertificate(projectId: string, domainName: string) {
  const form = new FormData();
  const pair = makeCertificate({ commonName: 'client' });
  form.append('passphrase', 'secret');
  form.append('file', new Blob([new Uint8Array(Buffer.from(makePfx(pair, 'secret', { algorithm: '3des' })))]), 'c.pfx');
  const { uploadId } = await client.call(calls.convertCertificate, { query: { projectId }, body: form });
  return client.call(calls.createCertificate, { body: { projectId, domainName, uploadId, passphrase: 'secret' } });
}

test('valid certificates are listed with the monitored APIs that present them', async () => {
  const { projectId } = place;
  const url = (of: string) => ({ kind: 'http', url: of }) as const;
  const shop = await newMonitor(client, place, url('https://api.shop.test/x'), stopped);
  const soap = {
    kind: 'soap',
    url: 'https://soap.shop.test/',
    soapVersion: '1.1',
    action: '',
    envelope: '<e/>',
  } as const;
  const envelope = await newMonitor(client, place, soap, stopped);
  await newMonitor(client, place, url('https://other.test/'), stopped);
  await newMonitor(client, place, { kind: 'tls', host: 'api.shop.test', port: 443 } as never, stopped);
  const made = await newCertificate(projectId, '*.shop.test');
  const list = async () => (await client.call(calls.listActiveCertificates, { query: { projectId } })).certificates;
  const [{ monitorIds, ...shown } = { monitorIds: [] as string[] }] = await list();
  expect(monitorIds.toSorted()).toEqual([shop.monitorId, envelope.monitorId].toSorted());
  expect(shown).toEqual({ ...made, daysLeft: expect.any(Number), isActive: true });
  const { notBefore, notAfter, certificateId } = made;
  const at = async (ms: number) => {
    clock.advance(ms - clock.now().getTime());
    const [one] = await list();
    return [one?.daysLeft, one?.isActive];
  };
  const end = Date.parse(notAfter);
  expect(Date.parse(notBefore)).toBeLessThan(end);
  expect([await at(end - dayMs), await at(end - 1), await at(end), await at(end + 1)]).toEqual([
    [1, true],
    [0, true],
    [0, false],
    [-1, false],
  ]);
  const tests = await newProject(client);
  expect(
    await codeOf(
      client.call(calls.updateCertificate, { body: { projectId: tests, certificateId, domainName: 'a.test' } }),
    ),
  ).toBe('404 API_MONITORING_PROJECT_NOT_FOUND: No such project, or you have no access to it.');
  const changed = await client.call(calls.updateCertificate, {
    body: { projectId, certificateId, domainName: 'other.test' },
  });
  expect(changed.domainName).toBe('other.test');
  expect((await list())[0]?.monitorIds).toHaveLength(1);
});

test('variables of the project and of its environments are added, listed and deleted together', async () => {
  const { projectId } = place;
  const newEnvironment = async (of: string) =>
    (await client.call(workspaceRoutes.createEnvironment, { body: { projectId: of, environmentName: 'Live' } }))
      .environmentId;
  const environmentId = await newEnvironment(projectId);
  const add = (given: object, ...names: string[]) =>
    client.call(calls.createVariables, {
      body: { projectId, variables: names.map((name) => ({ name, value: `of ${name}` })), ...given },
    });
  const globals = (await add({}, 'one', 'two')).variables;
  const own = (await add({ environmentId }, 'three')).variables;
  const list = async (query: object = {}) =>
    (await client.call(calls.listVariables, { query: { projectId, ...query } })).variables
      .map(({ name }) => name)
      .sort();
  expect([await list(), await list({ environmentId })]).toEqual([['one', 'three', 'two'], ['three']]);
  const elsewhere = await newMonitoring(client);
  const foreign = await newEnvironment(elsewhere.projectId);
  const wrong =
    '400 API_MONITORING_ENVIRONMENT_ELSEWHERE: The environment is not one of this project. Choose another one.';
  expect([
    await codeOf(add({ environmentId: foreign }, 'four')),
    await codeOf(list({ environmentId: foreign })),
  ]).toEqual([wrong, wrong]);
  const remove = (variableIds: string[]) => client.call(calls.deleteVariables, { query: { projectId, variableIds } });
  const [first = unknownId, second = unknownId] = globals.map(({ variableId }) => variableId);
  expect(await codeOf(remove([first, unknownId]))).toBe(
    '404 API_MONITORING_VARIABLE_NOT_FOUND: No such variable in this project.',
  );
  expect(await list()).toHaveLength(3);
  await remove([first]);
  expect(await list()).toEqual(['three', 'two']);
  await remove([second, own[0]?.variableId ?? '']);
  expect(await list()).toEqual([]);
  const [alone] = (await add({ environmentId }, 'five')).variables;
  await remove([alone?.variableId ?? '']);
  expect(await list()).toEqual([]);
});

test('metrics are read with the project token, whose last use is recorded to the hour', async () => {
  const { projectId } = place;
  await newMonitor(client, place, { kind: 'tcp', host: 'x', port: 1 }, { ...stopped, name: 'Port' });
  const view = () => client.call(calls.getMetricsToken, { query: { projectId } });
  const metricsUrl = `${server.url}/services/api-monitoring/api/metrics/${projectId}`;
  const none = { metricsUrl, createdAt: null, createdByName: null, lastUsedAt: null };
  expect(await view()).toEqual(none);
  const read = async (authorization?: string, id = projectId) => {
    const url = `/services/api-monitoring/api/metrics/${id}`;
    const answer = await server.app.http.inject({ url, headers: authorization === undefined ? {} : { authorization } });
    return answer.statusCode === 200 ? answer.body.includes('monitor="Port"') : answer.json<{ code: string }>().code;
  };
  const refused = 'API_MONITORING_METRICS_REFUSED';
  expect([await read(), await read('Bearer x'), await read('Bearer ')]).toEqual([refused, refused, refused]);
  const made = await client.call(calls.createMetricsToken, { body: { projectId } });
  expect(made).toEqual({ token: expect.stringMatching(/^tsm_[\w-]{43}$/), metricsUrl });
  const createdAt = clock.now().toISOString();
  const shown = { metricsUrl, createdAt, createdByName: 'Ada Admin', lastUsedAt: null };
  expect(await view()).toEqual(shown);
  const other = await newMonitoring(client);
  await client.call(calls.createMetricsToken, { body: { projectId: other.projectId } });
  expect([
    await read(`Bearer ${made.token}`, other.projectId),
    await read(made.token),
    await read(`Bearer ${made.token} x`),
    await read(`x Bearer ${made.token}`),
    await read(`Bearer ${'x'.repeat(201)}`),
    await read('Bearer '),
    await read(undefined),
  ]).toEqual(Array(7).fill(refused));
  expect((await view()).lastUsedAt).toBeNull();
  expect(await read(`bearer ${made.token}`)).toBe(true);
  const usedAt = clock.now().toISOString();
  expect(await view()).toEqual({ ...shown, lastUsedAt: usedAt });
  clock.advance(3_600_000);
  await read(`Bearer ${made.token}`);
  expect((await view()).lastUsedAt).toBe(usedAt);
  clock.advance(1);
  await read(`Bearer ${made.token}`);
  expect((await view()).lastUsedAt).toBe(clock.now().toISOString());
  await client.call(calls.createMetricsToken, { body: { projectId } });
  expect([(await view()).lastUsedAt, await read(`Bearer ${made.token}`)]).toEqual([null, refused]);
  await client.call(calls.deleteMetricsToken, { query: { projectId } });
  expect(await view()).toEqual(none);
  const entry = (action: string) => ({ action: `monitor-metrics.token-${action}`, target: projectId, detail: null });
  expect(
    (await auditsOf(server, [projectId])).filter(({ action }: { action?: string }) => action?.includes('metrics')),
  ).toEqual([entry('created'), entry('created'), entry('deleted')]);
});

test('acknowledging an incident, writing its post-mortem and deleting it are audited', async () => {
  const { projectId } = place;
  const { monitorId } = await newMonitor(
    client,
    place,
    { kind: 'tcp', host: 'x', port: 1 },
    { ...stopped, name: 'Port' },
  );
  const incidents = incidentsOf(server.platform);
  const row = await incidents.open(monitorId, 'DEGRADED');
  const openedAt = clock.now().toISOString();
  const params = { id: row.id };
  const view = () => client.call(calls.getIncident, { params });
  const summary = {
    incidentId: row.id,
    number: 1,
    projectId,
    monitorId,
    monitorName: 'Port',
    state: 'OPEN',
    severity: 'DEGRADED',
    cause: 'It answered with status 500.',
    regions: [],
    openedAt,
    acknowledgedAt: null,
    acknowledgedByName: null,
    closedAt: null,
    durationSeconds: 0,
  };
  const rest = { entries: [], failing: null, lastGood: null, changes: [], postMortem: '', runLink: null };
  expect(await view()).toEqual({ ...summary, ...rest });
  clock.advance(1500);
  const entry = (kind: string, text: string) => ({
    entryId: expect.any(String),
    kind,
    at: clock.now().toISOString(),
    text,
    byName: 'Ada Admin',
  });
  const entries = [entry('acknowledged', 'Mine')];
  const known = {
    ...summary,
    state: 'ACKNOWLEDGED',
    acknowledgedAt: clock.now().toISOString(),
    acknowledgedByName: 'Ada Admin',
  };
  const acknowledge = () => client.call(calls.acknowledgeIncident, { params, body: { comment: 'Mine' } });
  expect(await acknowledge()).toEqual({ ...known, durationSeconds: 2, ...rest, entries });
  expect((await acknowledge()).entries).toEqual(entries);
  const write = (text: string) => client.call(calls.writePostMortem, { params, body: { text } });
  expect((await write('')).entries).toEqual(entries);
  entries.push(entry('post-mortem', ''));
  for (const postMortem of ['Why.', 'Because.', ''])
    expect(await write(postMortem)).toEqual({ ...known, durationSeconds: 2, ...rest, entries, postMortem });
  const list = (given: object) => client.call(calls.listIncidents, { query: { projectId, ...given } });
  expect(await list({})).toEqual({ page: 0, size: 10, totalElements: 1, content: [{ ...known, durationSeconds: 2 }] });
  expect([(await list({ state: 'OPEN' })).content, (await list({ monitorId: unknownId })).content]).toEqual([[], []]);
  const remove = () => client.call(calls.deleteIncident, { params });
  expect(await codeOf(remove())).toBe(
    '409 API_MONITORING_INCIDENT_OPEN: An open incident can’t be deleted. It closes once the monitored API is up again or stopped.',
  );
  await incidents.close(row);
  expect(await codeOf(acknowledge())).toBe('409 API_MONITORING_INCIDENT_CLOSED: This incident is closed already.');
  await remove();
  const notFound = '404 API_MONITORING_INCIDENT_NOT_FOUND: No such incident, or you have no access to it.';
  expect([await codeOf(view()), await codeOf(remove())]).toEqual([notFound, notFound]);
  expect(await auditsOf(server, [row.id])).toEqual([
    ...Array(2).fill({ action: 'incident.acknowledged', target: row.id, detail: null }),
    { action: 'incident.deleted', target: row.id, detail: { number: 1 } },
  ]);
});

test('comments belong to the project of their incident, and link to it', async () => {
  const { projectId } = place;
  const { monitorId } = await newMonitor(client, place, { kind: 'tcp', host: 'x', port: 1 }, stopped);
  const { id } = await incidentsOf(server.platform).open(monitorId);
  const comments = createIncidentComments({
    platform: server.platform,
    open: { project: async () => undefined } as never,
  });
  const { organizationId } = server.admin;
  const caller = { organizationId } as never;
  expect(comments.kind).toBe(incidentCommentKind);
  expect(await comments.open(caller, id, 'view')).toEqual({ projectId, containerId: projectId });
  for (const none of [unknownId, 'none'])
    await expect(comments.open(caller, none, 'view')).rejects.toMatchObject({
      code: 'API_MONITORING_INCIDENT_NOT_FOUND',
    });
  const link = { organizationId, subjectId: id } as never;
  expect(await comments.link(link)).toBe(`/api-monitoring/incidents?incident=${id}&comments=open`);
  expect(await comments.link({ organizationId: unknownId, subjectId: id } as never)).toBeUndefined();
  expect(await comments.listPurged(organizationId, [id, unknownId])).toEqual([unknownId]);
  const viewer = await server.createUser(server.admin, { role: 'ROLE_USER', teamIds: [] });
  await server.platform.database.pool.query(
    `insert into workspaces.member (project_id, user_id, email, role) values ($1, $2, $3, 'VIEWER')`,
    [projectId, viewer.userId, viewer.email],
  );
  const subject = { kind: incidentCommentKind, subjectId: id };
  const written = await viewer.client.call(commentRoutes.createComment, { body: { ...subject, text: 'Seen.' } });
  expect(written).toBeDefined();
});
