import { describe, expect, test } from 'vitest';
import { readCookieCall, readReport, readScriptRequest } from './read-report.ts';
import { emptyOutcome } from './script-types.ts';

const read = (report: unknown) => readReport(JSON.stringify(report));
const nothing = {
  variables: emptyOutcome().variables,
  request: { headers: [] },
  nextRequest: undefined,
  skipRequest: false,
  error: undefined,
};

describe("a sandbox's report", () => {
  test.each([
    [{}],
    [null],
    [[]],
    ['text'],
    [7],
    [{ variables: 'x', request: [], nextRequest: 7, skipRequest: 'yes' }],
    [{ variables: { environment: null, other: { set: { a: '1' } } }, request: { headers: 'x', method: 1, url: {} } }],
    [{ variables: { local: { set: ['a'], unset: 'a', typed: 7 } } }],
  ])('%j means that it did nothing', (report) => {
    expect(read(report)).toEqual(nothing);
  });

  test.each([
    [{ nextRequest: 'Login' }, { nextRequest: 'Login' }],
    [{ nextRequest: null }, { nextRequest: null }],
    [{ skipRequest: true }, { skipRequest: true }],
    [{ returned: { a: [1] } }, { returned: { a: [1] } }],
    [{ returned: null }, { returned: null }],
    [{ error: {} }, { error: { code: 'SCRIPT_ERROR', message: '' } }],
    [
      { error: { message: 'Error: late', line: 3, code: 'INTERNAL' } },
      { error: { code: 'SCRIPT_ERROR', message: 'Error: late', line: 3 } },
    ],
    [{ error: { message: 'x'.repeat(2001), line: '3' } }, { error: { message: 'x'.repeat(2000) } }],
    [{ error: { message: 'InternalError: out of memory' } }, { error: { code: 'MEMORY_LIMIT' } }],
    [{ error: { message: 'Error: InternalError: string too long' } }, { error: { code: 'MEMORY_LIMIT' } }],
    [{ error: { message: 'out of memory' } }, { error: { code: 'SCRIPT_ERROR' } }],
    [{ request: { method: 'PUT', url: 'http://a' } }, { request: { method: 'PUT', url: 'http://a', headers: [] } }],
  ])('of %j only the valid parts are trusted', (report, wanted) => {
    expect(read(report)).toMatchObject(wanted);
  });

  test('an invalid line number is omitted, and so is a missing return value', () => {
    expect(read({ error: { message: 'x', line: '3' } }).error).toEqual({ code: 'SCRIPT_ERROR', message: 'x' });
    expect(read({})).not.toHaveProperty('returned');
  });

  test("variables are texts, besides typed values for those that aren't", () => {
    const globals = {
      set: { a: '1', b: 'text', c: 3 },
      unset: ['x', 7],
      typed: { a: 1, b: 'text', d: null },
    };
    expect(read({ variables: { globals } }).variables).toEqual({
      ...nothing.variables,
      globals: { set: { a: '1', b: 'text', c: '' }, unset: ['x', ''], typed: { a: 1, d: null } },
    });
  });

  test("at most 5,000 names are kept, and never the prototype's", () => {
    const many = Object.fromEntries(Array.from({ length: 5001 }, (_, index) => [`v${index}`, '1']));
    const { set, unset } = read({
      variables: { local: { set: many, unset: Object.keys(many) } },
    }).variables.local;
    expect([Object.keys(set).length, unset.length]).toEqual([5000, 5000]);
    const hostile = readReport(
      '{"variables":{"local":{"set":{"__proto__":"x","a":"1"},"typed":{"__proto__":{"b":1}}}}}',
    );
    expect(hostile.variables.local).toEqual({ set: { a: '1' }, unset: [] });
    expect(Object.getPrototypeOf(hostile.variables.local.set)).toBe(Object.prototype);
  });

  test('changed headers keep their order; an invalid operation counts as setting', () => {
    const headers = [
      { operation: 'add', key: 'A', value: '1' },
      { operation: 'remove', key: 'B' },
      { operation: 'upsert', key: 'C', value: '2' },
      { operation: 'destroy', key: 'D', value: 3 },
      null,
    ];
    expect(read({ request: { headers } }).request.headers).toEqual([
      { operation: 'add', key: 'A', value: '1' },
      { operation: 'remove', key: 'B', value: '' },
      { operation: 'upsert', key: 'C', value: '2' },
      { operation: 'upsert', key: 'D', value: '' },
      { operation: 'upsert', key: '', value: '' },
    ]);
  });

  test("text that isn't JSON is refused", () => {
    expect(() => readReport('{')).toThrow(SyntaxError);
  });
});

describe('a request by a script', () => {
  const pairs = [{ key: 'a', value: '1', other: 2 }, { key: 7 }, 'x'];
  const kept = [
    { key: 'a', value: '1' },
    { key: '', value: '' },
    { key: '', value: '' },
  ];
  test.each([
    [
      { mode: 'raw', raw: 'x', urlencoded: [] },
      { mode: 'raw', raw: 'x' },
    ],
    [{ mode: 'raw' }, { mode: 'raw', raw: '' }],
    [
      { mode: 'urlencoded', urlencoded: pairs },
      { mode: 'urlencoded', urlencoded: kept },
    ],
    [
      { mode: 'formdata', formdata: pairs },
      { mode: 'formdata', formdata: kept },
    ],
    [
      { mode: 'graphql', graphql: { query: '{ a }', variables: '{}' } },
      { mode: 'graphql', graphql: { query: '{ a }', variables: '{}' } },
    ],
    [{ mode: 'graphql' }, { mode: 'graphql', graphql: { query: '', variables: '' } }],
    [{ mode: 'file', path: '/etc/passwd' }, { mode: 'file' }],
    [{ mode: 'other', raw: 'x' }, { mode: 'none' }],
    [undefined, { mode: 'none' }],
  ])('keeps the known parts of the body %j: %j', (body, wanted) => {
    expect(readScriptRequest({ method: 'POST', url: 'http://a', headers: pairs, body })).toEqual({
      method: 'POST',
      url: 'http://a',
      headers: kept,
      body: wanted,
    });
    expect(read({ request: { body } }).request).toEqual({ headers: [], ...(body !== undefined && { body: wanted }) });
  });

  test('has an authentication only if it has a type', () => {
    const auth = { type: 'basic', basic: [] };
    expect(readScriptRequest({ auth })).toEqual({ method: '', url: '', headers: [], body: { mode: 'none' }, auth });
    expect(readScriptRequest({ auth: { type: 7 } })).not.toHaveProperty('auth');
    expect(readScriptRequest({ auth: 'basic' })).not.toHaveProperty('auth');
  });
});

describe("a script's call of the cookie jar", () => {
  const url = 'http://a';
  test.each([
    [
      { operation: 'get', url, name: 'n', cookie: {} },
      { operation: 'get', url, name: 'n' },
    ],
    [
      { operation: 'unset', url, name: 7 },
      { operation: 'unset', url, name: '' },
    ],
    [
      { operation: 'getAll', url, name: 'n' },
      { operation: 'getAll', url },
    ],
    [{ operation: 'clear' }, { operation: 'clear', url: '' }],
    [
      { operation: 'set', url, cookie: 'a=1; Path=/' },
      { operation: 'set', url, cookie: 'a=1; Path=/' },
    ],
    [{ operation: 'steal', url }, undefined],
    [undefined, undefined],
  ])('%j is %j', (call, wanted) => {
    expect(readCookieCall(call)).toEqual(wanted);
  });

  test.each([
    [
      { name: 'a', value: '1' },
      { name: 'a', value: '1' },
    ],
    [
      {
        name: 'a',
        value: '1',
        domain: 'a.test',
        path: '/x',
        expires: 'Fri, 02 Jan 2026 03:04:05 GMT',
        maxAge: 60,
        secure: true,
        httpOnly: true,
      },
      {
        name: 'a',
        value: '1',
        domain: 'a.test',
        path: '/x',
        expires: '2026-01-02T03:04:05.000Z',
        maxAge: 60,
        secure: true,
        httpOnly: true,
      },
    ],
    [
      { name: 7, domain: 7, path: null, expires: 'soon', maxAge: '60', secure: 'yes', httpOnly: 1, hostOnly: true },
      { name: '', value: '' },
    ],
  ])('reduces the cookie %j to %j', (cookie, wanted) => {
    expect(readCookieCall({ operation: 'set', url, cookie })).toEqual({ operation: 'set', url, cookie: wanted });
  });
});
