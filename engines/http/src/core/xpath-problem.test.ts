import { loadXPath, parseXml, queryXml, xpathProblem } from '@touchstone/engine-assert/core';
import { beforeAll, expect, test } from 'vitest';

beforeAll(loadXPath);

test.each([
  '//a',
  'count(//a) > 1',
  '//a[@x="]"]/text()',
  'for $x in //a return $x/b',
  'if (//a) then 1 else 2',
  '//a ! string(.)',
  'string-join(//a, ", ")',
  'a/'.repeat(500) + 'b',
])('an XPath: %s', (path) => {
  expect(xpathProblem(path)).toBeUndefined();
});

test.each([
  ['', 'The XPath ends too early.'],
  ['//a[', 'The XPath ends too early.'],
  ['//a[b = ]', 'The XPath cannot be read from character 9 on: ]'],
  ['//a/b)', 'The XPath cannot be read from character 6 on: )'],
  ['//a/b c', 'The XPath cannot be read from character 7 on: c'],
  ['//a[@x="1]', 'The XPath ends too early.'],
  ['for $x in //a\nreturn )', 'The XPath cannot be read from character 22 on: )'],
  ['#', 'The XPath cannot be read from character 1 on: #'],
  [`//a ${'é'.repeat(30)}`, `The XPath cannot be read from character 5 on: ${'é'.repeat(20)}…`],
  ['//a/namespace::*', 'The namespace axis is not supported. Use namespace-uri() instead.'],
])('not an XPath: %j', (path, problem) => {
  expect(xpathProblem(path)).toBe(problem);
});

test('the namespace axis is also reported on evaluation', () => {
  expect(() => queryXml('//a/namespace::x', parseXml('<a xmlns:x="urn:x"/>'))).toThrow(
    /namespace axis is not supported/,
  );
});

test('an element may be called namespace', () => {
  expect(queryXml('/r/namespace', parseXml('<r><namespace>1</namespace></r>'))).toEqual(['1']);
});
