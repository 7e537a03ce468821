import type { Client } from '@touchstone/contracts';
import { serviceVirtualizationRoutes } from '@touchstone/contracts/service-virtualization';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { failureOf } from '../../api-testing/testing/builders.ts';
import { changeMock, type MockPlace, newAsset, newMock } from '../testing/mock-builders.ts';

const calls = serviceVirtualizationRoutes;
let server: TestServer;
let client: Client;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  ({ client } = await server.createOrganization({ plan: 'ENTERPRISE' }));
}, 120_000);
afterAll(() => server.close());

const answer = (example: unknown) => ({
  200: { description: 'ok', content: { 'application/json': { schema: { type: 'object' }, example } } },
});
const openApi = (paths: object) => JSON.stringify({ openapi: '3.0.3', info: { title: 'Shop', version: '1' }, paths });
const shop = openApi({
  '/orders': { get: { summary: 'Orders', responses: answer({ orders: [1] }) } },
  '/users/{id}': { get: { summary: 'User', responses: answer({ name: 'Ana' }) } },
  '/old': { get: { summary: 'Old', responses: answer({ old: true }) } },
});
const preview = (projectId: string, text: string, given: object = {}) =>
  client.call(calls.previewImport, { body: { projectId, text, ...given } });
const carryOut = (projectId: string, importId: string, given: object = {}) =>
  client.call(calls.carryOutImport, { body: { projectId, importId, ...given } });
const json = async ({ address }: MockPlace, path: string) => (await fetch(`${address}${path}`)).json();
const assetsOf = async (projectId: string) =>
  (await client.call(calls.listAssets, { params: { id: projectId }, query: { size: 100 } })).content;

test('[service-virtualization-3] a Swagger document and a Postman collection are imported as assets that answer', async () => {
  const place = await newMock(client);
  const { projectId } = place;
  const swagger = JSON.stringify({
    swagger: '2.0',
    info: { title: 'Pets', version: '1' },
    basePath: '/v1',
    paths: {
      '/pets': {
        get: { summary: 'Pets', responses: { 200: { description: 'ok', examples: { 'application/json': ['Rex'] } } } },
      },
    },
  });
  const seen = await preview(projectId, swagger, { format: 'openapi' });
  expect(seen).toMatchObject({ format: 'openapi', title: 'Pets', sourceId: null });
  expect(seen.entries[0]).toMatchObject({ method: 'GET', path: '/v1/pets', change: 'new', kind: 'static' });
  expect(await assetsOf(projectId)).toEqual([]);
  const done = await carryOut(projectId, seen.importId);
  expect(done.counts.new).toBe(seen.entries.length);
  expect(await json(place, '/v1/pets')).toEqual(['Rex']);
  const collection = JSON.stringify({
    info: { name: 'Coll', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    item: [
      {
        name: 'Hello',
        request: { method: 'GET', url: 'https://api.example.com/hello' },
        response: [{ name: 'ok', code: 202, header: [{ key: 'X-A', value: 'b' }], body: '{"hi":true}' }],
      },
    ],
  });
  const form = new FormData();
  form.append('file', new Blob([collection]), 'coll.json');
  const file = await client.call(calls.previewImportFile, { query: { projectId }, body: form });
  expect(file).toMatchObject({ format: 'postman', title: 'Coll' });
  await carryOut(projectId, file.importId, { suiteName: 'From Postman' });
  const hello = await fetch(`${place.address}/hello`);
  expect([hello.status, hello.headers.get('x-a'), await hello.json()]).toEqual([202, 'b', { hi: true }]);
  const { sources } = await client.call(calls.listImportSources, { params: { id: projectId } });
  expect(sources.map(({ format, title, isContract }) => [format, title, isContract])).toEqual([
    ['postman', 'Coll', false],
    ['openapi', 'Pets', true],
  ]);
  const { suites } = await client.call(calls.listSuites, { params: { id: projectId } });
  expect(suites.map(({ name }) => name)).toEqual(['Default', 'From Postman', 'Pets']);
});

test('importing a document again keeps edits, and reports conflicts', async () => {
  const place = await newMock(client);
  const { projectId } = place;
  await carryOut(projectId, (await preview(projectId, shop)).importId);
  const isMain = ({ path, priority }: { path: string; priority: number }, wanted: string) =>
    path === wanted && priority === 5;
  const edit = async (path: string, body: string) => {
    const summary = (await assetsOf(projectId)).find((one) => isMain(one, path));
    const { assetId, revision, stub } = await client.call(calls.getAsset, { params: { id: summary?.assetId ?? '' } });
    const response = { ...(stub?.response as object), jsonBody: { mine: body } };
    await client.call(calls.updateAsset, { body: { assetId, revision, stub: { ...stub, response } } });
  };
  await edit('/users/{id}', 'user');
  await edit('/orders', 'orders');
  const next = openApi({
    '/orders': { get: { summary: 'Orders', responses: answer({ orders: [2] }) } },
    '/users/{id}': { get: { summary: 'User', responses: answer({ name: 'Ana' }) } },
    '/new': { get: { summary: 'New', responses: answer({ new: true }) } },
  });
  const again = await preview(projectId, next);
  const changes = new Map(
    again.entries.filter(({ name }) => !name.includes('(')).map(({ path, change }) => [path, change]),
  );
  expect(Object.fromEntries(changes)).toEqual({
    '/orders': 'conflict',
    '/users/{id}': 'kept',
    '/new': 'new',
    '/old': 'gone',
  });
  const conflict = again.entries.find(({ change }) => change === 'conflict');
  expect(conflict?.conflict).toMatchObject({
    base: { stub: { response: { jsonBody: { orders: [1] } } } },
    mine: { stub: { response: { jsonBody: { mine: 'orders' } } } },
    document: { stub: { response: { jsonBody: { orders: [2] } } } },
  });
  await carryOut(projectId, again.importId);
  expect(await json(place, '/orders')).toEqual({ mine: 'orders' });
  expect(await json(place, '/users/7')).toEqual({ mine: 'user' });
  expect(await json(place, '/new')).toEqual({ new: true });
  expect(await json(place, '/old')).toEqual({ old: true });
  const third = await preview(projectId, next);
  const gone = third.entries.filter(({ change }) => change === 'gone').map(({ key }) => key);
  await carryOut(projectId, third.importId, { takeDocument: [conflict?.key], deleteGone: gone });
  expect(await json(place, '/orders')).toEqual({ orders: [2] });
  expect((await fetch(`${place.address}/old`)).status).toBe(404);
  expect((await preview(projectId, next)).counts).toMatchObject({ conflict: 0, gone: 0, kept: 1, new: 0, updated: 0 });
  const twice = await failureOf(carryOut(projectId, third.importId));
  expect(twice).toMatchObject({ status: 404, code: 'SERVICE_VIRTUALIZATION_IMPORT_NOT_FOUND' });
});

test('from a faulty document the valid rest is imported, with a list of the faults', async () => {
  const place = await newMock(client);
  const mappings = JSON.stringify({
    mappings: [
      { request: { url: '/a' }, response: { body: 'a' } },
      { request: { url: '/b' }, response: { status: 7 } },
    ],
  });
  const seen = await preview(place.projectId, mappings, { fileName: 'mappings.json' });
  expect(seen).toMatchObject({ format: 'wiremock', entries: [{ path: '/a' }] });
  expect(seen.problems).toMatchObject([{ path: 'stubs[1].response.status' }]);
  const other = await failureOf(preview(place.projectId, mappings, { format: 'postman' }));
  expect(other).toMatchObject({ status: 400, message: expect.stringContaining('a Postman collection') });
  expect((await failureOf(preview(place.projectId, 'just text'))).status).toBe(400);
  const curl = await preview(place.projectId, "curl -X POST 'https://api.example.com/things?a=1'");
  expect(curl.entries).toMatchObject([{ method: 'POST', path: '/things' }]);
});

test('a document is fetched from its URL, and read again from there', async () => {
  const place = await newMock(client);
  const host = await newMock(client);
  const { projectId } = place;
  const document = {
    request: { url: '/openapi.json' },
    response: { headers: { 'Content-Type': 'application/json' }, body: shop },
  };
  await newAsset(client, host, document);
  const url = `${host.address}/openapi.json`;
  const first = await client.call(calls.previewImport, { body: { projectId, url } });
  const { sourceId } = await carryOut(projectId, first.importId);
  const again = await client.call(calls.previewImport, { body: { projectId, sourceId } });
  expect(again).toMatchObject({ sourceId, counts: { new: 0, conflict: 0, same: first.entries.length } });
  const nowhere = client.call(calls.previewImport, { body: { projectId, url: 'http://127.0.0.1:9/' } });
  expect((await failureOf(nowhere)).status).toBe(422);
  expect(await failureOf(client.call(calls.previewImport, { body: { projectId } }))).toMatchObject({ status: 400 });
});

test('requests are validated against the imported document, and refused if the mock is strict', async () => {
  const place = await newMock(client);
  const { projectId } = place;
  await carryOut(projectId, (await preview(projectId, shop)).importId);
  expect((await fetch(`${place.address}/orders`, { method: 'DELETE' })).status).toBe(404);
  const list = () => client.call(calls.listJournal, { params: { id: projectId }, query: { outcome: 'violation' } });
  expect((await list()).content).toMatchObject([{ method: 'DELETE', violationCount: 1 }]);
  await changeMock(client, projectId, { isStrict: true });
  const refused = await fetch(`${place.address}/orders`, { method: 'DELETE' });
  expect(refused.status).toBe(422);
  expect(await refused.json()).toMatchObject({ violations: [{ place: 'method' }] });
});

test("a SOAP mock of a WSDL refuses what its types don't allow, and the journal has the location", async () => {
  const place = await newMock(client);
  const { projectId } = place;
  const wsdl = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:t="urn:t" xmlns:x="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t" name="Rates">
<types><x:schema targetNamespace="urn:t" elementFormDefault="qualified"><x:element name="Ask"><x:complexType><x:sequence><x:element name="days" type="x:int"/></x:sequence></x:complexType></x:element></x:schema></types>
<message name="in"><part name="p" element="t:Ask"/></message><portType name="P"><operation name="Get"><input message="t:in"/><output message="t:in"/></operation></portType>
<binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Get"><soap:operation soapAction="urn:t/Get"/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
<service name="S"><port name="Q" binding="t:B"><soap:address location="http://a.test/rates"/></port></service></definitions>`;
  await carryOut(projectId, (await preview(projectId, wsdl)).importId);
  const send = (days: string) =>
    fetch(`${place.address}/rates`, {
      method: 'POST',
      headers: { 'Content-Type': 'text/xml', SOAPAction: '"urn:t/Get"' },
      body: `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><Ask xmlns="urn:t"><days>${days}</days></Ask></e:Body></e:Envelope>`,
    });
  expect((await send('3')).status).toBe(200);
  const refused = await send('three');
  expect(refused.status).toBe(500);
  expect(await refused.text()).toContain('body /Body/Ask/days: “three” is not a whole number');
  const { content } = await client.call(calls.listJournal, {
    params: { id: projectId },
    query: { outcome: 'violation' },
  });
  expect(content).toMatchObject([{ method: 'POST', status: 500, violationCount: 1 }]);
  await carryOut(projectId, (await preview(projectId, wsdl)).importId);
  expect((await send('three')).status).toBe(500);
});

test("assets beyond the plan's limit are imported disabled", async () => {
  const pro = await server.createOrganization({ plan: 'PRO' });
  const { projectId } = await newMock(pro.client);
  const paths = Object.fromEntries(
    Array.from({ length: 8 }, (_, n) => [`/p${n}`, { get: { responses: answer({ n }) } }]),
  );
  const { importId, entries } = await pro.client.call(calls.previewImport, {
    body: { projectId, text: openApi(paths) },
  });
  const done = await pro.client.call(calls.carryOutImport, { body: { projectId, importId } });
  expect(done.disabled).toBe(entries.length - 5);
  const { limit } = await pro.client.call(calls.getMock, { params: { id: projectId } });
  expect(limit).toEqual({ used: 5, most: 5 });
});

test('an export file is named after its mock, as file systems allow', async () => {
  const body = { projectName: 'Größe: a/b v1.2_x' };
  const { projectId } = await client.call(calls.createVirtualizationProject, { body });
  const { headers } = await client.raw(calls.exportMock, { params: { id: projectId }, query: { format: 'openapi' } });
  expect(headers.get('content-disposition')).toContain('Gr-e-a-b-v1.2_x.openapi.json');
});

test('assets are exported as WireMock mappings and as OpenAPI, and imported again', async () => {
  const place = await newMock(client);
  const { projectId } = place;
  const stub = {
    request: { method: 'GET', urlPathTemplate: '/users/{id}', queryParameters: { full: { equalTo: '1' } } },
    response: { status: 200, headers: { 'Content-Type': 'application/json' }, jsonBody: { name: 'Ana' } },
  };
  const { assetId } = await newAsset(client, place, stub, { name: 'User' });
  const read = async (format: 'wiremock' | 'openapi') =>
    (await client.raw(calls.exportMock, { params: { id: projectId }, query: { format } })).text();
  const mappings = await read('wiremock');
  expect(JSON.parse(mappings)).toMatchObject({
    mappings: [{ id: assetId, name: 'User', ...stub }],
    meta: { total: 1 },
  });
  const document = await read('openapi');
  expect(JSON.parse(document)).toMatchObject({
    openapi: '3.1.0',
    paths: {
      '/users/{id}': {
        get: {
          summary: 'User',
          parameters: [
            { name: 'id', in: 'path', required: true },
            { name: 'full', in: 'query', required: false },
          ],
          responses: { 200: { content: { 'application/json': { examples: { User: { value: { name: 'Ana' } } } } } } },
        },
      },
    },
  });
  for (const text of [mappings, document]) {
    const other = await newMock(client);
    await carryOut(other.projectId, (await preview(other.projectId, text, { fileName: 'a.json' })).importId);
    expect(await json(other, '/users/7?full=1')).toEqual({ name: 'Ana' });
  }
});
