import { serviceVirtualizationRoutes } from '@touchstone/contracts/service-virtualization';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { newProject } from '../../api-testing/testing/builders.ts';
import { newAsset, newMock } from '../testing/mock-builders.ts';
import { startRealService } from '../testing/real-service.ts';
import { newViewer, refusalOf } from '../testing/seen-by.ts';

const calls = serviceVirtualizationRoutes;
let server: TestServer;
let owner: TestUser;
let viewer: TestUser;
let stranger: TestUser;
/** Ids and addresses of a project that a call can refer to. */
let has: Awaited<ReturnType<typeof furnish>>;

beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  [owner, stranger] = [
    await server.createOrganization({ plan: 'ENTERPRISE' }),
    await server.createOrganization({ plan: 'ENTERPRISE' }),
  ];
  has = await furnish();
  viewer = await newViewer(server, owner, has.projectId);
}, 120_000);
afterAll(() => server.close());

const hello = { request: { method: 'GET', urlPath: '/hello' }, response: { body: 'hi' } };

async function furnish() {
  const { client } = owner;
  const place = await newMock(client);
  const { projectId, suiteId, address } = place;
  const params = { id: projectId };
  const { assetId } = await newAsset(client, place, hello);
  const resource = { name: 'pets', path: '/pets', items: [{ id: 1 }] };
  const pets = { projectId, suiteId, name: 'Pets', kind: 'dynamic' as const, resource };
  await client.call(calls.createAsset, { body: pets });
  const flow = { request: { url: '/flow' }, scenarioName: 'Flow', newScenarioState: 'done' };
  await newAsset(client, place, flow, { kind: 'dynamic' });
  await fetch(`${address}/missing`);
  const { content } = await client.call(calls.listJournal, { params, query: {} });
  const variables = [{ name: 'a', value: '1' }];
  const added = await client.call(calls.createVariables, { body: { projectId, variables } });
  const upload = { projectId, fileName: 'a.txt', sizeBytes: 1 };
  const { uploadUrl, fileId } = await client.call(calls.presignUpload, { body: upload });
  await fetch(uploadUrl, { method: 'PUT', body: 'x' });
  const text = JSON.stringify({ mappings: [hello] });
  const { importId } = await client.call(calls.previewImport, { body: { projectId, text } });
  const real = await startRealService(() => ({ body: 'real' }));
  const recorded = await client.call(calls.startRecording, { body: { projectId, targetUrl: real.url } });
  await fetch(`${address}/recorded`);
  const stop = { params: { id: recorded.recordingId }, body: { status: 'stopped' as const } };
  await client.call(calls.setRecordingStatus, stop);
  const check = { projectId, targetUrl: real.url };
  const { checkId } = await client.call(calls.startDriftCheck, { body: check });
  const at = { params: { id: checkId } };
  await vi.waitFor(async () => expect((await client.call(calls.getDriftCheck, at)).status).toBe('finished'), {
    timeout: 30_000,
  });
  const findings = await client.call(calls.listDriftFindings, { ...at, query: { verdict: 'changed' } });
  await real.end();
  const environment = { projectId: await newProject(client), environmentName: 'Staging', variables: [] };
  const { environmentId } = await client.call(workspaceRoutes.createEnvironment, { body: environment });
  const { linkId } = await client.call(calls.linkEnvironment, { params, body: { environmentId } });
  await client.call(calls.updateVirtualizationProject, { body: { projectId, workspaceType: 'PRIVATE' } });
  return {
    projectId,
    suiteId,
    assetId,
    entryId: content[0]?.entryId ?? '',
    variableId: added.variables[0]?.variableId ?? '',
    fileId,
    importId,
    recordingId: recorded.recordingId,
    checkId,
    findingId: findings.content[0]?.findingId ?? '',
    environmentId,
    linkId,
    targetUrl: real.url,
  };
}

type Call = [name: keyof typeof calls, input: () => object, missing?: string];
const ofProject = () => ({ params: { id: has.projectId } });
const inProject = () => ({ projectId: has.projectId });
const some = () => ({ ...inProject(), assetIds: [has.assetId] });
const noWorkspace = 'API_TESTING_PROJECT_NOT_FOUND';

/** Calls a viewer may make; another organization gets “not found”. */
const looks: Call[] = [
  ['getVirtualizationProject', ofProject],
  ['getMock', ofProject],
  ['listSuites', ofProject],
  ['listAssets', () => ({ ...ofProject(), query: {} })],
  ['listAssetTags', ofProject],
  ['getAsset', () => ({ params: { id: has.assetId } }), 'ASSET_NOT_FOUND'],
  ['listAssetVersions', () => ({ params: { id: has.assetId }, query: {} }), 'ASSET_NOT_FOUND'],
  ['getAssetVersion', () => ({ params: { id: has.assetId, revision: 1 } }), 'ASSET_NOT_FOUND'],
  ['checkAsset', () => ({ body: { ...inProject(), kind: 'static', stub: hello } })],
  ['tryMock', () => ({ ...ofProject(), body: { path: '/hello' } })],
  ['listJournal', () => ({ ...ofProject(), query: {} })],
  ['listUnmatched', () => ({ ...ofProject(), query: {} })],
  ['getJournalEntry', () => ({ params: { id: has.entryId } }), 'ENTRY_NOT_FOUND'],
  ['proposeAsset', () => ({ params: { id: has.entryId }, body: { assetId: has.assetId } }), 'ENTRY_NOT_FOUND'],
  ['verifyJournal', () => ({ ...ofProject(), body: { pattern: {} } })],
  ['listImportSources', ofProject],
  ['listVariables', () => ({ query: inProject() })],
  ['listMockFiles', () => ({ ...ofProject(), query: {} })],
  ['getMockState', ofProject],
  ['listRecords', () => ({ ...ofProject(), query: { resource: 'pets' } })],
  ['listMockFaults', ofProject],
  ['listRecordings', () => ({ ...ofProject(), query: {} })],
  ['getRecording', () => ({ params: { id: has.recordingId } }), 'RECORDING_NOT_FOUND'],
  ['listRecordedCalls', () => ({ params: { id: has.recordingId }, query: {} }), 'RECORDING_NOT_FOUND'],
  ['previewRecording', () => ({ params: { id: has.recordingId }, body: {} }), 'RECORDING_NOT_FOUND'],
  ['listDriftChecks', () => ({ ...ofProject(), query: {} })],
  ['getDriftCheck', () => ({ params: { id: has.checkId } }), 'CHECK_NOT_FOUND'],
  ['listDriftFindings', () => ({ params: { id: has.checkId }, query: {} }), 'CHECK_NOT_FOUND'],
  ['listEnvironmentLinks', ofProject],
];

/** Calls a viewer may not make. */
const changes: Call[] = [
  ['updateMock', () => ({ ...ofProject(), body: { settings: { seed: 1 } } })],
  ['toggleMock', () => ({ ...ofProject(), body: { isEnabled: false } })],
  ['switchMockPort', () => ({ ...ofProject(), body: { isOn: true } })],
  ['renewMockKey', () => ({ ...ofProject(), body: {} })],
  ['resetMock', () => ({ ...ofProject(), body: { state: true, records: true, journal: true } })],
  ['createSuite', () => ({ body: { ...inProject(), name: 'New' } })],
  ['updateSuite', () => ({ body: { suiteId: has.suiteId, name: 'New' } }), 'SUITE_NOT_FOUND'],
  ['toggleSuite', () => ({ params: { id: has.suiteId }, body: { isEnabled: false } }), 'SUITE_NOT_FOUND'],
  ['moveSuite', () => ({ params: { id: has.suiteId }, body: { parentId: null } }), 'SUITE_NOT_FOUND'],
  ['cloneSuite', () => ({ params: { id: has.suiteId }, body: {} }), 'SUITE_NOT_FOUND'],
  ['deleteSuite', () => ({ params: { id: has.suiteId } }), 'SUITE_NOT_FOUND'],
  ['createAsset', () => ({ body: { ...inProject(), suiteId: has.suiteId, name: 'New', kind: 'static', stub: hello } })],
  ['updateAsset', () => ({ body: { assetId: has.assetId, revision: 1, name: 'New' } }), 'ASSET_NOT_FOUND'],
  ['restoreAssetVersion', () => ({ params: { id: has.assetId, revision: 1 }, body: {} }), 'ASSET_NOT_FOUND'],
  ['toggleAsset', () => ({ params: { id: has.assetId }, body: { isEnabled: false } }), 'ASSET_NOT_FOUND'],
  ['toggleAssets', () => ({ body: { ...some(), isEnabled: false } })],
  ['moveAssets', () => ({ body: { ...some(), suiteId: has.suiteId } })],
  ['cloneAssets', () => ({ body: some() })],
  ['deleteAssets', () => ({ body: some() })],
  ['clearJournal', ofProject],
  ['previewImport', () => ({ body: { ...inProject(), text: '{"mappings":[]}' } })],
  ['carryOutImport', () => ({ body: { ...inProject(), importId: has.importId } })],
  ['createVariables', () => ({ body: { ...inProject(), variables: [{ name: 'b', value: '1' }] } })],
  ['updateVariable', () => ({ body: { variableId: has.variableId, value: '2' } }), 'API_TESTING_VARIABLE_NOT_FOUND'],
  ['deleteVariables', () => ({ query: { ...inProject(), variableIds: [has.variableId] } })],
  ['presignUpload', () => ({ body: { ...inProject(), fileName: 'b.txt', sizeBytes: 1 } })],
  ['deleteMockFile', () => ({ params: { id: has.fileId } }), 'FILE_NOT_FOUND'],
  ['setScenario', () => ({ ...ofProject(), body: { name: 'Flow', state: 'done' } })],
  ['setStateValue', () => ({ ...ofProject(), body: { key: 'a', value: 1 } })],
  ['putRecord', () => ({ ...ofProject(), body: { resource: 'pets', record: {} } })],
  ['deleteRecord', () => ({ ...ofProject(), query: { resource: 'pets', recordId: '1' } })],
  ['endMockFaults', ofProject],
  ['startRecording', () => ({ body: { ...inProject(), targetUrl: has.targetUrl } })],
  [
    'setRecordingStatus',
    () => ({ params: { id: has.recordingId }, body: { status: 'stopped' } }),
    'RECORDING_NOT_FOUND',
  ],
  ['saveRecording', () => ({ params: { id: has.recordingId }, body: {} }), 'RECORDING_NOT_FOUND'],
  ['deleteRecording', () => ({ params: { id: has.recordingId } }), 'RECORDING_NOT_FOUND'],
  ['startDriftCheck', () => ({ body: { ...inProject(), targetUrl: has.targetUrl } })],
  ['cancelDriftCheck', () => ({ params: { id: has.checkId }, body: {} }), 'CHECK_NOT_FOUND'],
  ['applyDrift', () => ({ params: { id: has.checkId }, body: { findingIds: [has.findingId] } }), 'CHECK_NOT_FOUND'],
  ['deleteDriftCheck', () => ({ params: { id: has.checkId } }), 'CHECK_NOT_FOUND'],
];

const send = ({ client }: TestUser, name: keyof typeof calls, input: object) =>
  client.call(calls[name] as never, input as never) as Promise<unknown>;
const tables = ['project', 'suite', 'asset', 'asset_version', 'journal', 'mock_file', 'recording', 'drift_check'];
/** All rows of the project's tables, as text. */
const stored = async () => {
  const rows = tables.map((table) => `(select jsonb_agg(t order by t::text) from service_virtualization.${table} t)`);
  const { rows: found } = await server.platform.database.pool.query(`select ${rows.join(', ')}`);
  return JSON.stringify(found);
};

test.each(looks)('a viewer may call %s; another organization gets “not found”', async (name, input, missing) => {
  expect(await send(viewer, name, input())).toBeTypeOf('object');
  const [status, code] = await refusalOf(send(stranger, name, input()));
  expect([status, code]).toEqual([404, missing ?? noWorkspace]);
});

test('a viewer can read files and exports; another organization cannot', async () => {
  const file = { params: { id: has.fileId } };
  const exported = { ...ofProject(), query: { format: 'wiremock' as const } };
  expect(await (await viewer.client.raw(calls.readMockFile, file)).text()).toBe('x');
  expect(await (await viewer.client.raw(calls.exportMock, exported)).text()).toContain('/hello');
  expect((await refusalOf(stranger.client.raw(calls.readMockFile, file)))[1]).toBe('FILE_NOT_FOUND');
  expect((await refusalOf(stranger.client.raw(calls.exportMock, exported)))[1]).toBe(noWorkspace);
});

test.each(changes)('neither a viewer nor another organization may call %s', async (name, input, missing) => {
  const before = await stored();
  expect(await refusalOf(send(viewer, name, input()))).toEqual([
    403,
    'API_TESTING_VIEWER_MAY_NOT_EDIT',
    'You can view this workspace but not change it. Ask its owner for the editor role.',
  ]);
  const [status, code] = await refusalOf(send(stranger, name, input()));
  expect([status, code]).toEqual([404, missing ?? noWorkspace]);
  expect(await stored()).toBe(before);
});

test('importing a file and linking an environment require their permissions too', async () => {
  const body = new FormData();
  body.append('file', new Blob(['{"mappings":[]}']), 'a.json');
  const given = { query: inProject(), body };
  expect((await refusalOf(viewer.client.call(calls.previewImportFile, given)))[0]).toBe(403);
  expect((await refusalOf(stranger.client.call(calls.previewImportFile, given)))[1]).toBe(noWorkspace);
  // The environment is in a shared workspace of the viewer's team, so the viewer may put the mock's address into it.
  const { environmentId } = has;
  const link = { ...ofProject(), body: { environmentId, variableName: 'other' } };
  expect(await viewer.client.call(calls.linkEnvironment, link)).toMatchObject({ variableName: 'other' });
  expect((await refusalOf(stranger.client.call(calls.linkEnvironment, link)))[1]).toBe(noWorkspace);
  const end = { params: { id: has.linkId } };
  expect(await refusalOf(stranger.client.call(calls.unlinkEnvironment, end))).toEqual([
    404,
    'LINK_NOT_FOUND',
    'No such link, or you have no access to it.',
  ]);
});

test('a guest of the team may not link an environment', async () => {
  const guest = await server.createUser(owner, { role: 'ROLE_GUEST' });
  const link = { ...ofProject(), body: { environmentId: has.environmentId } };
  expect((await refusalOf(guest.client.call(calls.linkEnvironment, link)))[0]).toBeGreaterThanOrEqual(403);
});
