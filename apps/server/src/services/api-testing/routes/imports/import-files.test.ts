import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { failureOf, newProject } from '../../testing/builders.ts';
import { serve } from '../../testing/served-documents.ts';

const calls = apiTestingRoutes;
let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
});
afterAll(() => server.close());

const files = (named: Record<string, string>) => {
  const body = new FormData();
  for (const [name, content] of Object.entries(named)) body.append('file', new Blob([content]), name);
  return body;
};

const xs = 'http://www.w3.org/2001/XMLSchema';
const pet = `<xs:schema xmlns:xs="${xs}" targetNamespace="urn:pets" xmlns:t="urn:pets" elementFormDefault="qualified">
  <xs:include schemaLocation="../types/name.xsd"/>
  <xs:element name="Find"><xs:complexType><xs:sequence><xs:element name="name" type="t:Name"/></xs:sequence></xs:complexType></xs:element>
</xs:schema>`;
const name = `<xs:schema xmlns:xs="${xs}" targetNamespace="urn:pets">
  <xs:simpleType name="Name"><xs:restriction base="xs:string"><xs:enumeration value="Rex"/></xs:restriction></xs:simpleType>
</xs:schema>`;
const wsdl = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:pets" targetNamespace="urn:pets"
  xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="${xs}">
  <types><xs:schema><xs:import namespace="urn:pets" schemaLocation="schemas/pet.xsd"/></xs:schema></types>
  <message name="In"><part name="body" element="t:Find"/></message>
  <portType name="Pets"><operation name="FindPet"><input message="t:In"/></operation></portType>
  <binding name="B" type="t:Pets"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="FindPet"><soap:operation soapAction="urn:find"/><input><soap:body use="literal"/></input></operation>
  </binding>
  <service name="S"><port name="P" binding="t:B"><soap:address location="https://pets.example/soap"/></port></service>
</definitions>`;

const openapi = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  servers: [{ url: 'https://pets.example' }],
  paths: {
    '/pets': {
      post: {
        summary: 'Add pet',
        requestBody: { content: { 'application/json': { schema: { $ref: './schemas/pet.yaml#/Pet' } } } },
        responses: { 200: { description: 'Fine' } },
      },
    },
  },
});
const petYaml = 'Pet:\n  type: object\n  required: [name]\n  properties:\n    name: { $ref: "name.yaml" }\n';
const nameYaml = 'type: string\nconst: Rex\n';

async function bodyOf(projectId: string, importId: string): Promise<string> {
  const { client } = server.admin;
  const made = await client.call(calls.importSelectedApis, { body: { projectId, importId } });
  expect(made).toMatchObject({ imported: 1, problems: [] });
  const { content } = await client.call(calls.listScripts, { query: { suiteId: made.suites[0]?.suiteId } });
  const script = await client.call(calls.getScript, { query: { scriptId: content[0]?.scriptId ?? '' } });
  return 'content' in script.body ? script.body.content : '';
}

test.each([
  ['a WSDL with its schemas', 'wsdl', { 'name.xsd': name, 'pet.xsd': pet, 'pets.wsdl': wsdl }],
  [
    'an OpenAPI document with its files',
    'openapi',
    { 'name.yaml': nameYaml, 'openapi.json': openapi, 'pet.yaml': petYaml },
  ],
])('%s is imported, whatever their order', async (_, format, named) => {
  const { client } = server.admin;
  const projectId = await newProject(client);
  const preview = await client.call(calls.importJsonFile, { query: { projectId }, body: files(named) });
  expect(preview).toMatchObject({ format, problems: [] });
  expect(await bodyOf(projectId, preview.importId)).toContain('Rex');
});

test('a file that no document references, and a missing one, are problems', async () => {
  const { client } = server.admin;
  const projectId = await newProject(client);
  const { problems } = await client.call(calls.importWsdlFile, {
    query: { projectId },
    body: files({ 'pets.wsdl': wsdl, 'pet.xsd': pet, 'other.xsd': name }),
  });
  expect(problems).toContainEqual({
    place: 'types/name.xsd',
    reason: 'The description names this document, which was not found. Import the file together with it.',
  });
  expect(problems).toContainEqual({
    place: 'other.xsd',
    reason: 'No document names this file, so it was left out.',
  });
});

test('of two documents the one that the other references is not a document of its own', async () => {
  const { client } = server.admin;
  const projectId = await newProject(client);
  const outer = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/"><import namespace="urn:pets" location="pets.wsdl"/></definitions>`;
  const preview = await client.call(calls.importWsdlFile, {
    query: { projectId },
    body: files({ 'pets.wsdl': wsdl, 'outer.wsdl': outer, 'pet.xsd': pet, 'name.xsd': name }),
  });
  expect(preview.problems).toEqual([]);
  expect(preview.requests.map((request) => request.name)).toEqual(['FindPet']);
});

test('the files of a Bruno collection become one import', async () => {
  const { client } = server.admin;
  const projectId = await newProject(client);
  const request = 'meta {\n  name: Find\n}\n\nget {\n  url: https://shop.test\n}\n';
  const preview = await client.call(calls.importJsonFile, {
    query: { projectId },
    body: files({ 'find.bru': request, 'bruno.json': '{"name":"Shop","version":"1"}' }),
  });
  expect(preview).toMatchObject({ format: 'bruno', title: 'Shop', requests: [{ name: 'Find' }], problems: [] });
});

test('more files than an import accepts, and none, are rejected', async () => {
  const { client } = server.admin;
  const projectId = await newProject(client);
  const many = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`${index}.xsd`, pet]));
  const send = (body: FormData) => failureOf(client.call(calls.importJsonFile, { query: { projectId }, body }));
  expect(await send(files(many))).toMatchObject({ status: 400, code: 'API_TESTING_TOO_MANY_FILES' });
  const none = new FormData();
  none.append('text', 'x');
  expect(await send(none)).toMatchObject({ status: 400, code: 'API_TESTING_NO_FILE' });
});

test('an OpenAPI document by address loads the files of its own server, and of no other', async () => {
  const { client } = server.admin;
  const projectId = await newProject(client);
  const [served, other] = await Promise.all([
    serve({ '/api/openapi.json': openapi, '/api/schemas/pet.yaml': petYaml, '/api/schemas/name.yaml': nameYaml }),
    serve({ '/pet.yaml': petYaml, '/name.yaml': nameYaml }),
  ]);
  try {
    const read = () =>
      client.call(calls.importSwaggerUrl, { query: { projectId, url: `${served.url}/api/openapi.json` } });
    const preview = await read();
    expect(preview.problems).toEqual([]);
    expect(await bodyOf(projectId, preview.importId)).toContain('Rex');
    served.documents['/api/openapi.json'] = openapi.replace('./schemas/pet.yaml', `${other.url}/pet.yaml`);
    expect((await read()).problems.map(({ reason }) => reason)).toContainEqual(
      expect.stringContaining('it lies on another server than the document'),
    );
  } finally {
    await Promise.all([served.close(), other.close()]);
  }
});
