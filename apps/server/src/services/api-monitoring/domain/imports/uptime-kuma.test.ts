import { expect, test } from 'vitest';
import { entryOfStep, isFault, isSafe, monitorName } from './import-entries.ts';
import { readUptimeKuma } from './uptime-kuma.ts';

const backup = (...monitorList: object[]) => JSON.stringify({ version: '1.23.0', notificationList: [], monitorList });

test('every monitor type with a counterpart is read with its rules', () => {
  const found = readUptimeKuma(
    backup(
      { id: 1, name: 'Shop', type: 'group' },
      {
        id: 2,
        name: 'Home',
        type: 'keyword',
        url: 'https://shop.test/',
        method: 'GET',
        keyword: 'welcome',
        interval: 20,
        maxretries: 3,
        timeout: 16,
        parent: 1,
        accepted_statuscodes: ['200-299'],
        headers: '{"X-A":"b"}',
        authMethod: 'basic',
        basic_auth_user: 'u',
        basic_auth_pass: 'p',
        ignoreTls: true,
        maxredirects: 0,
        tags: [{ name: 'prod', value: '' }],
      },
      { id: 3, name: 'Db', type: 'port', hostname: 'db.test', port: 5432, interval: 5 },
      {
        id: 4,
        name: 'Name',
        type: 'dns',
        hostname: 'shop.test',
        dns_resolve_server: '1.1.1.1',
        dns_resolve_type: 'MX',
        port: 53,
        interval: 60,
      },
      { id: 5, name: 'Backup job', type: 'push', interval: 86_400 },
      { id: 6, name: 'Ping', type: 'ping', hostname: 'x' },
      { id: 7, name: 'Broken', type: 'http', url: 'nowhere' },
    ),
  );
  expect(found?.entries).toMatchObject([
    {
      name: 'Home',
      folder: 'Shop',
      retries: 3,
      timeoutMs: 16_000,
      tags: ['prod'],
      schedule: { type: 'interval', everySeconds: 20 },
      definition: {
        kind: 'http',
        url: 'https://shop.test/',
        headers: [{ key: 'X-A', value: 'b' }],
        authentication: { type: 'basic', username: 'u' },
        verifyCertificate: false,
        followRedirects: false,
        assertions: [
          { kind: 'status', expected: '2xx' },
          { kind: 'body', operator: 'contains', expected: 'welcome' },
        ],
      },
    },
    { name: 'Db', schedule: { everySeconds: 10 }, definition: { kind: 'tcp', host: 'db.test', port: 5432 } },
    { name: 'Name', definition: { kind: 'dns', recordType: 'MX', resolver: '1.1.1.1' } },
    { name: 'Backup job', definition: { kind: 'heartbeat' } },
  ]);
  expect(found?.problems.map(({ place }) => place)).toEqual(['Ping', 'Broken']);
});

test.each(['', 'no JSON', '[]', '{}', 'null', '{"monitorList":1}'])('%s is not a backup', (content) => {
  expect(readUptimeKuma(content)).toBeUndefined();
});

test('no backup content makes it throw', () => {
  expect(
    readUptimeKuma(backup({ type: 'http', url: 5, headers: '{', accepted_statuscodes: 7, tags: 3, interval: 'x' }))
      ?.problems,
  ).toHaveLength(1);
  expect(readUptimeKuma(JSON.stringify({ monitorList: [null, 1] }))?.entries).toEqual([]);
});

const entryOfKuma = (given: object) => {
  const found = readUptimeKuma(backup({ id: 1, name: 'A', type: 'http', url: 'https://shop.test/', ...given }));
  return found?.entries[0] as { definition: object; tags: string[] } | undefined;
};

test.each<[name: string, given: object, definition: object]>([
  [
    'the usual method and no body',
    {},
    { method: 'GET', body: { type: 'none' }, assertions: [], followRedirects: true },
  ],
  ['a body of JSON', { method: 'POST', body: '{}' }, { method: 'POST', body: { type: 'json', content: '{}' } }],
  ['a body of XML', { body: '<a/>', httpBodyEncoding: 'xml' }, { body: { type: 'xml', content: '<a/>' } }],
  ['a number of redirects', { maxredirects: 3 }, { followRedirects: true, maxRedirects: 3 }],
  ['redirects that are text', { maxredirects: '' }, { maxRedirects: 10 }],
  [
    'several codes',
    { accepted_statuscodes: ['200-299', '404'] },
    { assertions: [{ kind: 'status', operator: 'in', expected: '2xx,404' }] },
  ],
  [
    'a range that is no hundred',
    { accepted_statuscodes: ['200-204'] },
    { assertions: [{ operator: 'in', expected: '200-204' }] },
  ],
  [
    'a word that is not there',
    { type: 'keyword', keyword: 'error', invertKeyword: true },
    { assertions: [{ operator: 'notContains', expected: 'error' }] },
  ],
  ['a word of another kind', { keyword: 'left from before' }, { assertions: [] }],
  ['no word', { type: 'keyword', keyword: '' }, { assertions: [] }],
  [
    'a path',
    { type: 'json-query', jsonPath: '$.a', expectedValue: '1' },
    { assertions: [{ kind: 'jsonPath', path: '$.a', operator: 'equals', expected: '1' }] },
  ],
  ['JSONata that is no path', { type: 'json-query', jsonPath: 'a.$.b' }, { assertions: [] }],
  ['a path of another kind', { jsonPath: '$.a' }, { assertions: [] }],
  [
    'credentials that are not used',
    { basic_auth_user: 'u', basic_auth_pass: 'p' },
    { authentication: { type: 'none' } },
  ],
  [
    'credentials without a password',
    { authMethod: 'basic', basic_auth_user: 'u' },
    { authentication: { type: 'none' } },
  ],
  ['headers that are no JSON', { headers: '{' }, { headers: [] }],
  [
    'a resolver at another port',
    { type: 'dns', hostname: 'a.test', dns_resolve_server: ' 1.1.1.1 , 8.8.8.8', port: 5353 },
    { recordType: 'A', resolver: '1.1.1.1:5353' },
  ],
  ['no resolver', { type: 'dns', hostname: 'a.test', port: 5353 }, { resolver: '' }],
  ['a WebSocket', { type: 'websocket-upgrade', url: 'wss://a.test/' }, { kind: 'websocket', url: 'wss://a.test/' }],
])('a backup with %s', (_, given, definition) => {
  expect(entryOfKuma(given)?.definition).toMatchObject(definition);
});

test('tags are plain, unique and limited in number', () => {
  const tags = ['  prod ', 'prod', '', 'x'.repeat(50), ...Array.from({ length: 30 }, (_, n) => `t${n}`)];
  const read = entryOfKuma({ tags: [null, { name: 5 }, ...tags.map((name) => ({ name }))] })?.tags;
  expect(read).toHaveLength(20);
  expect(read?.slice(0, 3)).toEqual(['prod', 'x'.repeat(40), 't0']);
  expect(entryOfKuma({})?.tags).toEqual([]);
});

test('an entry without a counterpart states its type', () => {
  expect(readUptimeKuma(backup({ name: 'Ping', type: 'ping' }))?.problems).toEqual([
    { place: 'Ping', reason: 'Monitors of the type "ping" have no counterpart here.' },
  ]);
});

test.each([
  ['  Get \n all   orders ', 'Get all orders'],
  [`${'x'.repeat(59)} yy`, 'x'.repeat(59)],
  ['x'.repeat(70), 'x'.repeat(60)],
  [' ', 'Imported'],
])('%j becomes the name %j', (text, name) => {
  expect(monitorName(text)).toBe(name);
});

const step = (given: object) =>
  entryOfStep({
    name: 'Order',
    group: 'Shop',
    method: 'GET',
    url: 'https://shop.test/orders/:id/{part}?a={{token}}',
    headers: [{ key: 'X-A', value: '1' }],
    queryParams: [],
    pathParams: [],
    body: { type: 'none' },
    authentication: { type: 'none' },
    assertions: [],
    settings: {},
    ...given,
  } as unknown as Parameters<typeof entryOfStep>[0]);

test.each<[pathParams: object[], url: string]>([
  [[], 'https://shop.test/orders/:id/{part}?a={{token}}'],
  [
    [
      { key: 'id', value: '7' },
      { key: 'part', value: 'lines' },
    ],
    'https://shop.test/orders/7/lines?a={{token}}',
  ],
  [
    [
      { key: 'id', value: '7', enabled: false },
      { key: 'part', value: '' },
    ],
    'https://shop.test/orders/:id/{part}?a={{token}}',
  ],
  [
    [
      { key: 'token', value: 'x' },
      { key: 'p.rt', value: 'x' },
    ],
    'https://shop.test/orders/:id/{part}?a={{token}}',
  ],
])('values of the path %j are filled in', (pathParams, url) => {
  expect(step({ pathParams })).toMatchObject({ name: 'Order', folder: 'Shop', definition: { kind: 'http', url } });
});

test('a request keeps its settings', () => {
  const settings = { followRedirects: false, maxRedirects: 2, verifyCertificate: false };
  expect(step({ settings })).toMatchObject({ definition: { ...settings, headers: [{ key: 'X-A', value: '1' }] } });
  expect(step({})).toMatchObject({ definition: { followRedirects: true, verifyCertificate: true } });
  const fault = step({ method: 'NO METHOD' });
  expect(isFault(fault) && fault).toEqual({ place: 'Order', reason: expect.stringMatching(/^method: ./) });
});

test.each([
  [{ kind: 'http', method: 'GET' }, true],
  [{ kind: 'http', method: 'HEAD' }, true],
  [{ kind: 'http', method: 'OPTIONS' }, true],
  [{ kind: 'http', method: 'DELETE' }, false],
  [{ kind: 'soap' }, false],
  [{ kind: 'tcp' }, true],
])('%j only reads: %s', (definition, expected) => {
  expect(isSafe(definition as Parameters<typeof isSafe>[0])).toBe(expected);
});
