import type { HttpAssertion, HttpDataHandler } from '@touchstone/engine-assert/core';
import type { KeyValue } from '@touchstone/engine-http/core';
import { describe, expect, test } from 'vitest';
import { writePostmanTests } from '../export/postman/postman-tests.ts';
import type { ImportedStep } from '../imported-collection.ts';
import { importPostman } from './import-postman.ts';

const withoutId = ({ id: _, ...step }: ImportedStep) => step;
const pair = (key: string, value: string, more: object = {}): KeyValue => ({ key, value, ...more });

function read(item: unknown[], more: object = {}) {
  const found = importPostman(JSON.stringify({ info: { name: 'C' }, item, ...more }));
  return {
    ...found,
    steps: found.steps.map(withoutId),
    reasons: found.problems.map(({ place, reason }) => `${place}: ${reason}`),
  };
}
const readOne = (item: object) => {
  const { steps, reasons } = read([{ name: 'R', request: 'http://h', ...item }]);
  expect(steps).toHaveLength(1);
  return { step: steps[0]!, reasons };
};

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
const long = 'x'.repeat(61);

describe('an item', () => {
  test.each<[item: object, step: object]>([
    [{}, {}],
    [{ request: { url: 'http://h', method: ' put ' } }, { method: 'put' }],
    [{ request: { url: 'http://h', method: ' ' } }, {}],
    [{ request: { url: 'http://h', method: 5 } }, {}],
    [{ name: undefined }, { name: 'GET /' }],
    [{ name: 5 }, { name: 'GET /' }],
    [{ name: long }, { name: `${'x'.repeat(59)}…`, documentation: { name: long } }],
    [{ description: 'of the entry' }, { description: 'of the entry' }],
    [
      { description: 'of the entry', request: { url: 'http://h', description: { content: 'own' } } },
      { description: 'own' },
    ],
    [{ request: { url: 'http://h', headers: 'A: b' } }, { headers: [pair('A', 'b')] }],
    [
      { request: { url: 'http://h', header: [{ key: 'C', value: 'd' }], headers: 'A: b' } },
      { headers: [pair('C', 'd')] },
    ],
    [
      {
        request: {
          url: 'http://h',
          header: [{ key: 'Content-Type', value: 'application/json' }],
          body: { mode: 'raw', raw: '{}' },
        },
      },
      { body: { type: 'json', content: '{}' } },
    ],
    [{ request: { url: 'http://h', proxy: { disabled: true }, certificate: {} } }, {}],
  ])('%j is read', (item, step) => {
    expect(readOne(item)).toStrictEqual({ step: { ...plain, ...step }, reasons: [] });
  });

  test.each<[request: object, reasons: string[]]>([
    [{ proxy: {} }, ['R: The proxy of the request was left out. Set it for the environment.']],
    [{ certificate: { name: 'a' } }, ['R: The client certificate was left out. Add it under Certificates.']],
    [{ proxy: true, certificate: [] }, []],
    [{ header: [5] }, ['R, headers: A row that is no object was left out.']],
  ])('reports what it leaves out from %j', (request, reasons) => {
    expect(readOne({ request: { url: 'http://h', ...request } })).toStrictEqual({ step: plain, reasons });
  });

  test('that is invalid is reported by position', () => {
    const { steps, reasons, folders } = read([
      5,
      { name: 'F', item: [{}, { name: 'null', request: null }] },
      { item: [{ name: 'in', request: 'http://h' }], description: 'why' },
    ]);
    expect(reasons).toStrictEqual([
      'entry 1: The entry is no object and was left out.',
      'F / entry 1: The entry has no request and was left out.',
      'F / null: The entry has no request and was left out.',
    ]);
    expect(steps).toStrictEqual([{ ...plain, name: 'in', group: 'Folder' }]);
    expect(folders).toStrictEqual([{ path: 'F' }, { path: 'Folder', description: 'why' }]);
  });

  test('is read down to 64 levels of folders', () => {
    let inner: unknown[] = [{ name: 'deepest', request: 'http://h' }];
    for (let depth = 65; depth > 0; depth -= 1)
      inner = [{ name: `f${depth}`, item: [{ name: `r${depth}`, request: 'http://h' }, ...inner] }];
    const { steps, problems } = read(inner);
    expect(steps.map(({ name }) => name).at(-1)).toBe('r64');
    expect(steps).toHaveLength(64);
    expect(problems).toStrictEqual([
      { place: expect.stringMatching(/ f65$/), reason: expect.stringContaining('nested deeper than 64 levels') },
    ]);
  });
});

describe('scripts', () => {
  const event = (listen: string, script: unknown, more: object = {}) => ({ listen, script, ...more });

  test.each<[events: unknown, step: object, reasons?: string[]]>([
    [undefined, {}],
    [[5, event('test', 'a()')], { testScript: 'a()' }],
    [[event('test', ['a()', 5])], { testScript: 'a()\n5' }],
    [[event('test', { exec: ['a()', 'b()'] })], { testScript: 'a()\nb()' }],
    [[event('prerequest', { exec: 'a()' })], { preRequestScript: 'a()' }],
    [[event('prerequest', { exec: 'a()', src: 'http://x' })], { preRequestScript: 'a()' }],
    [[event('test', 'a()', { disabled: true })], {}],
    [[event('test', ' \n'), event('other', ' ')], {}],
    [[event('other', 'a()')], {}, ['R: The script for other is not supported and was left out.']],
    [[event('test', { src: 'http://x' })], {}, ['R: A script that is kept in another place was not fetched.']],
    [[event('test', {})], {}],
  ])('with %j are read', (events, step, reasons = []) => {
    expect(readOne({ event: events })).toStrictEqual({ step: { ...plain, ...step }, reasons });
    expect(readOne({ events })).toStrictEqual({ step: { ...plain, ...step }, reasons });
  });

  test('that this product exported become assertions again, unless they were edited', () => {
    const assertions: HttpAssertion[] = [{ kind: 'status', operator: 'equals', expected: 200 }];
    const dataHandlers: HttpDataHandler[] = [{ name: 'a', source: 'jsonPath', path: '$.a' }];
    const written = writePostmanTests({ assertions, dataHandlers })!;
    expect(readOne({ event: [event('test', `${written}\nmore()`)] })).toStrictEqual({
      step: { ...plain, assertions, dataHandlers, testScript: 'more()' },
      reasons: [],
    });
    const edited = written.replace('200', '201');
    expect(readOne({ event: [event('test', edited)] })).toStrictEqual({
      step: { ...plain, testScript: edited },
      reasons: [expect.stringContaining('R: The exported assertions were edited as a script, so they stay one.')],
    });
  });
});

describe('settings', () => {
  test.each<[behavior: object, settings: object, reasons?: string[]]>([
    [
      { followRedirects: true, strictSSL: true },
      { followRedirects: true, verifyCertificate: true },
    ],
    [{ followRedirects: 'no', strictSSL: 0 }, {}],
    [
      { maxRedirects: 0, requestTimeout: 1 },
      { maxRedirects: 0, timeoutMs: 1 },
    ],
    [{ maxRedirects: -1, requestTimeout: 0 }, {}],
    [{ maxRedirects: 1.5, requestTimeout: '5' }, {}],
    [{ disableBodyPruning: true, removeRefererHeaderOnRedirect: true, disableUrlEncoding: true }, {}],
    [{ followOriginalHttpMethod: false, other: null, tlsDisabledProtocols: {} }, {}],
    [
      { followAuthorizationHeader: true, disabledSystemHeaders: { host: true }, tlsCipherSelection: [] },
      {},
      [
        'R: The setting followAuthorizationHeader is not supported and was left out.',
        'R: The setting disabledSystemHeaders is not supported and was left out.',
        'R: The setting tlsCipherSelection is not supported and was left out.',
      ],
    ],
  ])('with %j are read', (protocolProfileBehavior, settings, reasons = []) => {
    expect(readOne({ protocolProfileBehavior })).toStrictEqual({ step: { ...plain, settings }, reasons });
  });
});

test('settings of folders apply to their requests, nearest first', () => {
  const test = (exec: string) => [{ listen: 'test', script: { exec } }];
  const request = { name: 'R', request: 'http://h', event: test('c()') };
  const folder = {
    name: 'F',
    item: [request],
    auth: { type: 'bearer', bearer: { token: 'f' } },
    events: test('b()'),
    variables: [{ key: 'v', value: '2' }],
    protocolProfileBehavior: { maxRedirects: 2 },
  };
  const { steps, variables, reasons } = read([folder, { name: 'S', request: 'http://h' }], {
    auth: { type: 'basic', basic: { username: 'u', password: 'p' } },
    event: test('a()'),
    variable: [{ key: 'w', value: '1' }],
    protocolProfileBehavior: { maxRedirects: 1, strictSSL: false },
  });
  expect(steps[0]).toMatchObject({
    group: 'F',
    authentication: { type: 'bearer', token: 'f' },
    settings: { maxRedirects: 2, verifyCertificate: false },
  });
  expect(steps[0]?.testScript).toMatch(/a\(\)[\s\S]*b\(\)[\s\S]*c\(\)/);
  expect(steps[1]).toMatchObject({
    group: '',
    authentication: { type: 'basic', username: 'u', password: 'p' },
    settings: { maxRedirects: 1 },
    testScript: 'a()',
  });
  expect(variables.map(({ name, value }) => [name, value])).toStrictEqual([
    ['w', '1'],
    ['v', '2'],
  ]);
  expect(reasons).toStrictEqual([]);
});

describe('a saved response', () => {
  test.each<[response: object, example: object]>([
    [{}, { name: 'Example', status: 0, headers: [], body: '' }],
    [
      {
        name: ' Fine ',
        description: 'why',
        status: 'OK',
        code: 200,
        header: [{ key: 'A', value: 'b' }],
        headers: 'C: d',
        body: 'text',
        text: 'other',
      },
      { name: 'Fine', description: 'why', status: 200, statusText: 'OK', headers: [pair('A', 'b')], body: 'text' },
    ],
    [
      { responseCode: { code: 404, name: 'Not Found' }, headers: 'C: d', text: 'gone' },
      { name: 'Example', status: 404, statusText: 'Not Found', headers: [pair('C', 'd')], body: 'gone' },
    ],
    [
      { code: 'x', body: ['a', 1] },
      { name: 'Example', status: 0, headers: [], body: 'a\n1' },
    ],
    [{ originalRequest: {} }, { name: 'Example', status: 0, headers: [], body: '' }],
    [{ originalRequest: { url: 'http://h' } }, { name: 'Example', status: 0, headers: [], body: '' }],
    [{ originalRequest: 'http://h/other' }, { name: 'Example', status: 0, headers: [], body: '' }],
  ])('%j is an example', (response, example) => {
    expect(readOne({ response: [5, response] })).toStrictEqual({
      step: { ...plain, examples: [example] },
      reasons: [],
    });
  });

  test.each(['originalRequest', 'request'])('keeps its %s if that differs', (name) => {
    const body = { mode: 'stream' };
    const { step, reasons } = readOne({ response: [{ [name]: { url: 'http://h/a?b=c', method: 'PUT', body } }] });
    expect(step.examples?.[0]).toMatchObject({
      request: { method: 'PUT', url: 'http://h/a', queryParams: [pair('b', 'c')], body: { type: 'none' } },
    });
    expect(reasons).toStrictEqual([]);
  });
});
