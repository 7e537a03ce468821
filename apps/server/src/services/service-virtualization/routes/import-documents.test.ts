import { readFile } from 'node:fs/promises';
import type { Client } from '@touchstone/contracts';
import { serviceVirtualizationRoutes } from '@touchstone/contracts/service-virtualization';
import { zipOf } from '@touchstone/engine-import/testing';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { failureOf } from '../../api-testing/testing/builders.ts';
import { type ServedDocuments, serve } from '../../api-testing/testing/served-documents.ts';
import { changeMock, newMock } from '../testing/mock-builders.ts';

const calls = serviceVirtualizationRoutes;
let server: TestServer;
let client: Client;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  ({ client } = await server.createOrganization({ plan: 'ENTERPRISE' }));
}, 120_000);
afterAll(() => server.close());

const xs = 'xmlns:x="http://www.w3.org/2001/XMLSchema"';
const days = `<x:schema ${xs} targetNamespace="urn:t"><x:simpleType name="Days"><x:restriction base="x:int"><x:maxInclusive value="31"/></x:restriction></x:simpleType></x:schema>`;
const ask = `<x:schema ${xs} xmlns:t="urn:t" targetNamespace="urn:t" elementFormDefault="qualified"><x:include schemaLocation="../types/days.xsd"/><x:element name="Ask"><x:complexType><x:sequence><x:element name="days" type="t:Days"/></x:sequence></x:complexType></x:element></x:schema>`;
const parts = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:t" ${xs} targetNamespace="urn:t"><types><x:schema><x:import namespace="urn:t" schemaLocation="xsd/ask.xsd"/></x:schema></types>
<message name="in"><part name="p" element="t:Ask"/></message><portType name="P"><operation name="Get"><input message="t:in"/><output message="t:in"/></operation></portType></definitions>`;
const wsdl = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:t="urn:t" targetNamespace="urn:t" name="Rates"><import namespace="urn:t" location="parts.wsdl"/>
<binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Get"><soap:operation soapAction="urn:t/Get"/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
<service name="S"><port name="Q" binding="t:B"><soap:address location="http://a.test/rates"/></port></service></definitions>`;
const described = {
  'api/types/days.xsd': days,
  'api/xsd/ask.xsd': ask,
  'api/parts.wsdl': parts,
  'api/rates.wsdl': wsdl,
};

const send = (address: string, value: string) =>
  fetch(`${address}/rates`, {
    method: 'POST',
    headers: { 'Content-Type': 'text/xml', SOAPAction: '"urn:t/Get"' },
    body: `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><Ask xmlns="urn:t"><days>${value}</days></Ask></e:Body></e:Envelope>`,
  });
const form = (files: Record<string, string | Uint8Array<ArrayBuffer>>) => {
  const body = new FormData();
  for (const [name, content] of Object.entries(files)) body.append('file', new Blob([content]), name);
  return body;
};
const upload = (projectId: string, files: Record<string, string | Uint8Array<ArrayBuffer>>) =>
  client.call(calls.previewImportFile, { query: { projectId }, body: form(files) });
const carryOut = (projectId: string, importId: string) =>
  client.call(calls.carryOutImport, { body: { projectId, importId } });
const serving = async (
  documents: Record<string, string | number>,
  work: (served: ServedDocuments) => Promise<void>,
) => {
  const served = await serve(documents);
  try {
    await work(served);
  } finally {
    await served.close();
  }
};
const byPath = Object.fromEntries(Object.entries(described).map(([name, text]) => [`/${name}`, text]));
const baseNames = Object.fromEntries(Object.entries(described).map(([name, text]) => [name.split('/').at(-1), text]));

test.each([
  ['in an archive', { 'rates.zip': zipOf(described) }],
  ['as several files', baseNames],
])('a WSDL whose types are in other documents judges by them when it comes %s', async (_, files) => {
  const { projectId, address } = await newMock(client);
  const seen = await upload(projectId, files);
  expect(seen).toMatchObject({ format: 'wsdl', title: 'S', problems: [] });
  await carryOut(projectId, seen.importId);
  expect((await send(address, '31')).status).toBe(200);
  const refused = await send(address, '32');
  expect(refused.status).toBe(500);
  expect(await refused.text()).toContain('/Body/Ask/days');
  // A client can generate itself from the address.
  const served = await (await fetch(`${address}/rates?wsdl`)).text();
  expect(served).toContain(`location="${address}/rates"`);
  expect(served).toContain('location="?wsdl=parts.wsdl"');
  expect(await (await fetch(`${address}/rates?wsdl=days.xsd`)).text()).toBe(days);
});

test('missing documents and unreferenced files are listed with a reason, and the rest is imported', async () => {
  const { projectId, address } = await newMock(client);
  const seen = await upload(projectId, { 'rates.wsdl': wsdl, 'parts.wsdl': parts, 'ask.xsd': ask, 'other.xsd': days });
  expect(seen.problems).toEqual(
    expect.arrayContaining([
      {
        path: 'types/days.xsd',
        message: 'The description names this document, which was not found. Import the file together with it.',
      },
      { path: 'other.xsd', message: 'No document names this file, so it was left out.' },
    ]),
  );
  await carryOut(projectId, seen.importId);
  expect((await send(address, '32')).status).toBe(200);
});

test('a WSDL from a URL fetches its references, and reads them again from there', async () => {
  const { projectId, address } = await newMock(client);
  await serving({ ...byPath, '/api/types/days.xsd': 503 }, async ({ url, documents }) => {
    const read = () => client.call(calls.previewImport, { body: { projectId, url: `${url}/api/rates.wsdl` } });
    expect((await read()).problems).toContainEqual({
      path: `${url}/api/types/days.xsd`,
      message: 'The document cannot be read: The address answered with status 503.',
    });
    documents['/api/types/days.xsd'] = days;
    const seen = await read();
    expect(seen.problems).toEqual([]);
    const { sourceId } = await carryOut(projectId, seen.importId);
    expect((await send(address, '30')).status).toBe(200);
    expect((await send(address, '32')).status).toBe(500);
    documents['/api/types/days.xsd'] = days.replace('31', '29');
    const again = await client.call(calls.previewImport, { body: { projectId, sourceId } });
    await carryOut(projectId, again.importId);
    expect((await send(address, '30')).status).toBe(500);
  });
});

test('a URL fetches only a limited number of documents', async () => {
  const { projectId } = await newMock(client);
  const names = Array.from({ length: 60 }, (_, n) => `n${n}.xsd`);
  const many = ask.replace(/<x:include[^>]*>/, names.map((name) => `<x:include schemaLocation="${name}"/>`).join(''));
  const documents = Object.fromEntries(names.map((name) => [`/api/xsd/${name}`, days]));
  await serving({ ...byPath, ...documents, '/api/xsd/ask.xsd': many }, async ({ url, answered }) => {
    const { problems } = await client.call(calls.previewImport, { body: { projectId, url: `${url}/api/rates.wsdl` } });
    const left = problems.filter(({ message }) => message.includes('an import fetches up to 50 documents'));
    expect(left).toHaveLength(12);
    expect(answered).toHaveLength(51);
  });
});

test('an OpenAPI document validates with its referenced files', async () => {
  const { projectId, address } = await newMock(client);
  const openApi = JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Pets', version: '1' },
    paths: {
      '/pets': {
        post: {
          requestBody: { content: { 'application/json': { schema: { $ref: './pet.yaml' } } } },
          responses: { 200: { description: 'Fine' } },
        },
      },
    },
  });
  const seen = await upload(projectId, { 'pet.yaml': 'type: object\nrequired: [name]\n', 'openapi.json': openApi });
  expect(seen).toMatchObject({ format: 'openapi', problems: [] });
  await carryOut(projectId, seen.importId);
  await changeMock(client, projectId, { isStrict: true });
  const post = (body: string) =>
    fetch(`${address}/pets`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
  expect([(await post('{"name":"Rex"}')).status, (await post('{}')).status]).toEqual([200, 422]);
});

test("an archive that can't be unpacked is refused with the reason", async () => {
  const { projectId } = await newMock(client);
  const failure = await failureOf(upload(projectId, { 'a.zip': zipOf(described).subarray(0, 300) }));
  expect(failure).toMatchObject({ status: 422, message: expect.stringContaining('The archive is damaged') });
});

test("a WSDL imported before envelopes were validated gets its text back from the mock's answer", async () => {
  const { projectId } = await newMock(client);
  const { importId } = await upload(projectId, baseNames);
  const { sourceId } = await carryOut(projectId, importId);
  const database = server.platform.database.sql;
  const source = sql`service_virtualization.import_source where id = ${sourceId}`;
  await database.execute(sql`update service_virtualization.import_source set document = null where id = ${sourceId}`);
  // Back then, a mock's answer was the text itself.
  await database.execute(sql`update service_virtualization.asset
    set source_base = jsonb_set(source_base, '{stub,response,body}', to_jsonb(${wsdl}::text))
    where source_id = ${sourceId} and source_base #> '{stub,request,queryParameters,wsdl}' is not null`);
  const migration = await readFile(new URL('../store/migrations/0007_named_documents.sql', import.meta.url), 'utf8');
  await database.execute(sql.raw(migration.split('--> statement-breakpoint')[1] ?? ''));
  const { rows } = await database.execute(sql`select document from ${source}`);
  expect(rows).toEqual([{ document: wsdl }]);
});
