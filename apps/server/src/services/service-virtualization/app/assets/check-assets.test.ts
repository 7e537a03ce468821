import type { Client } from '@touchstone/contracts';
import { serviceVirtualizationRoutes } from '@touchstone/contracts/service-virtualization';
import { newId } from '@touchstone/kernel';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type MockPlace, newAsset, newMock } from '../../testing/mock-builders.ts';
import { refusalOf } from '../../testing/seen-by.ts';

const calls = serviceVirtualizationRoutes;
let server: TestServer;
let client: Client;
let place: MockPlace;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  ({ client } = await server.createOrganization({ plan: 'ENTERPRISE' }));
  place = await newMock(client);
}, 120_000);
afterAll(() => server.close());

const check = (given: object, kind: 'static' | 'dynamic' = 'dynamic', { projectId } = place) =>
  client.call(calls.checkAsset, { body: { projectId, kind, ...given } });
const noList = { path: 'resource.items', message: 'The records are a list of JSON objects.' };
const noNumber = { path: 'resource.count', message: 'Give a number from 0 to 10000.' };
const noPath = { path: 'resource.path', message: 'A path begins with /, such as /orders.' };
const known = 'name, path, idKey, schema, items, count, seed, validates, listKey';
const records = (count: number) => Array.from({ length: count }, (_, id) => ({ id }));

describe('a resource of records', () => {
  test.each<[string, object, object[]]>([
    [
      'with every member',
      {
        name: 'pets',
        path: '/pets',
        idKey: 'key',
        schema: {},
        items: [{ key: 1 }],
        count: 2,
        seed: 3,
        validates: true,
        listKey: 'data',
      },
      [],
    ],
    ['without a path', {}, [noPath]],
    ['with a path that is not a string', { path: 7 }, [noPath]],
    ['with a relative path', { path: 'pets' }, [noPath]],
    [
      'with unknown members',
      { path: '/a', colour: 1, size: 2 },
      ['colour', 'size'].map((name) => ({
        path: `resource.${name}`,
        message: `“${name}” is not a member here. Known are ${known}.`,
      })),
    ],
    ['with records that are not a list', { path: '/a', items: {} }, [noList]],
    ['with null instead of records', { path: '/a', items: null }, [noList]],
    ['with a record that is a number', { path: '/a', items: [{}, 1] }, [noList]],
    ['with a record that is null', { path: '/a', items: [{}, null] }, [noList]],
    ['with a record that is a list', { path: '/a', items: [[]] }, [noList]],
    ['with no records', { path: '/a', items: [] }, []],
    ['with the maximum number of records', { path: '/a', items: records(10_000) }, []],
    [
      'with one record too many',
      { path: '/a', items: records(10_001) },
      [{ path: 'resource.items', message: 'Give at most 10000 records.' }],
    ],
    ['that generates none', { path: '/a', count: 0 }, []],
    ['that generates the maximum', { path: '/a', count: 10_000 }, []],
    ['that generates one too many', { path: '/a', count: 10_001 }, [noNumber]],
    ['that generates a negative number', { path: '/a', count: -1 }, [noNumber]],
    ['that generates a fraction', { path: '/a', count: 1.5 }, [noNumber]],
    ['with a count that is a string', { path: '/a', count: '5' }, [noNumber]],
    [
      'with several problems',
      { path: '', items: 1, count: -1, x: 1 },
      [{ path: 'resource.x', message: `“x” is not a member here. Known are ${known}.` }, noPath, noList, noNumber],
    ],
    [
      'with an unclosed brace',
      { path: '/a/{id', items: [{ a: 1 }] },
      [{ path: 'resource', message: 'The path /a/{id has a brace that is not closed.' }],
    ],
  ])('%s', async (_, resource, problems) => {
    expect(await check({ resource })).toEqual({ problems, warnings: [] });
  });

  test('must be dynamic', async () => {
    const problems = [
      {
        path: 'resource',
        message: 'This asset keeps records, so it does not always answer the same. Make it dynamic.',
      },
    ];
    expect(await check({ resource: { path: '/a' } }, 'static')).toEqual({ problems, warnings: [] });
  });
});

test.each<[string, object]>([
  ['neither a stub nor a resource', {}],
  ['both a stub and a resource', { stub: {}, resource: {} }],
])('an asset that is %s is a problem', async (_, given) => {
  const problems = [{ path: 'stub', message: 'Give either a stub or a resource of records.' }];
  expect(await check(given)).toEqual({ problems, warnings: [] });
});

test('missing variables and files are warned about once each', async () => {
  const own = await newMock(client);
  const { projectId } = own;
  const variables = [{ name: 'known', value: '/b.txt' }];
  await client.call(calls.createVariables, { body: { projectId, variables } });
  const unknown = (name: string, path = 'stub') => ({
    code: 'no-variable',
    path,
    message: `The project has no variable ${name}: {{vars.${name}}} stays as it is.`,
    assetId: null,
    assetName: null,
  });
  const noFile = (name: string) => ({
    code: 'no-file',
    path: 'stub.response.bodyFileName',
    message: `The project has no file ${name}. Upload it, or the answer is an error.`,
    assetId: null,
    assetName: null,
  });
  const warningsOf = async (given: object) => {
    const { problems, warnings } = await check(given, 'dynamic', own);
    expect(problems).toEqual([]);
    return warnings;
  };
  const withFile = (bodyFileName: unknown) => ({ stub: { request: { url: '/f' }, response: { bodyFileName } } });
  expect(
    await warningsOf({
      stub: { request: { url: '/{{vars.a}}/{{vars.b}}/{{vars.a}}' }, response: { bodyFileName: 'a.txt' } },
    }),
  ).toEqual([unknown('a'), unknown('b'), noFile('a.txt')]);
  expect(await warningsOf({ resource: { path: '/a', listKey: '{{vars.a}}' } })).toEqual([unknown('a', 'resource')]);
  expect(await warningsOf(withFile('{{vars.known}}'))).toEqual([noFile('/b.txt')]);
  expect(await warningsOf(withFile('{{request.path}}'))).toEqual([]);
  expect(await warningsOf({ stub: { request: { url: '/f' } } })).toEqual([]);
  for (const fileName of ['b.txt', 'c.txt']) {
    const body = { projectId, fileName, sizeBytes: 1 };
    const { uploadUrl, method } = await client.call(calls.presignUpload, { body });
    expect((await fetch(uploadUrl, { method, body: 'x' })).status).toBe(201);
  }
  for (const name of ['{{vars.known}}', 'b.txt', '/b.txt', '//c.txt'])
    expect(await warningsOf(withFile(name))).toEqual([]);
  expect(await warningsOf(withFile('d.txt'))).toEqual([noFile('d.txt')]);
});

describe('overlapping stubs', () => {
  const at = (path: string, more: object = {}) => ({
    request: { method: 'GET', urlPath: path, ...more },
    response: {},
  });
  const shadowed = (assetId: string, name: string) => ({
    code: 'shadowed',
    path: 'stub.request',
    message: `This stub never answers: “${name}” matches every request that this one matches, and comes first. Give this one a lower priority number.`,
    assetId,
    assetName: name,
  });
  const shadows = (assetId: string, name: string) => ({
    code: 'shadows',
    path: 'stub.request',
    message: `“${name}” never answers beside this stub, which matches the same requests and comes first.`,
    assetId,
    assetName: name,
  });

  test('are warned about the one that never answers, both before and after saving', async () => {
    const first = await newAsset(client, place, at('/order'), { name: 'First' });
    expect(first.warnings).toEqual([]);
    const second = await newAsset(client, place, at('/order'), { name: 'Second' });
    expect(second.warnings).toEqual([shadows(first.assetId, 'First')]);
    await newAsset(client, place, at('/order'), { name: 'Off', isEnabled: false });
    await newAsset(client, await newMock(client), at('/order'), { name: 'Elsewhere' });
    await newAsset(client, place, at('/other'), { name: 'Other' });
    const seen = await client.call(calls.getAsset, { params: { id: first.assetId } });
    expect(seen.warnings).toEqual([shadowed(second.assetId, 'Second')]);
    const unsaved = await check({ stub: at('/order') });
    expect(unsaved.warnings).toEqual([shadows(second.assetId, 'Second'), shadows(first.assetId, 'First')]);
    // As a replacement of the first stub, it stays behind the second.
    const replacing = await check({ stub: at('/order'), assetId: first.assetId });
    expect(replacing.warnings).toEqual([shadowed(second.assetId, 'Second')]);
    const urgent = await check({ stub: { ...at('/order'), priority: 1 }, assetId: first.assetId });
    expect(urgent.warnings).toEqual([shadows(second.assetId, 'Second')]);
    // It is more specific than the others and has precedence, so all of them can answer.
    expect((await check({ stub: at('/order', { headers: { A: { equalTo: '1' } } }) })).warnings).toEqual([]);
  });

  test('do not include resources of records', async () => {
    const { projectId, suiteId } = place;
    const body = { projectId, suiteId, name: 'Pets', kind: 'dynamic' as const, resource: { path: '/pets' } };
    expect((await client.call(calls.createAsset, { body })).warnings).toEqual([]);
    expect(await check({ stub: at('/pets') })).toEqual({ problems: [], warnings: [] });
    await newAsset(client, place, at('/cats'));
    expect(await check({ resource: { path: '/cats' } })).toEqual({ problems: [], warnings: [] });
  });

  test('include a stub that matches any address', async () => {
    const own = await newMock(client);
    const all = await newAsset(client, own, { request: {}, response: {}, priority: 1 }, { name: 'All' });
    const { warnings } = await check({ stub: at('/any') }, 'static', own);
    expect(warnings).toEqual([shadowed(all.assetId, 'All')]);
  });

  test('are reported in at most twenty warnings', async () => {
    const own = await newMock(client);
    const made = [];
    for (let n = 0; n < 21; n += 1) made.push((await newAsset(client, own, at('/many'), { name: `N${n}` })).assetId);
    const newest = made.map((id, n) => shadows(id, `N${n}`)).toReversed();
    expect((await check({ stub: at('/many') }, 'static', own)).warnings).toEqual(newest.slice(0, 20));
  });
});

test('an asset cannot be checked as a replacement of an unknown asset or one of another project', async () => {
  const other = await newMock(client);
  const { assetId } = await newAsset(client, other, { request: { url: '/a' }, response: {} });
  const refused = [404, 'ASSET_NOT_FOUND', 'No such asset, or you have no access to it.'];
  expect(await refusalOf(check({ stub: {}, assetId }))).toEqual(refused);
  expect(await refusalOf(check({ stub: {}, assetId: newId() }))).toEqual(refused);
});
