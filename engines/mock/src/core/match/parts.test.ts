import { loadXPath } from '@touchstone/engine-assert/core';
import { beforeAll, describe, expect, test } from 'vitest';
import { mockRequest } from '../../testing/request.ts';
import { MockEngine } from '../engine/mock-engine.ts';
import { recordRules } from '../import/recording/record-rules.ts';

beforeAll(loadXPath);

function isMatch(request: object, body: string, headers: Record<string, string> = {}): boolean {
  const engine = new MockEngine();
  expect(engine.put({ request: { method: 'ANY', ...request }, response: {} }).problems).toEqual([]);
  return engine.serve(mockRequest({ method: 'POST', body, headers })).by === 'stub';
}

const part = (name: string, text: string, more = '') =>
  `--x\r\nContent-Disposition: form-data; name="${name}"${more}\r\nX-Kind: ${name}-kind\r\n\r\n${text}\r\n`;
const form = `${part('user', 'ada')}${part('photo', 'bytes', '; filename="a.png"')}--x--\r\n`;
const isForm = { 'Content-Type': 'multipart/form-data; boundary=x' };

describe('parts of a form', () => {
  test.each<[pattern: object, expected: boolean]>([
    [{ name: 'user' }, true],
    [{ name: 'other' }, false],
    [{ name: 'user', bodyPatterns: [{ equalTo: 'ada' }] }, true],
    [{ name: 'photo', bodyPatterns: [{ equalTo: 'ada' }] }, false],
    [{ bodyPatterns: [{ contains: 'd' }, { contains: 'a' }] }, true],
    [{ bodyPatterns: [{ contains: 'd' }, { contains: 'z' }] }, false],
    [{ headers: { 'x-kind': { equalTo: 'photo-kind' } } }, true],
    [{ name: 'user', headers: { 'X-Kind': { equalTo: 'photo-kind' } } }, false],
    [{ fileName: { equalTo: 'a.png' } }, true],
    [{ name: 'user', fileName: { equalTo: 'a.png' } }, false],
    [{ name: 'user', fileName: { absent: true } }, true],
    [{ matchingType: 'ALL', headers: { 'X-Kind': { contains: '-kind' } } }, true],
    [{ matchingType: 'ALL', bodyPatterns: [{ equalTo: 'ada' }] }, false],
  ])('%j match: %s', (pattern, expected) => {
    expect(isMatch({ multipartPatterns: [pattern] }, form, isForm)).toBe(expected);
  });

  test('a body that is not a form has none', () => {
    expect(isMatch({ multipartPatterns: [{ matchingType: 'ALL' }] }, 'ada')).toBe(false);
  });
});

describe('XML', () => {
  const shown = (expected: string, more: object = {}) => ({
    bodyPatterns: [{ equalToXml: expected, enablePlaceholders: true, ...more }],
  });
  test.each<[expected: string, actual: string, isSame: boolean, more?: object]>([
    ['<a><b>1</b></a>', '<a>\n <b>1</b>\n</a>', true],
    ['<a><b>1</b></a>', '<a><b>2</b></a>', false],
    ['<a x="1" y="2"/>', '<a y="2" x="1"/>', true],
    ['<a x="1"/>', '<a/>', false],
    ['<a><b/><c/></a>', '<a><b/></a>', false],
    ['<a/>', '<a>x</a>', false, { exemptedComparisons: ['CHILD_LOOKUP'] }],
    ['<a/>', '<a>x</a>', true, { exemptedComparisons: ['CHILD_LOOKUP', 'CHILD_NODELIST_LENGTH'] }],
    ['<a>x</a>', '<a/>', false, { exemptedComparisons: ['TEXT_VALUE'] }],
    ['<a>${xmlunit.ignore}</a>', '<a>anything</a>', true],
    ['<a>${xmlunit.isNumber}</a>', '<a> -1.5e3 </a>', true],
    ['<a>${xmlunit.isNumber}</a>', '<a>1e-5</a>', true],
    ['<a>${xmlunit.isNumber}</a>', '<a>+.5E+07</a>', true],
    ['<a>${xmlunit.isNumber}</a>', '<a>1e</a>', false],
    ['<a>${xmlunit.isNumber}</a>', '<a>1.5x</a>', false],
    ['<a>${xmlunit.isDateTime}</a>', '<a>2026-05-01T00:00:00Z</a>', true],
    ['<a>${xmlunit.isDateTime}</a>', '<a>soon</a>', false],
    ['<a>${xmlunit.matchesRegex([a-c]+)}</a>', '<a>abc</a>', true],
    ['<a>${xmlunit.matchesRegex([a-c]+)}</a>', '<a>abcd</a>', false],
    ['<a>${xmlunit.ignore}</a>', '<a>x</a>', false, { enablePlaceholders: false }],
    [
      '<a>[xmlunit.ignore]</a>',
      '<a>x</a>',
      true,
      { placeholderOpeningDelimiterRegex: '\\[', placeholderClosingDelimiterRegex: '\\]' },
    ],
    ['<n:a xmlns:n="urn:1"/>', '<m:a xmlns:m="urn:1"/>', true],
    ['<n:a xmlns:n="urn:1"/>', '<n:a xmlns:n="urn:2"/>', false],
    ['<n:a xmlns:n="urn:1"/>', '<a/>', true, { namespaceAwareness: 'NONE' }],
  ])('%s equals %s: %s', (expected, actual, isSame, more) => {
    expect(isMatch(shown(expected, more), actual)).toBe(isSame);
  });
});

test.each<[rules: object, method: string, path: string, expected: boolean]>([
  [{}, 'GET', '/a', true],
  [{ methods: ['get'] }, 'GET', '/a', true],
  [{ methods: ['get'] }, 'POST', '/a', false],
  [{ paths: ['/a/*'] }, 'GET', '/a/b', true],
  [{ paths: ['/a/*'] }, 'GET', '/a/b/c', false],
  [{ paths: ['/a/*'] }, 'GET', '/a', false],
  [{ paths: ['/a/**'] }, 'GET', '/a', true],
  [{ paths: ['/a/**'] }, 'GET', '/a/b/c/', true],
  [{ paths: ['/**/c'] }, 'GET', '/a/b/c', true],
  [{ paths: ['/**/c'] }, 'GET', '/a/b/c/d', false],
  [{ paths: ['/**/b/**/d'] }, 'GET', '/a/b/b/c/d', true],
  [{ paths: ['/v*/x*z'] }, 'GET', '/v1/xyz', true],
  [{ paths: ['/v*/x*z'] }, 'GET', '/v1/xyzw', false],
  [{ paths: ['/b', '/a'] }, 'GET', '/a', true],
  [{ paths: ['/a/**'], exceptPaths: ['/a/secret'] }, 'GET', '/a/secret', false],
  [{ exceptPaths: ['/a'] }, 'GET', '/b', true],
])('with the rules %j %s %s is recorded: %s', (rules, method, path, expected) => {
  expect(recordRules({ methods: [], paths: [], exceptPaths: [], ...rules })(method, path)).toBe(expected);
});
