import { expect, test } from 'vitest';
import type { ImportedCollection, ImportedStep } from '../imported-collection.ts';
import { newStep } from '../step-parts.ts';
import type { ExportSource } from './export-source.ts';
import { lossesOf } from './losses.ts';

const stepOf = (name: string, more: Partial<ImportedStep> = {}) =>
  newStep({ name, method: 'GET', url: 'https://a.test/orders', ...more });
const compared = (
  before: ImportedStep[],
  after: ImportedStep[],
  source: Partial<ExportSource> = {},
  read: Partial<ImportedCollection> = {},
) =>
  lossesOf(
    { title: '', steps: before, ...source },
    { title: '', servers: [], steps: after, variables: [], environments: [], problems: [], ...read },
  );
const example = { name: 'Found', status: 200, headers: [], body: '{}' };
const script = (text: string) => ({ testScript: text });

test.each<[string, ImportedStep[], ImportedStep[], object[]]>([
  ['nothing', [stepOf('a'), stepOf('b')], [stepOf('a'), stepOf('b')], []],
  [
    'a request: the others are known by name and folder',
    [stepOf('a', script('1')), stepOf('b', { ...script('2'), group: 'X' }), stepOf('b', script('3'))],
    [stepOf('b', script('3')), stepOf('b', { ...script('2'), group: 'X' })],
    [{ what: 'requests', count: 1 }],
  ],
  [
    'nothing but the order of requests with other methods',
    [stepOf('a', { method: 'post', ...script('1') }), stepOf('b', script('2'))],
    [stepOf('b', script('2')), stepOf('a', { method: 'POST', ...script('1') })],
    [],
  ],
  [
    'names, where requests are known by their place',
    [stepOf('a'), stepOf('b', { method: 'post' })],
    [stepOf('x'), stepOf('y', { method: 'POST' })],
    [{ what: 'names of requests', count: 2 }],
  ],
  [
    'a name, where a request is known by its address',
    [stepOf('a'), stepOf('b', { url: 'https://a.test/items/{id}' })],
    [stepOf('c', { url: 'https://a.test/items/{id}' })],
    [
      { what: 'requests', count: 1 },
      { what: 'names of requests', count: 1 },
    ],
  ],
])('what is lost: %s', (_name, before, after, losses) => {
  expect(compared(before, after)).toEqual(losses);
});

const row = (key: string, value: string) => ({ key, value });
const handler = { name: 'id', source: 'body', path: '$.id' } as unknown as ImportedStep['dataHandlers'][number];
const check = (more: object) => ({ kind: 'status', operator: 'equals', expected: '200', ...more }) as never;
const grant = {
  type: 'oauth2Grant',
  grant: 'clientCredentials',
  tokenUrl: 'https://a.test/token',
  clientId: 'me',
} as unknown as ImportedStep['authentication'] & { type: 'oauth2Grant' };

/** Each part, once lost, and once in an equivalent form, which is not a loss. */
test.each<[what: string, before: Partial<ImportedStep>, lost: Partial<ImportedStep>, kept?: Partial<ImportedStep>]>([
  ['folders of requests', { group: 'A' }, { group: 'B' }],
  ['folders of requests', { group: 'A' }, {}],
  ['descriptions of requests', { description: 'a' }, { description: 'b' }],
  ['descriptions of requests', { description: 'a' }, {}],
  ['addresses', { url: 'https://a.test/x' }, { url: 'https://a.test/y' }, { url: 'https://a.test/x/' }],
  [
    'addresses',
    { url: 'https://a.test/{id}', pathParams: [row('id', '7')] },
    { url: 'https://a.test/{id}', pathParams: [row('id', '8')] },
    { url: 'https://a.test/:id?x=1', pathParams: [row('id', '7')] },
  ],
  [
    'query parameters',
    { queryParams: [row('a', '1'), row('', '')] },
    { queryParams: [row('a', '2')] },
    { queryParams: [row('b', '2'), row('a', '1')] },
  ],
  ['query parameters', { queryParams: [row('', '1')] }, {}],
  ['query parameters', { queryParams: [row('a', '')] }, {}],
  [
    'descriptions of path parameters',
    { pathParams: [{ ...row('id', '7'), description: 'number' }] },
    { pathParams: [row('id', '7')] },
    { pathParams: [row('x', '1'), { ...row('id', '7'), description: 'number' }] },
  ],
  [
    'headers',
    { headers: [row('X-A', '1'), row('', '')] },
    { headers: [row('X-A', '2')] },
    { headers: [row('x-a', '1'), row('b', '2')] },
  ],
  [
    'bodies',
    { body: { type: 'binary', fileId: 'a', contentType: 'image/png' } },
    { body: { type: 'binary', fileId: 'a' } },
    { body: { type: 'binary', fileId: 'b', contentType: 'image/png' } },
  ],
  [
    'bodies',
    { body: { type: 'urlencoded', fields: [row('a', '1'), row('', '')] } },
    { body: { type: 'urlencoded', fields: [row('a', '2')] } },
    { body: { type: 'urlencoded', fields: [row('a', '1')] } },
  ],
  [
    'bodies',
    { body: { type: 'form', fields: [{ key: 'f', value: '', kind: 'file', fileName: 'a.png', fileId: '1' }] } },
    { body: { type: 'form', fields: [{ key: 'f', value: '', kind: 'file', fileName: 'b.png' }] } },
    { body: { type: 'form', fields: [{ key: 'f', value: '', kind: 'file', fileName: 'a.png' }] } },
  ],
  ['bodies', { body: { type: 'json', content: '1' } }, { body: { type: 'text', content: '1' } }],
  [
    'credentials',
    { authentication: { type: 'bearer', token: 'a' } },
    { authentication: { type: 'bearer', token: 'b' } },
  ],
  ['credentials', { authentication: { type: 'bearer', token: 'a' } }, {}],
  [
    'credentials',
    { authentication: { ...grant, clientAuthentication: 'header' } },
    { authentication: { ...grant, clientAuthentication: 'body' } },
    { authentication: grant },
  ],
  [
    'credentials',
    { authentication: { type: 'ntlm', username: 'me', password: 'p', domain: 'SHOP' } },
    { authentication: { type: 'ntlm', username: 'me', password: 'p' } },
    { authentication: { type: 'ntlm', username: 'SHOP\\me', password: 'p' } },
  ],
  [
    'assertions',
    { assertions: [check({})] },
    { assertions: [check({ expected: '201' })] },
    { assertions: [check({ operator: 'exists' }), check({ operator: 'in', expected: [200] })] },
  ],
  [
    'assertions',
    { assertions: [check({ operator: 'in', expected: ['2XX', 404] })] },
    { assertions: [check({ operator: 'in', expected: ['2XX'] })] },
    { assertions: [check({ operator: 'in', expected: '2xx, 404' })] },
  ],
  ['assertions', { assertions: [check({ operator: 'less' })] }, { assertions: [check({ operator: 'in' })] }],
  [
    'assertions',
    { assertions: [check({ kind: 'header' })] },
    { assertions: [check({ kind: 'header', operator: 'in' })] },
  ],
  ['data handlers', { dataHandlers: [handler] }, { dataHandlers: [{ ...handler, name: 'other' }] }],
  ['pre-request scripts', { preRequestScript: 'a' }, {}],
  ['pre-request scripts', {}, { preRequestScript: 'a' }],
  ['test scripts', { testScript: 'a' }, { testScript: 'b' }, { testScript: 'a' }],
  ['conditions', { condition: { when: 'x' } as never }, {}],
  [
    'settings',
    { settings: { timeoutMs: 5, followRedirects: true } },
    { settings: { timeoutMs: 6 } },
    { settings: { timeoutMs: 5, maxRedirects: 3 } },
  ],
  ['settings', { settings: { timeoutMs: 30_000, maxRedirects: 9 } }, {}, { settings: { maxRedirects: 9 } }],
  ['settings', { settings: { verifyCertificate: false } }, {}],
  [
    'saved examples',
    { examples: [example] },
    { examples: [{ ...example, body: '[]' }] },
    { examples: [{ ...example, status: 404 }, example] },
  ],
  ['saved examples', { examples: [example] }, {}],
  [
    'documentation',
    { documentation: { tags: ['a'] } as never },
    {},
    { documentation: { tags: ['a'], deprecated: true } as never },
  ],
])('%s are lost: %j', (what, before, lost, kept) => {
  const source = [stepOf('a', before)];
  expect(compared(source, [stepOf('a', lost)])).toEqual([{ what, count: 1 }]);
  expect(compared(source, source)).toEqual([]);
  if (kept) expect(compared(source, [stepOf('a', kept)])).toEqual([]);
});

test('additions are not losses', () => {
  const more: Partial<ImportedStep> = {
    group: 'A',
    description: 'a',
    headers: [row('a', '1')],
    queryParams: [row('a', '1')],
    authentication: { type: 'bearer', token: 'a' },
    assertions: [check({})],
    settings: { timeoutMs: 5 },
    examples: [example],
    documentation: { tags: ['a'] } as never,
  };
  expect(compared([stepOf('a')], [stepOf('a', more)])).toEqual([]);
});

test('the parts of a collection', () => {
  const variables = [row('a', '1'), row('b', '2')].map(({ key, value }) => ({ name: key, value }));
  const source: Partial<ExportSource> = {
    description: 'All orders',
    folders: [{ path: 'A' }, { path: 'B' }] as never,
    variables: variables as never,
  };
  expect(compared([], [], source)).toEqual([
    { what: 'collection description', count: 1 },
    { what: 'folders', count: 2 },
    { what: 'variables', count: 2 },
  ]);
  const some = {
    description: 'All orders',
    folders: [{ path: 'B' }],
    variables: [{ name: 'a', value: '2' }, variables[1]],
  };
  expect(compared([], [], source, some as never)).toEqual([
    { what: 'folders', count: 1 },
    { what: 'variables', count: 1 },
  ]);
  expect(compared([], [], source, source as never)).toEqual([]);
  expect(compared([], [], { description: '' }, { description: 'x' })).toEqual([]);
});

test.each<[string, Partial<ExportSource>, Partial<ImportedCollection>, string]>([
  [
    'the variable',
    { variables: [{ name: 'baseUrl', value: 'https://a.test/v1/' }] as never },
    {},
    'https://a.test/v1/x',
  ],
  ['the server', { servers: ['https://a.test/v1'] }, {}, 'https://a.test/v1/x'],
  ['no value', {}, {}, '{{baseUrl}}/x'],
])('a base address is resolved: %s', (_name, source, read, url) => {
  const isKept = (address: string) =>
    compared([stepOf('a', { url: '{{baseUrl}}/x' })], [stepOf('a', { url: address })], source, {
      variables: (source.variables ?? []) as never,
      ...read,
    }).length === 0;
  expect([isKept(url), isKept('https://b.test/x'), isKept(`${url}/y`)]).toEqual([true, false, false]);
});
