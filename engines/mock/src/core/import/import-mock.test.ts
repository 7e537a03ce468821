import { loadXPath, parseXml } from '@touchstone/engine-assert/core';
import { beforeAll, expect, test } from 'vitest';
import { type GivenRequest, mockRequest } from '../../testing/request.ts';
import { MockEngine } from '../engine/mock-engine.ts';
import { Resource } from '../resources/resource.ts';
import { importMock } from './import-mock.ts';
import type { OpenApiMockOptions } from './import-openapi-mock.ts';
import type { NamedDocuments } from './imported-mock.ts';
import { openApiNegotiation } from './openapi-negotiation.ts';
import { openApiValidator } from './openapi-validator.ts';
import { soapValidator } from './soap-validator.ts';

beforeAll(loadXPath);

async function mockOf(document: unknown, name = 'document.json', options: OpenApiMockOptions & NamedDocuments = {}) {
  const imported = await importMock(typeof document === 'string' ? document : JSON.stringify(document), name, options);
  const engine = new MockEngine({ seed: 1 });
  expect(engine.putAll(imported.stubs)).toEqual([]);
  for (const definition of imported.resources) engine.resources.set(definition.path, new Resource(definition));
  const ask = (given: GivenRequest) => {
    const { answer, violations } = engine.serve(mockRequest(given));
    return {
      status: answer.status,
      body: String(answer.body),
      headers: Object.fromEntries(answer.headers),
      violations,
    };
  };
  return { ...imported, engine, ask };
}

const pet = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { type: 'integer' }, name: { type: 'string' } },
};
const openapi = {
  openapi: '3.0.3',
  info: { title: 'Pets', version: '1' },
  servers: [{ url: 'https://api.test/v1' }],
  paths: {
    '/pets': {
      get: {
        parameters: [{ in: 'query', name: 'limit', required: true, schema: { type: 'integer', maximum: 10 } }],
        responses: {
          200: { description: '', content: { 'application/json': { schema: { type: 'array', items: pet } } } },
        },
      },
      post: {
        requestBody: { required: true, content: { 'application/json': { schema: pet } } },
        responses: { 201: { description: '' } },
      },
    },
    '/pets/{petId}': {
      get: {
        parameters: [{ in: 'path', name: 'petId', required: true, schema: { type: 'integer' } }],
        responses: {
          404: { description: '', content: { 'application/json': { example: { error: 'gone' } } } },
          200: {
            description: '',
            content: {
              'application/json': {
                schema: pet,
                examples: { cat: { value: { id: 1, name: 'Tom' } }, dog: { value: { id: 2, name: 'Rex' } } },
              },
            },
          },
        },
      },
    },
  },
};

test('OpenAPI answers with examples or samples, and with what Prefer asks for', async () => {
  const { ask, problems } = await mockOf(openapi);
  expect(problems).toEqual([]);
  expect(JSON.parse(ask({ url: '/v1/pets/7' }).body)).toEqual({ id: 1, name: 'Tom' });
  expect(JSON.parse(ask({ url: '/v1/pets/7', headers: { Prefer: 'example=dog' } }).body)).toEqual({
    id: 2,
    name: 'Rex',
  });
  expect(ask({ url: '/v1/pets/7', headers: { Prefer: 'code=404' } })).toMatchObject({
    status: 404,
    body: '{"error":"gone"}',
  });
  expect(JSON.parse(ask({ url: '/v1/pets?limit=1' }).body)).toBeInstanceOf(Array);
  expect(ask({ method: 'POST', url: '/v1/pets', body: '{}' }).status).toBe(201);
});

const answers = {
  200: {
    description: '',
    content: {
      'application/json': { examples: { cat: { value: 1 }, dog: { value: 2 } } },
      'text/xml': { example: '<a/>' },
    },
  },
  '4XX': { description: '', content: { 'application/json': { example: { error: 'some' } } } },
  default: { description: '', content: { 'application/json': { example: { error: 'other' } } } },
};
const documentWith = (responses: object) => ({
  openapi: '3.0.3',
  info: { title: 'Wishes', version: '1' },
  paths: { '/w': { get: { responses } } },
});

test.each<[headers: Record<string, string>, status: number, body: string]>([
  [{}, 200, '1'],
  [{ Prefer: 'code=200' }, 200, '1'],
  [{ Prefer: 'code=200, example=dog' }, 200, '2'],
  [{ Prefer: 'code=404' }, 404, 'some'],
  [{ Prefer: 'code=503' }, 503, 'other'],
  [{ Prefer: 'example=fish' }, 404, 'GET /w has no example fish. Described: cat, dog'],
  [{ Prefer: 'code=404, example=dog' }, 404, 'GET /w has no example dog.'],
  [{ Prefer: 'dynamic=true' }, 200, '1'],
  [{ Accept: 'text/xml' }, 200, '<a/>'],
  [{ Accept: 'image/png' }, 406, 'GET /w does not answer image/png. Described: application/json, text/xml.'],
  [{ Accept: 'application/json;q=0, image/*' }, 406, 'does not answer'],
  [{ Accept: 'text/html, */*;q=0.1' }, 200, '1'],
  [{ Accept: 'application/*' }, 200, '1'],
])('the preferences %j are answered with %i, including undescribed ones', async (headers, status, body) => {
  const { ask, engine, api } = await mockOf(documentWith(answers));
  engine.validators = [openApiNegotiation(api!)];
  const answer = ask({ url: '/w', headers });
  expect(answer.status).toBe(status);
  expect(answer.body).toContain(body);
});

test('an undescribed status is refused with the described ones; your own stubs answer as defined', async () => {
  const { ask, engine, api } = await mockOf(documentWith({ 200: answers[200] }));
  engine.validators = [openApiNegotiation(api!)];
  const asked = { url: '/w', headers: { Prefer: 'code=500', Accept: 'image/png' } };
  expect(ask(asked)).toMatchObject({ status: 404, body: expect.stringContaining('no answer 500. Described: 200.') });
  engine.settings.strict = true;
  expect(ask(asked).status).toBe(404);
  engine.settings.strict = false;
  engine.put({ request: { url: '/w' }, response: { body: 'own' } });
  expect(ask(asked)).toMatchObject({ status: 200, body: 'own', violations: [{ place: 'header.Prefer' }] });
});

test('requests and responses are validated against the document; strict mode refuses violations', async () => {
  const { ask, engine, api, basePath } = await mockOf(openapi);
  engine.validators = [openApiValidator(api!, basePath)];
  expect(ask({ url: '/v1/pets?limit=3' }).violations).toEqual([]);
  expect(ask({ url: '/v1/pets?limit=30' }).violations).toMatchObject([{ in: 'request', place: 'query.limit' }]);
  expect(ask({ url: '/v1/pets' }).violations).toMatchObject([{ message: 'The query parameter limit is missing.' }]);
  const json = { 'Content-Type': 'application/json' };
  expect(ask({ method: 'POST', url: '/v1/pets', headers: json, body: '{"id":"x"}' }).violations.length).toBeGreaterThan(
    0,
  );
  expect(ask({ url: '/v1/dogs' }).violations).toMatchObject([{ place: 'path' }]);
  engine.settings.strict = true;
  expect(ask({ url: '/v1/pets' }).status).toBe(422);
  engine.put({ request: { urlPath: '/v1/pets' }, response: { jsonBody: [{}], headers: json } });
  expect(ask({ url: '/v1/pets?limit=1' }).violations).toMatchObject([
    { in: 'answer', place: expect.stringContaining('body') },
    {},
  ]);
});

test('lists of an OpenAPI document become records', async () => {
  const { ask, resources } = await mockOf(openapi, 'a.json', { hasResources: true, seed: 4 });
  expect(resources).toMatchObject([{ path: '/v1/pets', idKey: 'id' }]);
  expect(JSON.parse(ask({ url: '/v1/pets' }).body)).toHaveLength(10);
  expect(ask({ method: 'POST', url: '/v1/pets', body: '{"name":"Rex"}' }).status).toBe(201);
  expect(JSON.parse(ask({ url: '/v1/pets/11' }).body)).toEqual({ id: 11, name: 'Rex' });
});

test('saved Postman examples are found by path, query, name and code', async () => {
  const request = (query: string) => ({
    method: 'GET',
    url: {
      raw: `{{baseUrl}}/users/:id${query}`,
      host: ['{{baseUrl}}'],
      path: ['users', ':id'],
      query: query === '' ? [] : [{ key: 'full', value: '1' }],
      variable: [{ key: 'id', value: '1' }],
    },
  });
  const { ask } = await mockOf({
    info: { name: 'C', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    item: [
      {
        name: 'User',
        request: request(''),
        response: [
          { name: 'ok', originalRequest: request(''), code: 200, header: [{ key: 'X-A', value: 'b' }], body: 'short' },
          { name: 'full', originalRequest: request('?full=1'), code: 200, header: [], body: 'long' },
          { name: 'gone', originalRequest: request(''), code: 404, header: [], body: 'no' },
        ],
      },
    ],
  });
  expect(ask({ url: '/users/5' })).toMatchObject({ status: 200, body: 'short', headers: { 'X-A': 'b' } });
  expect(ask({ url: '/users/5?full=1' }).body).toBe('long');
  expect(ask({ url: '/users/5', headers: { 'x-mock-response-name': 'gone' } }).status).toBe(404);
  expect(ask({ url: '/users/5', headers: { 'x-mock-response-code': '404' } }).body).toBe('no');
});

test('a HAR recording answers repeated requests as recorded', async () => {
  const entry = (text: string) => ({
    request: { method: 'GET', url: 'https://a.test/n?x=1', headers: [] },
    response: { status: 200, headers: [{ name: 'Content-Type', value: 'text/plain' }], content: { text } },
  });
  const { ask } = await mockOf({
    log: { version: '1.2', entries: [entry('one'), entry('two'), { request: {}, response: {} }] },
  });
  expect([1, 2, 3].map(() => ask({ url: '/n?x=1' }).body)).toEqual(['one', 'two', 'two']);
});

test("Mockoon's routes, rules, sequences, templates and data buckets", async () => {
  const route = (endpoint: string, responses: object[], extra: object = {}) => ({
    uuid: endpoint,
    type: 'http',
    method: 'get',
    endpoint,
    responses,
    enabled: true,
    responseMode: null,
    ...extra,
  });
  const { ask, problems } = await mockOf({
    uuid: 'e',
    lastMigration: 33,
    name: 'M',
    endpointPrefix: 'api',
    headers: [],
    data: [{ uuid: 'd', id: 'abcd', name: 'users', value: '[{"id":"1","name":"Ana"}]' }],
    routes: [
      route('hello/:name', [
        {
          uuid: '1',
          statusCode: 200,
          body: "Hi {{urlParam 'name'}} {{queryParam 'x' 'none'}}",
          headers: [],
          rules: [],
          default: true,
        },
        {
          uuid: '2',
          statusCode: 403,
          body: 'no',
          headers: [],
          default: false,
          rulesOperator: 'AND',
          rules: [{ target: 'header', modifier: 'X-Role', value: 'guest', operator: 'equals' }],
        },
      ]),
      route(
        'seq',
        [
          { uuid: '3', statusCode: 200, body: 'a', headers: [], rules: [] },
          { uuid: '4', statusCode: 200, body: 'b', headers: [], rules: [] },
        ],
        { responseMode: 'SEQUENTIAL' },
      ),
      route('odd', [{ uuid: '5', statusCode: 200, body: '{{#repeat 3}}x{{/repeat}}', headers: [], rules: [] }]),
      {
        uuid: 'c',
        type: 'crud',
        method: '',
        endpoint: 'users',
        responses: [{ uuid: '6', databucketID: 'abcd', crudKey: 'id', headers: [], rules: [] }],
        enabled: true,
      },
    ],
  });
  expect(problems.map(({ message }) => message)).toEqual([
    "The function repeat of Mockoon's templates is not supported.",
  ]);
  expect(ask({ url: '/api/hello/bob' }).body).toBe('Hi bob none');
  expect(ask({ url: '/api/hello/bob', headers: { 'x-role': 'guest' } }).status).toBe(403);
  expect([1, 2, 3].map(() => ask({ url: '/api/seq' }).body)).toEqual(['a', 'b', 'a']);
  expect(JSON.parse(ask({ url: '/api/users/1' }).body)).toEqual({ id: '1', name: 'Ana' });
});

const wsdl = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:t="urn:t" xmlns:x="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t" name="Rates">
<types><x:schema targetNamespace="urn:t" elementFormDefault="qualified"><x:element name="Ask"><x:complexType><x:sequence><x:element name="of"><x:simpleType><x:restriction base="x:string"><x:maxLength value="3"/></x:restriction></x:simpleType></x:element></x:sequence></x:complexType></x:element><x:element name="Answer"><x:complexType><x:sequence><x:element name="rate" type="x:decimal"/></x:sequence></x:complexType></x:element></x:schema></types>
<message name="in"><part name="p" element="t:Ask"/></message><message name="out"><part name="p" element="t:Answer"/></message>
<portType name="P"><operation name="Get"><input message="t:in"/><output message="t:out"/></operation></portType>
<binding name="B" type="t:P"><soap:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Get"><soap:operation soapAction="urn:t/Get"/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
<service name="S"><port name="Q" binding="t:B"><soap:address location="http://a.test/rates"/></port></service></definitions>`;

const envelope = (inner: string, namespace = 'http://schemas.xmlsoap.org/soap/envelope/') =>
  `<e:Envelope xmlns:e="${namespace}" xmlns:t="urn:t"><e:Body>${inner}</e:Body></e:Envelope>`;
const soapOf = async () => {
  const mock = await mockOf(wsdl, 'rates.wsdl');
  mock.engine.validators = [soapValidator(mock.soap!)];
  const send = (body: string, action = 'urn:t/Get') =>
    mock.ask({ method: 'POST', url: '/rates', headers: { SOAPAction: `"${action}"` }, body });
  return { ...mock, send };
};

test('a WSDL description is answered with an envelope that is valid against its schemas', async () => {
  const { ask, send, problems } = await soapOf();
  expect(problems).toEqual([]);
  const { status, body, violations } = send(envelope('<t:Ask><t:of>EUR</t:of></t:Ask>'));
  expect({ status, violations }).toEqual({ status: 200, violations: [] });
  expect(body).toMatch(/Body>\s*<(\w+:)?Answer[\s\S]*rate>[\d.-]+</);
  expect(ask({ url: '/rates?wsdl' }).body).toBe(wsdl.replace('http://a.test', 'http://localhost:8080'));
});

test.each([
  ['<a/>', 'body /a', 'A SOAP envelope is expected.'],
  ['no', 'body', 'The body is not well-formed XML.'],
  [envelope('<t:Ask><t:of>EURO</t:of></t:Ask>'), 'body /Body/Ask/of', '“EURO” has 4 characters, more than 3.'],
  [envelope('<t:Ask/>'), 'body /Body/Ask', 'of is missing.'],
  [envelope('<t:Other/>'), 'body /Body/Other', 'Ask of the namespace urn:t is expected here.'],
  [envelope(''), 'body /Body', 'Ask is missing.'],
  [
    envelope('<t:Ask/>', 'http://www.w3.org/2003/05/soap-envelope'),
    'body /Envelope',
    'The envelope is one of SOAP 1.2; here SOAP 1.1 is spoken.',
  ],
])('a request that violates a WSDL description gets a fault with the place: %s', async (sent, place, message) => {
  const { send, engine } = await soapOf();
  const { status, body, headers, violations } = send(sent);
  expect(violations).toEqual([{ in: 'request', place, message }]);
  expect(engine.journal.list()[0]).toMatchObject({ by: 'validation', violations });
  const fault = parseXml(body).documentElement!;
  const isOf12 = sent.includes('2003/05');
  expect([status, headers['Content-Type']]).toEqual(
    isOf12 ? [400, 'application/soap+xml; charset=utf-8'] : [500, 'text/xml; charset=utf-8'],
  );
  expect(fault.textContent).toContain(isOf12 ? 's:Sender' : 's:Client');
  expect(fault.textContent).toContain(`${place}: ${message}`);
});

test('your own stub answers requests that violate a WSDL description, unless the mock is strict', async () => {
  const { send, engine } = await soapOf();
  engine.put({ id: 'own', request: { method: 'POST', urlPath: '/rates' }, response: { status: 418 } });
  expect(send(envelope('<t:Ask/>'))).toMatchObject({ status: 418, violations: [{ in: 'request' }, { in: 'answer' }] });
  engine.settings.strict = true;
  expect(send(envelope('<t:Ask/>')).status).toBe(500);
});

test('an address that a WSDL description does not name is not validated', async () => {
  const { ask } = await soapOf();
  expect(ask({ method: 'POST', url: '/other', body: 'x' })).toMatchObject({ status: 404, violations: [] });
});

test('curl commands become stubs with their method, path and query', async () => {
  const { ask, problems, title } = await mockOf(
    "curl -X DELETE 'https://api.test/orders/7?force=true' -H 'Accept: */*'\ncurl https://api.test/orders -d 'a=1'",
    'commands.txt',
  );
  expect([title, problems]).toEqual(['curl', []]);
  expect(ask({ method: 'DELETE', url: '/orders/7?force=true' })).toMatchObject({ status: 200, body: '' });
  expect(ask({ method: 'DELETE', url: '/orders/7' }).status).toBe(404);
  expect(ask({ method: 'POST', url: '/orders' }).status).toBe(200);
});

test.each([
  ['nothing', 'a.txt'],
  ['{"a":1}', 'a.json'],
  ['{', 'mappings/a.json'],
])('%s is rejected with a reason', async (text, name) => {
  const { problems } = await mockOf(text, name);
  expect(problems).toHaveLength(1);
});

test('documents referenced by a WSDL are served next to it, and locations point to them', async () => {
  const x = 'xmlns:x="http://www.w3.org/2001/XMLSchema"';
  const files: Record<string, string> = {
    'api/parts.wsdl': `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" ${x} targetNamespace="urn:t"><types><x:schema><x:import namespace="urn:a" schemaLocation='xsd/ask.xsd'/></x:schema></types></definitions>`,
    'api/xsd/ask.xsd': `<x:schema ${x} targetNamespace="urn:a"><x:include schemaLocation="../other/ask.xsd"/><x:import namespace="urn:none" schemaLocation="none.xsd"/></x:schema>`,
    'api/other/ask.xsd': `<x:schema ${x} targetNamespace="urn:a"><x:annotation><x:documentation>{{none}}</x:documentation></x:annotation></x:schema>`,
  };
  const main = wsdl.replace('<types>', '<import namespace="urn:t" location="parts.wsdl"/><types>');
  const { ask } = await mockOf(main, 'rates.wsdl', {
    location: 'api/rates.wsdl',
    resolve: async (location) => files[location],
  });
  const read = (url: string) => {
    const { status, body } = ask({ url, host: 'mock.test', port: 80 });
    return status === 200 ? body : status;
  };
  expect(read('/rates?wsdl')).toBe(
    main.replace('"parts.wsdl"', '"?wsdl=parts.wsdl"').replace('http://a.test', 'http://mock.test'),
  );
  expect(read('/rates?wsdl=parts.wsdl')).toBe(files['api/parts.wsdl']?.replace('xsd/ask.xsd', '?wsdl=ask.xsd'));
  expect(read('/rates?wsdl=ask.xsd')).toBe(files['api/xsd/ask.xsd']?.replace('../other/ask.xsd', '?wsdl=2-ask.xsd'));
  expect(read('/rates?wsdl=2-ask.xsd')).toBe(files['api/other/ask.xsd']);
  expect(read('/rates?wsdl=none.xsd')).toBe(404);
});
