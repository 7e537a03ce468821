import type { KeyValue } from '@touchstone/engine-http/core';
import { describe, expect, test } from 'vitest';
import { withoutId } from '../../testing/sent-request.ts';
import { importPostman } from './import-postman.ts';

const pair = (key: string, value: string, more: object = {}): KeyValue => ({ key, value, ...more });
const off = { enabled: false };

function read(document: object) {
  const found = importPostman(JSON.stringify({ id: 'c', name: 'C', ...document }));
  return {
    ...found,
    steps: found.steps.map(withoutId),
    placed: found.steps.map(({ group, name }) => [group, name]),
    reasons: found.problems.map(({ place, reason }) => `${place}: ${reason}`),
  };
}
function readOne(request: object) {
  const { steps, reasons } = read({ requests: [{ id: 'r', name: 'R', url: 'http://h', ...request }] });
  return { step: steps[0]!, reasons };
}
const request = (id: string, more: object = {}) => ({ id, name: id, url: 'http://h', ...more });
const folder = (id: string, more: object = {}) => ({ id, name: id, ...more });

const plain = {
  name: 'R',
  group: '',
  method: 'GET',
  url: 'http://h',
  headers: [],
  queryParams: [],
  pathParams: [],
  body: { type: 'none' },
  authentication: { type: 'none' },
  assertions: [],
  dataHandlers: [],
  settings: {},
};

describe('the lists of ids', () => {
  test('determine the order; unlisted items come last', () => {
    const { placed, folders, reasons } = read({
      order: ['r2', 'r1', 'r2'],
      folders_order: ['f2', 'gone'],
      folders: [folder('f1', { order: ['r3'] }), folder('f2', { order: ['r4'], description: 'why' }), 5],
      requests: [null, ...['r1', 'r2', 'r3', 'r4', 'r5'].map((id) => request(id))],
    });
    expect(placed).toStrictEqual([
      ['f2', 'r4'],
      ['', 'r2'],
      ['', 'r1'],
      ['f1', 'r3'],
      ['', 'r5'],
    ]);
    expect(folders).toStrictEqual([{ path: 'f2', description: 'why' }, { path: 'f1' }]);
    expect(reasons).toStrictEqual([]);
  });

  test('are not needed if each item names its folder', () => {
    const { placed } = read({
      folders: [folder('f1'), folder('f2', { folder: 'f1' }), folder('f3', { folder_id: 'f2' }), folder('f4')],
      requests: [
        request('r1', { folder: 'f3' }),
        request('r2', { folder: 'f2' }),
        request('r3', { folder: 'c' }),
        request('r4'),
      ],
    });
    expect(placed).toStrictEqual([
      ['', 'r3'],
      ['f1 / f2 / f3', 'r1'],
      ['f1 / f2', 'r2'],
      ['', 'r4'],
    ]);
  });

  test('ignore items without an id', () => {
    const { placed, folders } = read({
      folders: [{ name: 'nameless id' }, folder('f'), { order: ['r2'] }],
      requests: [{ name: 'a', url: 'http://h' }, { name: 'b', url: 'http://h' }, request('r2')],
    });
    expect(placed).toStrictEqual([
      ['Folder', 'r2'],
      ['', 'a'],
      ['', 'b'],
    ]);
    expect(folders?.map(({ path }) => path)).toStrictEqual(['nameless id', 'f', 'Folder']);
  });

  test('that name missing items are reported, and cycles end', () => {
    const { placed, reasons } = read({
      order: ['gone'],
      folders_order: ['f1'],
      folders: [folder('f1', { order: ['r', 'lost'], folders_order: ['f2'] }), folder('f2', { folders_order: ['f1'] })],
      requests: [request('r')],
    });
    expect(placed).toStrictEqual([['f1', 'r']]);
    expect(reasons).toStrictEqual([
      'f1: The order names a request that the document does not hold.',
      'collection: The order names a request that the document does not hold.',
    ]);
  });

  test('are read down to 64 levels of folders', () => {
    const folders = Array.from({ length: 66 }, (_, at) =>
      folder(`f${at}`, { order: [`r${at}`], folders_order: [`f${at + 1}`] }),
    );
    const { placed, reasons } = read({
      folders_order: ['f0'],
      folders,
      requests: folders.map((_, at) => request(`r${at}`)),
    });
    expect(reasons).toStrictEqual(['f64: Folders are nested deeper than 64 levels.']);
    expect(placed.filter(([group]) => group?.startsWith('f0'))).toHaveLength(64);
  });
});

test('folders and the collection pass on their settings', () => {
  const { steps, variables } = read({
    auth: { type: 'bearer', bearer: [{ key: 'token', value: 't' }] },
    variables: [{ key: 'v', value: '1' }],
    preRequestScript: 'a()',
    tests: 'x()',
    protocolProfileBehavior: { maxRedirects: 1, strictSSL: false },
    folders: [
      folder('f', {
        order: ['r'],
        events: [{ listen: 'prerequest', script: { exec: ['b()'] } }],
        preRequestScript: 'ignored()',
        tests: 'ignored()',
        protocolProfileBehavior: { maxRedirects: 2 },
      }),
    ],
    requests: [request('r', { preRequestScript: 'c()', tests: 'y()', events: [] }), request('s')],
  });
  expect(variables).toStrictEqual([{ name: 'v', value: '1', isSecret: false }]);
  expect(steps[0]).toMatchObject({
    authentication: { type: 'bearer', token: 't' },
    settings: { maxRedirects: 2, verifyCertificate: false },
  });
  expect(steps[0]?.preRequestScript).toMatch(/a\(\)[\s\S]*b\(\)[\s\S]*c\(\)/);
  expect(steps[0]?.testScript).toMatch(/x\(\)[\s\S]*y\(\)/);
  expect(JSON.stringify(steps)).not.toContain('ignored');
  expect(steps[1]).toMatchObject({ preRequestScript: 'a()', testScript: 'x()', settings: { maxRedirects: 1 } });
  expect(read({ variable: [{ key: 'v', value: '1' }], requests: [] }).variables).toHaveLength(1);
});

describe('a request', () => {
  test.each<[request: object, step: object]>([
    [{}, {}],
    [
      { name: undefined, method: ' post ' },
      { name: 'post /', method: 'post' },
    ],
    [{ name: 'x'.repeat(61) }, { name: `${'x'.repeat(59)}…`, documentation: { name: 'x'.repeat(61) } }],
    [{ description: 'why' }, { description: 'why' }],
    [{ headers: 'A: 1\n//B: 2' }, { headers: [pair('A', '1'), pair('B', '2', off)] }],
    [{ headers: { A: 1 } }, { headers: [pair('A', '1')] }],
    [{ headers: 'A: 1', headerData: [{ key: 'B', value: '2' }] }, { headers: [pair('B', '2')] }],
    [{ headers: 'A: 1', headerData: null }, { headers: [pair('A', '1')] }],
    [{ pathVariables: { a: 1 } }, { pathParams: [pair('a', '1')] }],
    [
      { pathVariables: { a: 1 }, pathVariableData: [null, { key: 'b', value: 2, description: 'why' }] },
      { pathParams: [pair('b', '2', { description: 'why' })] },
    ],
    [
      { url: 'http://h?a=1', queryParams: [{ key: 'a', value: '1', description: 'why' }, 5] },
      { queryParams: [pair('a', '1', { description: 'why' })] },
    ],
    [
      {
        url: 'http://h?a=1',
        queryParams: [
          { key: 'b', value: '2', enabled: false },
          { key: 'a', value: '1', enabled: true },
          { key: 'c', value: '3', disabled: true },
        ],
      },
      { queryParams: [pair('b', '2', off), pair('a', '1'), pair('c', '3', off)] },
    ],
    [
      {
        url: 'http://h?a=1',
        queryParams: [
          { key: 'x', value: 'y' },
          { key: 'b', value: '2', enabled: false },
        ],
      },
      { queryParams: [pair('a', '1'), pair('b', '2', off)] },
    ],
    [
      { url: 'http://h?a', queryParams: [{ key: 'b', value: '2', enabled: false }] },
      { url: 'http://h?a', queryParams: [pair('b', '2', off)] },
    ],
    [{ url: 'http://h?a=1', queryParams: [] }, { queryParams: [pair('a', '1')] }],
    [
      { responses: [{ name: 'E', responseCode: { code: 200, name: 'OK' }, request: { url: 'http://h/b' } }] },
      {
        examples: [
          {
            name: 'E',
            status: 200,
            statusText: 'OK',
            headers: [],
            body: '',
            request: {
              method: 'GET',
              url: 'http://h/b',
              queryParams: [],
              pathParams: [],
              headers: [],
              body: { type: 'none' },
            },
          },
        ],
      },
    ],
    [
      { responses: [{ request: { url: 'http://h' } }] },
      { examples: [{ name: 'Example', status: 0, headers: [], body: '' }] },
    ],
  ])('%j is read', (given, step) => {
    expect(readOne(given)).toStrictEqual({ step: { ...plain, ...step }, reasons: [] });
  });

  test('is reported if its rows or its scripts are not read', () => {
    const listen = [{ listen: 'else', script: { exec: 'a()' } }];
    expect(readOne({ headerData: [5], events: listen }).reasons).toStrictEqual([
      'R: The script for else is not supported and was left out.',
      'R, headers: A row that is no object was left out.',
    ]);
    const named = read({ folders: [folder('f', { order: ['r'] })], requests: [{ id: 'r', headers: [5] }] });
    expect(named.reasons).toStrictEqual(['f / request, headers: A row that is no object was left out.']);
  });
});

describe('the body', () => {
  const json = { raw: { language: 'json' } };
  test.each<[request: object, step: object]>([
    [{ dataMode: 'raw', rawModeData: 'a', data: 'b' }, { body: { type: 'text', content: 'a' } }],
    [{ dataMode: 'raw', data: 'b' }, { body: { type: 'text', content: 'b' } }],
    [{ dataMode: 'raw', rawModeData: ['a', 1] }, { body: { type: 'text', content: 'a\n1' } }],
    [{ dataMode: 'raw', rawModeData: '{}', dataOptions: json }, { body: { type: 'json', content: '{}' } }],
    [{ dataMode: 'raw', rawModeData: [] }, {}],
    [{ dataMode: 'raw', rawModeData: 'a', dataDisabled: true }, {}],
    [
      { dataMode: 'urlencoded', data: [{ key: 'a', value: 'b', enabled: false }] },
      { body: { type: 'urlencoded', fields: [pair('a', 'b', off)] } },
    ],
    [{ dataMode: 'params', data: [] }, {}],
    [{ dataMode: 'params', data: null }, {}],
    [
      { dataMode: 'params', data: [{ key: 'a', value: 'b' }], headers: 'A: 1\nContent-Type: multipart/form-data' },
      { headers: [pair('A', '1')], body: { type: 'form', fields: [pair('a', 'b', { kind: 'text' })] } },
    ],
    [
      { dataMode: 'graphql', graphqlModeData: { query: '{a}', variables: '{}' } },
      { body: { type: 'graphql', query: '{a}', variables: '{}' } },
    ],
    [{ rawModeData: '{}', dataOptions: json }, { body: { type: 'json', content: '{}' } }],
    [{ dataMode: null, rawModeData: ['a'] }, {}],
    [
      { dataMode: 'raw', rawModeData: '{}', headers: 'Content-Type: application/json' },
      { body: { type: 'json', content: '{}' } },
    ],
  ])('%j is read', (given, step) => {
    expect(readOne(given)).toStrictEqual({ step: { ...plain, ...step }, reasons: [] });
  });

  test('that is a file has to be selected', () => {
    expect(readOne({ dataMode: 'binary', rawModeData: '/x/a' })).toStrictEqual({
      step: { ...plain, body: { type: 'binary', fileId: '' } },
      reasons: ['R, body: The body is a file. Choose it again.'],
    });
  });

  test('reports invalid rows', () => {
    expect(readOne({ dataMode: 'urlencoded', data: [5] }).reasons).toStrictEqual([
      'R, body: A row that is no object was left out.',
    ]);
  });
});
