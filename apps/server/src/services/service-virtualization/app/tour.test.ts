import { flowRoutes } from '@touchstone/contracts/flows';
import { notificationRoutes } from '@touchstone/contracts/notifications';
import { deletedRoutes } from '@touchstone/contracts/recently-deleted';
import { runRoutes } from '@touchstone/contracts/runs';
import { mockTopic, serviceVirtualizationRoutes } from '@touchstone/contracts/service-virtualization';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { createTestServer, freePort, type TestServer, type TestUser } from '@touchstone/testing';
import { expect, inject, test, vi } from 'vitest';
import { newProject, newScript, newSuite, runToEnd } from '../../api-testing/testing/builders.ts';
import { chain, newFlow, runFlowToEnd, start, statusesOf } from '../../flows/testing/flow-builders.ts';
import { readStream } from '../../notifications/testing/read-stream.ts';
import { changeMock, type MockPlace, newAsset, newKey, newMock } from '../testing/mock-builders.ts';
import { startRealService } from '../testing/real-service.ts';

const calls = serviceVirtualizationRoutes;
const patience = { timeout: 30_000 };
const hello = { request: { method: 'GET', urlPath: '/hello' }, response: { headers: { A: 'b' }, body: 'hi' } };
const textAt = async (url: string, init?: RequestInit) => (await fetch(url, init)).text();
type Client = TestUser['client'];

/** Everything users can do with the assets of a mock. */
async function edits(client: Client): Promise<MockPlace> {
  const place = await newMock(client);
  const { projectId, suiteId, address } = place;
  const params = { id: projectId };
  const { assetId } = await newAsset(client, place, hello, { name: 'Hello', tags: ['t'] });
  expect(await textAt(`${address}/hello`)).toBe('hi');
  const stub = { ...hello, response: { body: 'two' } };
  await client.call(calls.updateAsset, { body: { assetId, revision: 1, stub } });
  expect(await textAt(`${address}/hello`)).toBe('two');
  await client.call(calls.restoreAssetVersion, { params: { id: assetId, revision: 1 }, body: {} });
  expect(await textAt(`${address}/hello`)).toBe('hi');
  const { assets } = await client.call(calls.cloneAssets, { body: { projectId, assetIds: [assetId] } });
  await client.call(calls.toggleAsset, { params: { id: assets[0]?.assetId ?? '' }, body: { isEnabled: true } });
  await client.call(calls.toggleAssets, { body: { projectId, assetIds: [assetId], isEnabled: false } });
  const inner = await client.call(calls.createSuite, { body: { projectId, parentId: suiteId, name: 'Inner' } });
  await client.call(calls.moveAssets, { body: { projectId, assetIds: [assetId], suiteId: inner.suiteId } });
  await client.call(calls.updateSuite, { body: { suiteId: inner.suiteId, name: 'Deep' } });
  const copy = await client.call(calls.cloneSuite, { params: { id: inner.suiteId }, body: {} });
  await client.call(calls.moveSuite, { params: { id: copy.suiteId }, body: { parentId: null } });
  await client.call(calls.toggleSuite, { params: { id: copy.suiteId }, body: { isEnabled: false } });
  const { suites } = await client.call(calls.listSuites, { params });
  expect(suites.map(({ name, assetCount, isActive }) => [name, assetCount, isActive])).toEqual([
    ['Deep', 1, true],
    ['Deep (copy)', 1, false],
    ['Default', 1, true],
  ]);
  await client.call(calls.deleteSuite, { params: { id: copy.suiteId } });
  const { content } = await client.call(calls.listAssets, { params, query: { suiteId, isDeep: 'true' } });
  expect(content.map(({ name, isEnabled }) => [name, isEnabled])).toEqual([
    ['Hello (copy)', true],
    ['Hello', false],
  ]);
  const checked = await client.call(calls.checkAsset, { body: { projectId, kind: 'static', stub } });
  expect(checked.warnings.map(({ code }) => code)).toEqual(['shadows']);
  await client.call(calls.deleteAssets, { body: { projectId, assetIds: [assetId] } });
  expect((await client.call(calls.listAssetTags, { params })).tags).toEqual([{ tag: 't', count: 1 }]);
  const versions = { params: { id: assets[0]?.assetId ?? '' }, query: {} };
  expect((await client.call(calls.listAssetVersions, versions)).totalElements).toBe(1);
  const version = { params: { id: assets[0]?.assetId ?? '', revision: 1 } };
  expect((await client.call(calls.getAssetVersion, version)).change).toBe('copied');
  return place;
}

/** Its variables, files, state, settings and key. */
async function configures(client: Client, place: MockPlace): Promise<void> {
  const { projectId, suiteId, address } = place;
  const params = { id: projectId };
  const stub = { request: { url: '/f' }, response: { body: '{{vars.a}}' } };
  await newAsset(client, place, stub);
  const added = await client.call(calls.createVariables, {
    body: { projectId, variables: [{ name: 'a', value: '1' }] },
  });
  expect(await textAt(`${address}/f`)).toBe('1');
  const variableId = added.variables[0]?.variableId ?? '';
  await client.call(calls.updateVariable, { body: { variableId, value: '2' } });
  expect(await textAt(`${address}/f`)).toBe('2');
  expect((await client.call(calls.listVariables, { query: { projectId } })).variables).toHaveLength(1);
  await client.call(calls.deleteVariables, { query: { projectId, variableIds: [variableId] } });
  const upload = { projectId, fileName: 'a.txt', sizeBytes: 1 };
  const { uploadUrl, fileId } = await client.call(calls.presignUpload, { body: upload });
  expect((await fetch(uploadUrl, { method: 'PUT', body: 'x' })).status).toBe(201);
  expect((await client.call(calls.listMockFiles, { params, query: {} })).totalElements).toBe(1);
  expect(await (await client.raw(calls.readMockFile, { params: { id: fileId } })).text()).toBe('x');
  await client.call(calls.deleteMockFile, { params: { id: fileId } });
  const resource = { name: 'pets', path: '/pets', items: [] };
  await client.call(calls.createAsset, { body: { projectId, suiteId, name: 'Pets', kind: 'dynamic', resource } });
  const step = { request: { url: '/s' }, scenarioName: 'S', newScenarioState: 'done' };
  await newAsset(client, place, step, { kind: 'dynamic' });
  await client.call(calls.putRecord, { params, body: { resource: 'pets', record: { id: 1 } } });
  await client.call(calls.putRecord, { params, body: { resource: 'pets', record: { id: 2 } } });
  await client.call(calls.deleteRecord, { params, query: { resource: 'pets', recordId: '1' } });
  expect((await client.call(calls.listRecords, { params, query: { resource: 'pets' } })).content).toEqual([{ id: 2 }]);
  await client.call(calls.setScenario, { params, body: { name: 'S', state: 'done' } });
  await client.call(calls.setStateValue, { params, body: { key: 'a', value: 1 } });
  const state = await client.call(calls.getMockState, { params });
  expect([state.scenarios[0]?.state, state.valueCount]).toEqual(['done', 1]);
  await client.call(calls.resetMock, { params, body: { state: true, records: true, journal: true } });
  expect((await client.call(calls.getMockState, { params })).valueCount).toBe(0);
  await newKey(client, projectId);
  await changeMock(client, projectId, { access: 'key' });
  expect((await fetch(`${address}/f`)).status).toBe(401);
  await changeMock(client, projectId, { access: 'open' });
  await client.call(calls.toggleMock, { params, body: { isEnabled: false } });
  expect((await fetch(`${address}/f`)).status).toBe(503);
  expect((await client.call(calls.toggleMock, { params, body: { isEnabled: true } })).hasKey).toBe(true);
  const off = await client.call(calls.switchMockPort, { params, body: { isOn: false } });
  const on = await client.call(calls.switchMockPort, { params, body: { isOn: true } });
  expect([off.port, on.addresses.map(({ kind }) => kind)]).toEqual([null, ['path', 'port', 'tls']]);
  await vi.waitFor(async () => expect(await textAt(`http://127.0.0.1:${on.port}/f`)).toBe('{{vars.a}}'), patience);
}

/** Its journal: listed, streamed and verified. */
async function watches(client: Client, { projectId, address }: MockPlace): Promise<void> {
  const params = { id: projectId };
  const body = { topics: [{ topic: mockTopic(projectId) }] };
  const stream = readStream(client, notificationRoutes.followTopics, { body });
  const callEvents = () => (stream.data as { event?: string }[]).filter(({ event }) => event === 'call').length;
  await vi.waitFor(async () => {
    await fetch(`${address}/none`);
    expect(callEvents()).toBeGreaterThan(0);
  }, patience);
  stream.leave();
  const { content } = await client.call(calls.listJournal, { params, query: {} });
  const entry = { params: { id: content[0]?.entryId ?? '' } };
  expect(await client.call(calls.getJournalEntry, entry)).toMatchObject({ by: 'none', causedBy: null });
  expect((await client.call(calls.proposeAsset, { ...entry, body: {} })).draft.name).toBe('GET /none');
  const [near] = (await client.call(calls.listAssets, { params, query: { searchTerm: '/hello' } })).content;
  const given = { ...entry, body: { assetId: near?.assetId ?? '' } };
  expect((await client.call(calls.proposeAsset, given)).changes).toEqual(['Address: /none instead of /hello']);
  expect((await client.call(calls.listUnmatched, { params, query: {} })).content[0]?.path).toBe('/none');
  const pattern = { urlPath: '/none' };
  expect((await client.call(calls.verifyJournal, { params, body: { pattern, atLeast: 1 } })).passed).toBe(true);
  expect((await client.call(calls.verifyJournal, { params, body: { order: [pattern] } })).passed).toBe(true);
  expect((await client.call(calls.tryMock, { params, body: { path: '/none' } })).by).toBe('none');
  await client.call(calls.clearJournal, { params });
  expect((await client.call(calls.listJournal, { params, query: {} })).totalElements).toBe(0);
}

/** Recordings of a service, and comparisons with it. */
async function records(client: Client): Promise<void> {
  let version = 1;
  const real = await startRealService(({ url }) => ({
    headers: { 'Content-Type': 'text/plain' },
    body: `${url} ${version}`,
  }));
  const { projectId, address } = await newMock(client);
  const params = { id: projectId };
  const { recordingId } = await client.call(calls.startRecording, { body: { projectId, targetUrl: real.url } });
  const at = { params: { id: recordingId } };
  await fetch(`${address}/a`);
  await client.call(calls.setRecordingStatus, { ...at, body: { status: 'stopped' } });
  expect((await client.call(calls.listRecordedCalls, { ...at, query: {} })).totalElements).toBe(1);
  expect((await client.call(calls.previewRecording, { ...at, body: {} })).totalElements).toBe(1);
  expect((await client.call(calls.saveRecording, { ...at, body: {} })).created).toBe(1);
  expect(await client.call(calls.getRecording, at)).toMatchObject({ count: 1, status: 'stopped' });
  await client.call(calls.deleteRecording, at);
  expect((await client.call(calls.listRecordings, { params, query: {} })).totalElements).toBe(0);
  version = 2;
  const begun = await client.call(calls.startDriftCheck, {
    body: { projectId, targetUrl: real.url, headers: [{ name: 'X-A', value: '1' }] },
  });
  const check = { params: { id: begun.checkId } };
  const view = () => client.call(calls.getDriftCheck, check);
  await vi.waitFor(async () => expect((await view()).status).toBe('finished'), patience);
  expect(real.asked.at(-1)?.headers['x-a']).toBe('1');
  const { content } = await client.call(calls.listDriftFindings, { ...check, query: {} });
  expect(content.map(({ verdict }) => verdict)).toEqual(['changed']);
  const findingIds = content.map(({ findingId }) => findingId);
  expect((await client.call(calls.applyDrift, { ...check, body: { findingIds } })).applied).toBe(1);
  expect(await textAt(`${address}/a`)).toBe('/a 2');
  expect((await client.call(calls.cancelDriftCheck, { ...check, body: {} })).status).toBe('finished');
  await client.call(calls.deleteDriftCheck, check);
  expect((await client.call(calls.listDriftChecks, { params, query: {} })).totalElements).toBe(0);
  await real.end();
}

/** Imported documents and WireMock clients. */
async function imports(client: Client): Promise<void> {
  const { projectId, address } = await newMock(client);
  const params = { id: projectId };
  const text = JSON.stringify({ mappings: [{ ...hello, name: 'One' }] });
  const take = async () => {
    const { importId } = await client.call(calls.previewImport, { body: { projectId, text } });
    return client.call(calls.carryOutImport, { body: { projectId, importId } });
  };
  expect((await take()).counts).toMatchObject({ new: 1, same: 0 });
  expect((await take()).counts).toMatchObject({ new: 0, same: 1 });
  expect((await client.call(calls.listImportSources, { params })).sources).toHaveLength(1);
  const source = await startRealService(() => ({ body: text }));
  const fetched = await client.call(calls.previewImport, { body: { projectId, url: `${source.url}/a.json` } });
  expect(fetched.counts).toMatchObject({ new: 1 });
  await source.end();
  const exported = await client.raw(calls.exportMock, { params, query: { format: 'wiremock' } });
  expect(JSON.parse(await exported.text())).toMatchObject({ meta: { total: 1 } });
  const headers = { Authorization: `Token ${await newKey(client, projectId)}` };
  const admin = async (method: string, path: string, body?: object) => {
    const sent = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    return fetch(`${address}/__admin${path}`, sent);
  };
  expect((await admin('POST', '/mappings', { request: { url: '/w' }, response: { body: 'w' } })).status).toBe(201);
  expect(await textAt(`${address}/w`)).toBe('w');
  const real = await startRealService(() => ({ body: 'recorded' }));
  expect((await admin('POST', '/recordings/start', { targetBaseUrl: real.url })).status).toBe(200);
  await fetch(`${address}/r`);
  expect(await (await admin('GET', '/recordings/status')).json()).toEqual({ status: 'Recording' });
  expect((await admin('POST', '/recordings/stop')).status).toBe(200);
  await real.end();
  const { content } = await client.call(calls.listAssets, { params, query: { size: 50 } });
  expect(content.map(({ path }) => path).toSorted()).toEqual(['/hello', '/r', '/w']);
}

/** Environments, runs and workflows that use a mock, until it is moved to the trash and restored. */
async function runs(client: Client, place: MockPlace): Promise<void> {
  const { projectId: mockId, address } = place;
  const params = { id: mockId };
  const projectId = await newProject(client);
  const body = { projectId, environmentName: 'Staging', variables: [] };
  const { environmentId } = await client.call(workspaceRoutes.createEnvironment, { body });
  const { linkId } = await client.call(calls.linkEnvironment, { params, body: { environmentId, key: 'k' } });
  await client.call(calls.updateMock, { params, body: { pathKey: 'a-new-place' } });
  const moved = address.replace(/[^/]+$/, 'a-new-place');
  expect((await client.call(calls.listEnvironmentLinks, { params })).links).toMatchObject([
    { linkId, isCurrent: true },
  ]);
  const suiteId = await newSuite(client, projectId);
  await newScript(client, suiteId, { url: '{{baseUrl}}/hello' });
  const runId = await runToEnd(client, { projectId, suiteIds: [suiteId], environmentId });
  const steps = await client.call(runRoutes.listRunSteps, { params: { runId }, query: {} });
  const step = { runId, stepId: steps.content[0]?.stepId ?? '' };
  const { traces } = await client.call(runRoutes.listStepTraces, {
    params: step,
    query: { address: `${moved}/hello` },
  });
  expect(traces).toMatchObject([{ title: 'Mock calls', total: 1, lines: [{ badge: 'GET', title: '/hello' }] }]);
  await client.call(calls.clearJournal, { params });
  const none = await client.call(runRoutes.listStepTraces, { params: step, query: { address: `${moved}/hello` } });
  expect(none.traces).toMatchObject([{ total: 0, note: expect.stringContaining('no longer has the calls') }]);
  await client.call(calls.unlinkEnvironment, { params: { id: linkId } });
  const node = (id: string, kind: string, settings: object) => ({
    id,
    kind,
    name: id,
    settings: { mockId, ...settings },
  });
  const nodes = [
    start,
    node('fault', 'mock-fault', { path: '/hello', status: 502 }),
    node('ask', 'http', { url: `${moved}/hello` }),
  ];
  const flowId = await newFlow(client, projectId, { nodes: nodes as never, links: chain('start', 'fault', 'ask') });
  expect(statusesOf(await runFlowToEnd(client, flowId))).toMatchObject({ fault: 'passed', ask: 'failed' });
  await vi.waitFor(
    async () => expect((await client.call(calls.listMockFaults, { params })).faults).toEqual([]),
    patience,
  );
  expect((await client.call(calls.endMockFaults, { params })).message).toBe('0 faults ended');
  const file = await client.call(flowRoutes.exportFlow, { params: { flowId } });
  const { projectName } = await client.call(calls.getVirtualizationProject, { params });
  expect(file.references.map(({ names }) => names)).toEqual([[projectName]]);
  const made = await client.call(flowRoutes.importFlow, { body: { projectId, file } });
  expect(made.missing).toEqual([]);
  await client.call(calls.deleteVirtualizationProject, { params, body: { projectName, restorable: true } });
  expect((await fetch(`${moved}/hello`)).status).toBe(404);
  await client.call(deletedRoutes.restoreDeletedProject, { body: { projectId: mockId } });
  await vi.waitFor(async () => expect((await fetch(`${moved}/hello`)).status).toBe(200), patience);
  await client.call(calls.deleteVirtualizationProject, { params, body: { projectName } });
  expect((await fetch(`${moved}/hello`)).status).toBe(404);
}

/** Automatic jobs: deleting expired data and resuming an abandoned drift check. */
async function cleans({ platform }: TestServer, client: Client): Promise<void> {
  const { jobs, database } = platform;
  const statement = (text: string, of: string) => database.pool.query(text, [of]);
  const place = await newMock(client);
  const { projectId } = place;
  const body = { projectId, targetUrl: 'http://127.0.0.1:1' };
  const { recordingId } = await client.call(calls.startRecording, { body });
  const recording = { params: { id: recordingId } };
  await client.call(calls.setRecordingStatus, { ...recording, body: { status: 'stopped' } });
  const given = { projectId, text: JSON.stringify({ mappings: [hello] }) };
  const { importId } = await client.call(calls.previewImport, { body: given });
  const old = "now() - interval '31 days' where id = $1";
  await statement(`update service_virtualization.recording set stopped_at = ${old}`, recordingId);
  await statement(`update service_virtualization.pending_import set created_at = ${old}`, importId);
  await jobs.send('service-virtualization.recordings', {});
  await jobs.send('service-virtualization.pending-imports', {});
  await vi.waitFor(async () => {
    await expect(client.call(calls.getRecording, recording)).rejects.toThrow('No such recording');
    const kept = await statement('select 1 from service_virtualization.pending_import where id = $1', importId);
    expect(kept.rowCount).toBe(0);
  }, patience);
  await newAsset(client, place, hello);
  const { checkId } = await client.call(calls.startDriftCheck, { body });
  const statusOf = async () => (await client.call(calls.getDriftCheck, { params: { id: checkId } })).status;
  await vi.waitFor(async () => expect(await statusOf()).toBe('finished'), patience);
  await statement("update service_virtualization.drift_check set status = 'running' where id = $1", checkId);
  await jobs.send('service-virtualization.drift-watch', {});
  await vi.waitFor(async () => expect(await statusOf()).toBe('finished'), patience);
}

/** Starts the server within the test, as startup is part of it. */
async function installed(work: (server: TestServer) => Promise<void>): Promise<void> {
  const port = await freePort();
  const env = { MOCK_PORTS: `${port}-${port + 1}` };
  const server = await createTestServer({ postgresUrl: inject('postgresUrl'), env });
  try {
    await work(server);
  } finally {
    await server.close();
  }
}

test('in a new installation, a mock is created, edited, monitored, recorded, compared, imported, run, trashed and deleted', async () => {
  await installed(async (server) => {
    const { client } = await server.createOrganization({ plan: 'ENTERPRISE' });
    const place = await edits(client);
    await configures(client, place);
    await watches(client, place);
    await records(client);
    await imports(client);
    await runs(client, place);
    await cleans(server, client);
  });
}, 120_000);
