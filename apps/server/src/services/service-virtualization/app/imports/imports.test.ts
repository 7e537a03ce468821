import type { Client } from '@touchstone/contracts';
import { serviceVirtualizationRoutes } from '@touchstone/contracts/service-virtualization';
import { newId } from '@touchstone/kernel';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { serve } from '../../../api-testing/testing/served-documents.ts';
import { newAsset, newMock } from '../../testing/mock-builders.ts';
import { auditOf, refusalOf } from '../../testing/seen-by.ts';

const calls = serviceVirtualizationRoutes;
let server: TestServer;
let owner: TestUser;
let client: Client;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  owner = await server.createOrganization({ plan: 'ENTERPRISE' });
  ({ client } = owner);
}, 120_000);
afterAll(() => server.close());

const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const id = (number: number) => `11111111-1111-4111-8111-${String(number).padStart(12, '0')}`;
const stub = (number: number, body: string, more: object = {}) => ({
  id: id(number),
  name: `S${number}`,
  request: { method: 'GET', urlPath: `/s/${number}` },
  response: { status: 200, body },
  ...more,
});
const mappings = (...stubs: object[]) => JSON.stringify({ mappings: stubs });
const preview = (projectId: string, given: object, by = client) =>
  by.call(calls.previewImport, { body: { projectId, ...given } });
const carryOut = (projectId: string, importId: string, given: object = {}, by = client) =>
  by.call(calls.carryOutImport, { body: { projectId, importId, ...given } });
const take = async (projectId: string, text: string, given: object = {}, by = client) =>
  carryOut(projectId, (await preview(projectId, { text }, by)).importId, given, by);
const assetsOf = async (projectId: string, by = client) =>
  (await by.call(calls.listAssets, { params: { id: projectId }, query: { size: 100 } })).content.toReversed();
const view = (assetId: string) => client.call(calls.getAsset, { params: { id: assetId } });
const suitesOf = async (projectId: string) =>
  (await client.call(calls.listSuites, { params: { id: projectId } })).suites.map(({ name }) => name);
const none = { new: 0, same: 0, updated: 0, kept: 0, conflict: 0, gone: 0 };
/** The content of an imported asset. */
const contentOf = (number: number, body: string) => {
  const { id: _id, name: _name, ...content } = stub(number, body);
  return { stub: content, resource: null };
};

describe('a document', () => {
  test('is previewed with all its entries, and nothing is imported yet', async () => {
    const { projectId } = await newMock(client);
    const proxy = { request: { url: '/p' }, response: { proxyBaseUrl: 'http://a.test' }, id: id(3), name: 'P' };
    const broken = { request: { url: '/x' }, response: { status: 7 } };
    const text = mappings(stub(1, 'one'), proxy, broken);
    const entry = { method: 'GET', change: 'new', assetId: null, conflict: null };
    expect(await preview(projectId, { text, fileName: 'a.json' })).toEqual({
      importId: expect.any(String),
      format: 'wiremock',
      title: expect.any(String),
      sourceId: null,
      suiteId: null,
      entries: [
        { ...entry, key: id(1), name: 'S1', kind: 'static', path: '/s/1', status: '200' },
        { ...entry, key: id(3), name: 'P', kind: 'dynamic', method: 'ANY', path: '/p', status: 'proxy' },
      ],
      counts: { ...none, new: 2 },
      problems: [{ path: 'stubs[2].response.status', message: expect.any(String) }],
    });
    expect(await assetsOf(projectId)).toEqual([]);
    expect(await client.call(calls.listImportSources, { params: { id: projectId } })).toEqual({ sources: [] });
  });

  test('is imported as assets that refer to it, and audited', async () => {
    const { projectId, address } = await newMock(client);
    const seen = await preview(projectId, { text: mappings(stub(1, 'one'), stub(2, 'two')) });
    const done = await carryOut(projectId, seen.importId);
    expect(done).toEqual({
      suiteId: expect.any(String),
      sourceId: expect.any(String),
      counts: { ...none, new: 2 },
      disabled: 0,
      problems: [],
    });
    const origin = { sourceId: done.sourceId, format: 'wiremock', name: seen.title, isEdited: false };
    const [first, second] = await assetsOf(projectId);
    expect(first).toEqual({
      assetId: expect.any(String),
      projectId,
      suiteId: done.suiteId,
      name: 'S1',
      kind: 'static',
      form: 'stub',
      isEnabled: true,
      isActive: true,
      tags: [],
      method: 'GET',
      path: '/s/1',
      host: null,
      status: '200',
      priority: 5,
      scenarioName: null,
      revision: 1,
      origin,
      createdAt: instant,
      createdByName: 'Ada Admin',
      updatedAt: instant,
      updatedByName: 'Ada Admin',
    });
    expect(second).toMatchObject({ name: 'S2', origin });
    const versions = await client.call(calls.listAssetVersions, { params: { id: first?.assetId ?? '' }, query: {} });
    expect(versions.content).toMatchObject([{ revision: 1, change: 'imported' }]);
    expect(await (await fetch(`${address}/s/2`)).text()).toBe('two');
    const { sources } = await client.call(calls.listImportSources, { params: { id: projectId } });
    expect(sources).toEqual([
      {
        sourceId: done.sourceId,
        format: 'wiremock',
        title: seen.title,
        url: null,
        suiteId: done.suiteId,
        isContract: false,
        importedAt: instant,
        importedByName: 'Ada Admin',
      },
    ]);
    expect(await auditOf(server, projectId)).toEqual([
      { action: 'mock.imported', detail: { title: seen.title }, userId: owner.userId },
    ]);
  });

  test('is imported into the given suite, the suite of a name, or the suite of the last import', async () => {
    const { projectId, suiteId } = await newMock(client);
    const text = mappings(stub(1, 'one'));
    const first = await take(projectId, text);
    const again = await preview(projectId, { text });
    expect(again).toMatchObject({ sourceId: first.sourceId, suiteId: first.suiteId, counts: { ...none, same: 1 } });
    expect((await carryOut(projectId, again.importId)).suiteId).toBe(first.suiteId);
    const named = await take(projectId, text, { suiteName: 'Named' });
    expect((await suitesOf(projectId)).toSorted()).toEqual(['Default', again.title, 'Named'].toSorted());
    expect((await take(projectId, text)).suiteId).toBe(named.suiteId);
    expect((await take(projectId, text, { suiteId, suiteName: 'Ignored' })).suiteId).toBe(suiteId);
    const foreign = await newMock(client);
    expect(await refusalOf(take(projectId, text, { suiteId: foreign.suiteId }))).toEqual([
      404,
      'SUITE_NOT_FOUND',
      'No such suite, or you have no access to it.',
    ]);
    await client.call(calls.deleteSuite, { params: { id: suiteId } });
    expect((await preview(projectId, { text })).suiteId).toBeNull();
    expect((await take(projectId, text)).suiteId).toBe(first.suiteId);
  });

  test('is imported with the selected entries, and disabled on request', async () => {
    const { projectId } = await newMock(client);
    const text = mappings(stub(1, 'one'), stub(2, 'two'), stub(3, 'three'));
    const done = await take(projectId, text, { keys: [id(2)], isEnabled: false });
    expect(done).toMatchObject({ counts: { ...none, new: 1 }, disabled: 0 });
    const enabled = async () => (await assetsOf(projectId)).map(({ name, isEnabled }) => [name, isEnabled]);
    expect(await enabled()).toEqual([['S2', false]]);
    expect((await take(projectId, text, { keys: [] })).counts).toEqual(none);
    expect((await take(projectId, text)).counts).toEqual({ ...none, new: 2, same: 1 });
    expect(await enabled()).toEqual([
      ['S2', false],
      ['S1', true],
      ['S3', true],
    ]);
  });

  test('enables as many assets as the plan allows', async () => {
    const own = await server.createOrganization({ plan: 'PRO' });
    const place = await newMock(own.client);
    const { projectId } = place;
    await newAsset(own.client, place, { request: { url: '/own' }, response: {} });
    const six = mappings(...[1, 2, 3, 4, 5, 6].map((number) => stub(number, 'x')));
    expect(await take(projectId, six, {}, own.client)).toMatchObject({ disabled: 2 });
    const on = (await assetsOf(projectId, own.client)).map(({ isEnabled }) => isEnabled);
    expect(on).toEqual([true, true, true, true, true, false, false]);
  });
});

describe('a re-imported document', () => {
  /** Assets that are unchanged, updated, edited, in conflict and removed from the document. */
  async function prepared() {
    const { projectId } = await newMock(client);
    await take(projectId, mappings(...[1, 2, 3, 4, 5].map((number) => stub(number, 'old'))));
    const assets = await assetsOf(projectId);
    const ids = assets.map(({ assetId }) => assetId);
    for (const number of [3, 4]) {
      const assetId = ids[number - 1] ?? '';
      await client.call(calls.updateAsset, { body: { assetId, revision: 1, stub: contentOf(number, 'mine').stub } });
    }
    const text = mappings(stub(1, 'old'), stub(2, 'new'), stub(3, 'old'), stub(4, 'new'), stub(6, 'new'));
    const bodies = async () => {
      const all = await Promise.all((await assetsOf(projectId)).map(({ assetId }) => view(assetId)));
      return all.map(({ name, revision, stub: of }) => [
        name,
        revision,
        (of?.response as { body: string } | undefined)?.body,
      ]);
    };
    return { projectId, ids, text, bodies };
  }

  test('is previewed with the change to each asset', async () => {
    const { projectId, ids, text } = await prepared();
    const { entries, counts } = await preview(projectId, { text });
    const entry = (number: number, change: string, assetId: string | null = ids[number - 1] ?? '') => ({
      key: id(number),
      name: `S${number}`,
      kind: 'static',
      method: 'GET',
      path: `/s/${number}`,
      status: '200',
      change,
      assetId,
      conflict: null,
    });
    expect(entries).toEqual([
      entry(1, 'same'),
      entry(2, 'updated'),
      entry(3, 'kept'),
      {
        ...entry(4, 'conflict'),
        conflict: { base: contentOf(4, 'old'), mine: contentOf(4, 'mine'), document: contentOf(4, 'new') },
      },
      entry(6, 'new', null),
      entry(5, 'gone'),
    ]);
    expect(counts).toEqual({ new: 1, same: 1, updated: 1, kept: 1, conflict: 1, gone: 1 });
  });

  test('keeps edited and removed assets, unless the document is chosen', async () => {
    const { projectId, text, bodies } = await prepared();
    const done = await take(projectId, text);
    expect(done.counts).toEqual({ new: 1, same: 1, updated: 1, kept: 1, conflict: 1, gone: 1 });
    expect(await bodies()).toEqual([
      ['S1', 1, 'old'],
      ['S2', 2, 'new'],
      ['S3', 2, 'mine'],
      ['S4', 2, 'mine'],
      ['S5', 1, 'old'],
      ['S6', 1, 'new'],
    ]);
    const chosen = { takeDocument: [id(3), id(4)], deleteGone: [id(5)], keys: [id(3), id(4)] };
    expect((await take(projectId, text, chosen)).counts).toEqual({ ...none, kept: 1, conflict: 1, gone: 1 });
    expect(await bodies()).toEqual([
      ['S1', 1, 'old'],
      ['S2', 2, 'new'],
      ['S3', 2, 'mine'],
      ['S4', 3, 'new'],
      ['S6', 1, 'new'],
    ]);
    const [, second, , fourth] = await assetsOf(projectId);
    expect([second?.origin?.isEdited, fourth?.origin?.isEdited]).toEqual([false, false]);
    const versions = await client.call(calls.listAssetVersions, { params: { id: second?.assetId ?? '' }, query: {} });
    expect(versions.content.map(({ change, createdByName }) => [change, createdByName])).toEqual([
      ['imported', 'Ada Admin'],
      ['imported', 'Ada Admin'],
    ]);
  });

  test('treats assets edited to match it as unedited', async () => {
    const { projectId, ids } = await prepared();
    const text = mappings(stub(3, 'mine'), stub(4, 'mine'), stub(1, 'old'), stub(2, 'old'), stub(5, 'old'));
    expect((await take(projectId, text)).counts).toEqual({ ...none, same: 5 });
    const third = await view(ids[2] ?? '');
    expect(third).toMatchObject({ revision: 2, origin: { isEdited: false } });
  });

  test('makes assets dynamic if needed, and keeps dynamic ones', async () => {
    const { projectId, ids } = await prepared();
    const templated = { response: { body: 'new', transformers: ['response-template'] } };
    await client.call(calls.updateAsset, { body: { assetId: ids[0] ?? '', revision: 1, kind: 'dynamic' } });
    await take(projectId, mappings(stub(1, 'new'), stub(2, '', templated), ...[3, 4, 5].map((n) => stub(n, 'old'))));
    const kinds = (await assetsOf(projectId)).slice(0, 2).map(({ kind, revision }) => [kind, revision]);
    expect(kinds).toEqual([
      ['dynamic', 3],
      ['dynamic', 2],
    ]);
  });
});

describe('an import is refused', () => {
  const notKept = [404, 'IMPORT_NOT_FOUND', 'No such import. Documents are kept for a day: read it again.'];

  test('if its document was read for another project, was already imported, or is a day old', async () => {
    const [{ projectId }, other] = [await newMock(client), await newMock(client)];
    const text = mappings(stub(1, 'one'));
    const { importId } = await preview(projectId, { text });
    expect(await refusalOf(carryOut(other.projectId, importId))).toEqual(notKept);
    expect(await refusalOf(carryOut(projectId, newId()))).toEqual(notKept);
    await carryOut(projectId, importId);
    expect(await refusalOf(carryOut(projectId, importId))).toEqual(notKept);
    const [young, old] = [await preview(projectId, { text }), await preview(projectId, { text })];
    const age = (interval: string, of: string) =>
      server.platform.database.pool.query(
        'update service_virtualization.pending_import set created_at = now() - $1::interval where id = $2',
        [interval, of],
      );
    await age('23 hours 59 minutes', young.importId);
    await age('24 hours 1 minute', old.importId);
    await server.platform.jobs.send('service-virtualization.pending-imports', {});
    await vi.waitFor(async () => expect(await refusalOf(carryOut(projectId, old.importId))).toEqual(notKept), {
      timeout: 15_000,
    });
    expect((await carryOut(projectId, young.importId)).counts).toEqual({ ...none, same: 1 });
  });

  test('if no document is given, or it cannot be read', async () => {
    const { projectId } = await newMock(client);
    const refusal = (given: object) => refusalOf(preview(projectId, given));
    expect(await refusal({})).toEqual([400, 'NO_DOCUMENT', 'Give the text of a document, or its address.']);
    const noSource = [404, 'SOURCE_NOT_FOUND', 'No such document was imported into this project.'];
    expect(await refusal({ sourceId: newId() })).toEqual(noSource);
    const { sourceId } = await take((await newMock(client)).projectId, mappings(stub(1, 'one')));
    expect(await refusal({ sourceId, text: mappings() })).toEqual(noSource);
    const other = (wanted: string) => [
      400,
      'OTHER_FORMAT',
      `This is not ${wanted} that a mock can be made of. Choose another file or address.`,
    ];
    expect(await refusal({ text: 'just text' })).toEqual(other('an OpenAPI document'));
    for (const [format, wanted] of [
      ['postman', 'a Postman collection'],
      ['har', 'a HAR file'],
      ['mockoon', 'an environment of Mockoon'],
      ['wsdl', 'a WSDL description'],
      ['curl', 'a curl command'],
      ['openapi', 'an OpenAPI document'],
    ] as const)
      expect(await refusal({ format, text: mappings(stub(1, 'one')) })).toEqual(other(wanted));
    expect(await refusal({ format: 'wiremock', text: 'curl http://a.test' })).toEqual(other('mappings of WireMock'));
  });
});

const openApi = (schema: object, title = 'Pets') =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title, version: '1' },
    paths: {
      '/pets': {
        post: {
          requestBody: { content: { 'application/json': { schema } } },
          responses: { 200: { description: 'Fine' } },
        },
      },
    },
  });

test('a document from an address refers to others on its own server only, each fetched once, and is re-read from there', async () => {
  const { projectId } = await newMock(client);
  const pet = 'type: object\nrequired: [name]\n';
  const foreign = await serve({ '/far.yaml': pet });
  const near = await serve({
    '/api.json': openApi({
      allOf: [{ $ref: './pet.yaml' }, { $ref: `${foreign.url}/far.yaml` }, { $ref: 'ftp://a.test/x.yaml' }],
    }),
    '/pet.yaml': pet,
  });
  const url = `${near.url}/api.json`;
  try {
    const seen = await preview(projectId, { url });
    expect(seen).toMatchObject({ format: 'openapi', title: 'Pets' });
    expect(seen.problems.map(({ message }) => message)).toEqual(
      expect.arrayContaining([
        'The file cannot be read: it lies on another server than the document',
        'The file cannot be read: only http and https addresses are fetched',
      ]),
    );
    expect([near.answered.length, foreign.answered.length]).toEqual([2, 0]);
    const { sourceId } = await carryOut(projectId, seen.importId);
    const { sources } = await client.call(calls.listImportSources, { params: { id: projectId } });
    expect(sources).toMatchObject([{ sourceId, url, isContract: true, format: 'openapi' }]);
    // Text with the same title is the same document, which keeps its address.
    const byText = await preview(projectId, { text: openApi({}) });
    expect(byText).toMatchObject({ sourceId, counts: { gone: 0, new: 0 } });
    await carryOut(projectId, byText.importId);
    const again = await preview(projectId, { sourceId });
    expect(again.sourceId).toBe(sourceId);
    expect((await preview(projectId, { text: openApi({}, 'Cats') })).sourceId).toBeNull();
    expect((await preview(projectId, { text: openApi({}, 'Cats'), sourceId })).sourceId).toBe(sourceId);
  } finally {
    await near.close();
    await foreign.close();
  }
});

test('a damaged archive is refused with the reason', async () => {
  const { projectId } = await newMock(client);
  const body = new FormData();
  body.append('file', new Blob([Uint8Array.from([0x50, 0x4b, 3, 4, 0, 0])]), 'a.zip');
  const given = { query: { projectId }, body };
  expect(await refusalOf(client.call(calls.previewImportFile, given))).toEqual([
    422,
    'UNREADABLE',
    expect.stringMatching(/^The document can’t be read: .+/),
  ]);
});

describe('an export', () => {
  const read = async (projectId: string, query: { format: 'wiremock' | 'openapi'; suiteId?: string }) => {
    const answer = await client.raw(calls.exportMock, { params: { id: projectId }, query });
    return [answer.headers.get('content-disposition'), await answer.text()] as const;
  };

  test('contains the enabled assets of a project, or of a suite and its subsuites', async () => {
    const place = await newMock(client);
    const { projectId, suiteId } = place;
    const inner = await client.call(calls.createSuite, { body: { projectId, parentId: suiteId, name: 'Inner' } });
    const other = await client.call(calls.createSuite, { body: { projectId, name: 'Other' } });
    const { id: _id, name: _name, ...one } = stub(1, 'one');
    const { assetId } = await newAsset(client, place, one, { name: 'One' });
    await newAsset(client, { projectId, suiteId: inner.suiteId }, one, { name: 'Two' });
    await newAsset(client, { projectId, suiteId: other.suiteId }, one, { name: 'Three' });
    await newAsset(client, place, one, { name: 'Off', isEnabled: false });
    const body = { projectId, suiteId, name: 'Pets', kind: 'dynamic' as const, resource: { path: '/pets' } };
    await client.call(calls.createAsset, { body });
    const { projectName } = await client.call(calls.getVirtualizationProject, { params: { id: projectId } });
    const file = projectName.replaceAll(' ', '-');
    const [name, text] = await read(projectId, { format: 'wiremock' });
    const exported = JSON.parse(text) as { mappings: { name: string }[]; meta: object };
    expect(name).toBe(`attachment; filename="${file}.mappings.json"`);
    expect(exported.mappings.map((mapping) => mapping.name)).toEqual(['One', 'Two', 'Three']);
    expect(exported.mappings[0]).toMatchObject({ ...one, id: assetId });
    expect(exported.meta).toEqual({ total: 3 });
    expect(text).toBe(JSON.stringify(exported, null, 2));
    const ofSuite = JSON.parse((await read(projectId, { format: 'wiremock', suiteId }))[1]) as typeof exported;
    expect(ofSuite.mappings.map((mapping) => mapping.name)).toEqual(['One', 'Two']);
    const [openApiName, document] = await read(projectId, { format: 'openapi', suiteId });
    expect(openApiName).toBe(`attachment; filename="${file}.openapi.json"`);
    expect(JSON.parse(document)).toMatchObject({ info: { title: projectName }, paths: { '/s/1': { get: {} } } });
    expect(document).toBe(JSON.stringify(JSON.parse(document), null, 2));
    const foreign = await newMock(client);
    const refused = read(projectId, { format: 'wiremock', suiteId: foreign.suiteId });
    expect((await refusalOf(refused))[1]).toBe('SUITE_NOT_FOUND');
  });

  test.each([
    ['ß', '-'],
    ['é é', '-'],
    [`${'n'.repeat(90)}`, 'n'.repeat(80)],
  ])('of a project named %s gets a file name', async (projectName, file) => {
    const { projectId } = await client.call(calls.createVirtualizationProject, { body: { projectName } });
    const [name] = await read(projectId, { format: 'wiremock' });
    expect(name).toBe(`attachment; filename="${file}.mappings.json"`);
  });
});
