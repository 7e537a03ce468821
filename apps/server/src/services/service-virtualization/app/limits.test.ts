import type { Client } from '@touchstone/contracts';
import { serviceVirtualizationRoutes } from '@touchstone/contracts/service-virtualization';
import { newId } from '@touchstone/kernel';
import { createTestServer, race, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { type MockPlace, newAsset, newKey, newMock } from '../testing/mock-builders.ts';
import { startRealService } from '../testing/real-service.ts';
import { refusalOf } from '../testing/seen-by.ts';

const calls = serviceVirtualizationRoutes;
let server: TestServer;
let client: Client;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  ({ client } = await server.createOrganization({ plan: 'ENTERPRISE' }));
}, 120_000);
afterAll(() => server.close());

const hello = { request: { urlPath: '/hello' }, response: { body: 'hi' } };
const statement = (text: string, values: unknown[]) => server.platform.database.pool.query(text, values);
/** Copies an asset in the database, disabled. */
const fill = (assetId: string, count: number) =>
  statement(
    `insert into service_virtualization.asset (id, organization_id, project_id, suite_id, name, kind, form, is_enabled,
       tags, method, path, status, priority, revision, content, created_by_name, updated_by_name)
     select gen_random_uuid(), organization_id, project_id, suite_id, name, kind, form, false,
       tags, method, path, status, priority, revision, content, created_by_name, updated_by_name
     from service_virtualization.asset, generate_series(1, $2) where id = $1`,
    [assetId, count],
  );
/** Deletes copies of an asset. */
const take = (assetId: string, count: number) =>
  statement(
    `delete from service_virtualization.asset where id in (select id from service_virtualization.asset
       where id <> $1 and form = 'stub' and suite_id = (select suite_id from service_virtualization.asset where id = $1) limit $2)`,
    [assetId, count],
  );
const countOf = async (id: string) =>
  (await client.call(calls.listAssets, { params: { id }, query: { size: 1 } })).totalElements;
const tooMany = [409, 'TOO_MANY_ASSETS', 'A project has at most 20000 assets. Delete some.'];

describe('a project one asset below the limit', () => {
  let place: MockPlace;
  let many: { projectId: string; suiteId: string };
  let first: string;
  let recordingId: string;
  beforeAll(async () => {
    place = await newMock(client);
    const real = await startRealService(({ url }) => ({ body: url }));
    const { projectId, address } = place;
    const made = await client.call(calls.startRecording, { body: { projectId, targetUrl: real.url } });
    ({ recordingId } = made);
    for (const path of ['/a', '/b']) await fetch(`${address}${path}`);
    await client.call(calls.setRecordingStatus, { params: { id: recordingId }, body: { status: 'stopped' } });
    await real.end();
    many = await client.call(calls.createSuite, { body: { projectId, name: 'Many' } });
    first = (await newAsset(client, many, hello)).assetId;
    await newAsset(client, place, hello);
    await fill(first, 19_997);
  }, 60_000);
  beforeEach(async () => {
    await take(first, (await countOf(place.projectId)) - 19_999);
  });

  const another = () => newAsset(client, many, hello, { isEnabled: false });
  /** Operations that create an asset for each id; an import uses the ids. */
  const makers: Record<string, (ids: string[]) => Promise<unknown>> = {
    'a copy of assets': async () => {
      const { projectId } = place;
      return client.call(calls.cloneAssets, { body: { projectId, assetIds: [first] } });
    },
    'an import': async (ids) => {
      const { projectId } = place;
      const mappings = ids.map((id) => ({ ...hello, id }));
      const text = JSON.stringify({ mappings });
      const { importId } = await client.call(calls.previewImport, { body: { projectId, text } });
      return client.call(calls.carryOutImport, { body: { projectId, importId, isEnabled: false } });
    },
    'a recording': async ({ length }) => {
      const params = { id: recordingId };
      const { content } = await client.call(calls.previewRecording, { params, body: {} });
      const leaveOut = content.slice(length).map(({ callId }) => callId);
      return client.call(calls.saveRecording, { params, body: { leaveOut, isEnabled: false } });
    },
    'a copy of a suite': () => client.call(calls.cloneSuite, { params: { id: place.suiteId }, body: {} }),
    'a new asset': () => another(),
  };

  test.each(Object.entries(makers))('accepts one more from %s, and refuses the next', async (_, make) => {
    const { projectId } = place;
    const one = newId();
    if (make === makers['an import'] || make === makers['a recording']) {
      expect(await refusalOf(make([one, newId()]))).toEqual(tooMany);
      expect(await countOf(projectId)).toBe(19_999);
    }
    await make([one]);
    expect(await countOf(projectId)).toBe(20_000);
    // Importing the same document again creates nothing new.
    if (make === makers['an import']) await make([one]);
    else expect(await refusalOf(make([one]))).toEqual(tooMany);
    expect(await countOf(projectId)).toBe(20_000);
  });

  test.each(Object.entries(makers))('accepts one more from %s or from an asset created meanwhile', async (_, make) => {
    const { projectId } = place;
    const refused = await race(server, 'service_virtualization.asset', [() => make([newId()]), another]);
    expect(refused).toEqual([expect.objectContaining({ message: tooMany[2] })]);
    expect(await countOf(projectId)).toBe(20_000);
  });

  test('accepts one more from the admin API or from an asset created meanwhile, and refuses the next', async () => {
    const { projectId, address } = place;
    const headers = { Authorization: `Token ${await newKey(client, projectId)}` };
    const add = async () => {
      const answer = await fetch(`${address}/__admin/mappings`, {
        method: 'POST',
        headers,
        body: JSON.stringify(hello),
      });
      if (!answer.ok) throw new Error(await answer.text());
    };
    expect(await race(server, 'service_virtualization.asset', [add, another])).toHaveLength(1);
    await expect(add()).rejects.toThrow(tooMany[2] as string);
    expect(await countOf(projectId)).toBe(20_000);
    await take(first, 1);
    await add();
    expect(await countOf(projectId)).toBe(20_000);
  });
});

test('a project has at most 2000 suites, created, copied or imported, even if created at the same time', async () => {
  const { projectId, suiteId } = await newMock(client);
  const create = (name: string, parentId?: string) =>
    client.call(calls.createSuite, { body: { projectId, name, ...(parentId && { parentId }) } });
  const top = await create('Top');
  await create('Inner', top.suiteId);
  await statement(
    `insert into service_virtualization.suite (id, organization_id, project_id, name, description)
     select gen_random_uuid(), organization_id, project_id, 'S' || n, '' from service_virtualization.suite,
       generate_series(1, 1995) n where id = $1`,
    [suiteId],
  );
  const many = [409, 'TOO_MANY_SUITES', 'A project has at most 2000 suites. Delete some.'];
  const clone = (id: string) => client.call(calls.cloneSuite, { params: { id }, body: {} });
  const count = async () => (await client.call(calls.getMock, { params: { id: projectId } })).counts.suites;
  expect(await count()).toBe(1998);
  await clone(top.suiteId);
  expect(await count()).toBe(2000);
  expect(await refusalOf(create('One more'))).toEqual(many);
  expect(await refusalOf(clone(suiteId))).toEqual(many);
  await statement(`delete from service_virtualization.suite where project_id = $1 and name = 'S1'`, [projectId]);
  expect(await refusalOf(clone(top.suiteId))).toEqual(many);
  const works = ['One more', 'Another'].map((name) => () => create(name));
  expect(await race(server, 'service_virtualization.suite', works)).toEqual([
    expect.objectContaining({ message: many[2] }),
  ]);
  expect(await count()).toBe(2000);
  const text = JSON.stringify({ mappings: [hello] });
  const { importId } = await client.call(calls.previewImport, { body: { projectId, text } });
  const importInto = (suiteName: string) =>
    client.call(calls.carryOutImport, { body: { projectId, importId, suiteName, isEnabled: false } });
  expect(await refusalOf(importInto('Imported'))).toEqual(many);
  await importInto('Top');
  expect(await count()).toBe(2000);
}, 30_000);

test('a drift check compares at most 5000 stubs; resources of records do not count', async () => {
  const place = await newMock(client);
  const { projectId, suiteId } = place;
  const { assetId } = await newAsset(client, place, { ...hello, request: { urlPattern: '/a.*' } });
  const body = { projectId, suiteId, name: 'Pets', kind: 'dynamic' as const, resource: { path: '/pets' } };
  await client.call(calls.createAsset, { body });
  await fill(assetId, 5000);
  const begin = () =>
    client.call(calls.startDriftCheck, { body: { projectId, targetUrl: 'http://127.0.0.1:9', suiteId } });
  expect(await refusalOf(begin())).toEqual([
    409,
    'TOO_MANY_TO_CHECK',
    'A drift check takes up to 5000 assets. Choose a suite.',
  ]);
  await take(assetId, 1);
  const started = await begin();
  expect(started.total).toBe(5000);
  await client.call(calls.cancelDriftCheck, { params: { id: started.checkId }, body: {} });
}, 60_000);

test('an asset is enabled while a call of the admin API replaces it', async () => {
  const owner = await server.createOrganization({ plan: 'PRO' });
  const { projectId, address } = await newMock(owner.client);
  const headers = { Authorization: `Token ${await newKey(owner.client, projectId)}` };
  const replaceAll = async (urlPath: string) => {
    const mapping = { request: { urlPath }, response: {} };
    const body = JSON.stringify({ mappings: [mapping], importOptions: { deleteAllNotInImport: true } });
    const answer = await fetch(`${address}/__admin/mappings/import`, { method: 'POST', headers, body });
    if (!answer.ok) throw new Error(await answer.text());
  };
  await replaceAll('/old');
  const { content } = await owner.client.call(calls.listAssets, { params: { id: projectId }, query: {} });
  const assetIds = content.map(({ assetId }) => assetId);
  await owner.client.call(calls.toggleAssets, { body: { projectId, assetIds, isEnabled: false } });

  const waiting = `select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  const enable = async () => {
    // The call waits first.
    await vi.waitFor(async () => expect((await statement(waiting, [])).rows).toEqual([{ count: 1 }]));
    await owner.client.call(calls.toggleAssets, { body: { projectId, assetIds, isEnabled: true } });
  };
  const row = `select * from service_virtualization.asset where id = '${assetIds[0]}' for update`;
  const refused = await race(server, row, [() => replaceAll('/new'), enable]);
  expect(refused).toEqual([]);
  const after = await owner.client.call(calls.listAssets, { params: { id: projectId }, query: {} });
  expect(after.content.map(({ path }) => path)).toEqual(['/new']);
});
