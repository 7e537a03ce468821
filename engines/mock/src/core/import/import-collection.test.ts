import { describe, expect, test } from 'vitest';
import { importCurlMock, importHarMock, importPostmanMock, pathOf } from './import-collection.ts';
import { detectMockFormat } from './import-mock.ts';
import { importWireMock } from './import-wiremock.ts';

const messages = ({ problems }: { problems: { path: string; message: string }[] }) =>
  problems.map(({ path, message }) => `${path}: ${message}`);

test.each([
  ['https://a.test/b/c?d=1#ef', '/b/c'],
  ['/b#/c/d', '/b'],
  ['https://a.test', '/'],
  ['{{baseUrl}}/b', '/b'],
  ['{{baseUrl}}', '/'],
  ['b/c', '/b/c'],
  ['/a/:id/b', '/a/{id}/b'],
  ['/a/{{user}}/b', '/a/{user}/b'],
  ['/a/x-{{user}}-y', '/a/x-*-y'],
  ['/a/{id}', '/a/{id}'],
  ['/a/{id}.{{format}}', '/a/{id}.*'],
])('for the address %s the path is %s', (address, path) => {
  expect(pathOf(address)).toBe(path);
});

describe('a Postman collection', () => {
  const request = {
    method: 'GET',
    url: {
      raw: 'https://a.test/b?q=1&v={{v}}',
      host: ['https://a.test'],
      path: ['b'],
      query: [
        { key: 'q', value: '1' },
        { key: 'v', value: '{{v}}' },
        { key: 'off', value: '1', disabled: true },
      ],
    },
  };
  const read = (response: object[]) =>
    importPostmanMock(
      JSON.stringify({
        info: { name: 'C', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
        item: [{ name: 'Get b', request, response }],
      }),
    );
  const example = (name: string, more: object = {}) => ({
    name,
    originalRequest: request,
    code: 200,
    header: [],
    body: name,
    ...more,
  });
  const labels = (response: object[]) =>
    read(response)
      .stubs.toReversed()
      .map(({ name, priority, request }) => [
        name,
        priority,
        ...Object.keys(request as object).filter((part) => part === 'headers' || part === 'queryParameters'),
      ]);

  test("answers by an example's name and status, or with the first example", () => {
    expect(labels([example('one'), example('two', { code: 404 })])).toEqual([
      ['Get b · one', 5],
      ['Get b · one', 4, 'queryParameters'],
      ['Get b · one', 2, 'headers'],
      ['Get b · one', 3, 'headers'],
      ['Get b · two', 4, 'queryParameters'],
      ['Get b · two', 2, 'headers'],
      ['Get b · two', 3, 'headers'],
    ]);
  });

  test('matches query values that are not variables', () => {
    const { stubs } = read([example('one')]);
    expect(stubs.find(({ priority }) => priority === 4)?.request).toEqual({
      method: 'GET',
      urlPath: '/b',
      queryParameters: { q: { equalTo: '1' } },
    });
  });

  test('leaves out connection headers and headers that cannot be sent', () => {
    const header = ['Content-Length', 'content-encoding', 'Transfer-Encoding', 'Connection', 'Date', 'X-A', 'X-B'].map(
      (key) => ({ key, value: key === 'X-B' ? 'a\nb' : '1' }),
    );
    expect(read([example('one', { header })]).stubs[0]?.response).toEqual({
      status: 200,
      headers: { 'X-A': '1' },
      body: 'one',
    });
  });

  test('answers a request without an example with an empty response, and reports it', () => {
    const imported = read([]);
    expect(imported.stubs.map(({ name, response }) => [name, response])).toEqual(
      Array(3).fill(['Get b', { status: 200, headers: {}, body: '' }]),
    );
    expect(messages(imported)).toEqual([
      'Get b: The request has no saved example; it answers with status 200 and no body.',
    ]);
  });
});

describe('a HAR recording', () => {
  const entry = (request: object, response: object) => ({
    request: { method: 'GET', url: 'https://a.test/b?c=1', headers: [], ...request },
    response: { status: 200, headers: [], content: {}, ...response },
  });
  const read = (...entries: object[]) => importHarMock(JSON.stringify({ log: { entries } }));

  test('becomes a stub per request and response, without any secrets', () => {
    const { title, stubs, problems } = read(
      entry(
        {
          method: 'POST',
          headers: [{ name: 'Content-Type', value: 'application/json' }],
          postData: { text: '{"password":"x"}' },
        },
        {
          headers: [
            { name: ':status', value: '200' },
            { name: 'X-A', value: '1' },
          ],
          content: { text: 'ä' },
        },
      ),
    );
    expect([title, problems]).toEqual(['Recording', []]);
    expect(stubs).toMatchObject([
      {
        request: { method: 'POST', url: '/b?c=1', bodyPatterns: [{ equalToJson: '{"password":"x"}' }] },
        response: { status: 200, headers: { 'X-A': '1' }, body: 'ä' },
      },
    ]);
  });

  test('keeps binary bodies as bytes', () => {
    const { stubs } = read(entry({}, { content: { text: '/wA=', encoding: 'base64' } }));
    expect(stubs[0]?.response).toEqual({ status: 200, base64Body: '/wA=' });
  });

  test('has the same ids each time it is imported', () => {
    const ids = () => read(entry({}, {}), entry({ url: 'https://a.test/c' }, {})).stubs.map(({ id }) => id);
    expect(ids()).toEqual(ids());
    expect(new Set(ids()).size).toBe(2);
  });

  test.each<[what: string, text: string, found: RegExp[]]>([
    ['no JSON', '{', [/^document: The JSON cannot be read/, /^log: The recording has no answers/]],
    ['no entries', '{"log":{}}', [/^log: The recording has no answers\.$/]],
    [
      'no address',
      JSON.stringify({ log: { entries: [entry({ url: 'x' }, {})] } }),
      [/^entries\[0\]: The entry could not be read/, /^log/],
    ],
    [
      'no answer',
      JSON.stringify({ entries: [entry({}, { status: 0 }), entry({}, {})] }),
      [/^entries\[0\]: .*no answer came/],
    ],
  ])('with %s is reported', (_, text, found) => {
    expect(messages(importHarMock(text))).toEqual(found.map((pattern) => expect.stringMatching(pattern)));
  });
});

test('curl commands are distinguished by method, path and query', () => {
  const { stubs } = importCurlMock("curl 'https://a.test/b/{id}?q=1&v={{v}}'\ncurl -X PUT https://a.test/c");
  expect(stubs.map(({ id: _id, ...stub }) => stub)).toEqual([
    {
      name: 'GET /b/{id}',
      request: { method: 'GET', urlPathTemplate: '/b/{id}', queryParameters: { q: { equalTo: '1' } } },
      response: { status: 200 },
    },
    { name: 'PUT /c', request: { method: 'PUT', urlPath: '/c' }, response: { status: 200 } },
  ]);
});

describe('a WireMock file', () => {
  const mapping = { request: {}, response: {} };
  test.each<[what: string, value: unknown, ids: unknown[]]>([
    ['one mapping', mapping, [expect.any(String)]],
    [
      'a list',
      [
        { ...mapping, id: 'a' },
        { ...mapping, uuid: 'b' },
      ],
      ['a', undefined],
    ],
    ['an object', { mappings: [{ ...mapping, id: 'a' }] }, ['a']],
  ])('may be %s', (_, value, ids) => {
    const { stubs, problems } = importWireMock(`\uFEFF${JSON.stringify(value)}`, 'a.json');
    expect([stubs.map(({ id }) => id), problems]).toEqual([ids, []]);
  });

  test('leaves out anything that is not a mapping', () => {
    expect(messages(importWireMock('[7, null, []]', 'a.json'))).toEqual(
      [0, 1, 2].map((index) => `a.json[${index}]: A stub is a JSON object with a request and a response.`),
    );
    expect(messages(importWireMock('{"a":"\uFEFF', 'a.json'))).toEqual([
      expect.stringContaining('The JSON cannot be read'),
    ]);
  });
});

test.each<[text: string, name: string, format: string | undefined]>([
  ['{"request":{},"response":{}}', 'a.json', 'wiremock'],
  ['\uFEFF [{"request":{},"response":{}}]', 'a.json', 'wiremock'],
  ['{"mappings":[]}', 'a.json', 'wiremock'],
  ['{', 'mappings/a.json', 'wiremock'],
  ['{', 'a.json', undefined],
  ['[]', 'a.json', undefined],
  ['{"routes":[],"lastMigration":3}', 'a.json', 'mockoon'],
  ['{"routes":[],"endpointPrefix":""}', 'a.json', 'mockoon'],
  ['{"routes":[]}', 'a.json', undefined],
  ['{"log":{"version":"1.2","entries":[]}}', 'a.har', 'har'],
  ['{"openapi":"3.0.3","info":{},"paths":{}}', 'a.json', 'openapi'],
  ['openapi: 3.0.3', 'a.yaml', 'openapi'],
  ['curl https://a.test', 'a.txt', 'curl'],
  ['nothing', 'a.txt', undefined],
])('%s in %s is a %s document', (text, name, format) => {
  expect(detectMockFormat(text, name)).toBe(format);
});
