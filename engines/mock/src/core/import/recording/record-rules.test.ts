import { expect, test } from 'vitest';
import { recordRules } from './record-rules.ts';

const none = { methods: [], paths: [], exceptPaths: [] };

test.each([
  ['nothing is said', none, 'GET', '/a/b', true],
  ['a method is named', { ...none, methods: ['get'] }, 'GET', '/a', true],
  ['another method is named', { ...none, methods: ['POST'] }, 'GET', '/a', false],
  ['a path is named whole', { ...none, paths: ['/a/b'] }, 'GET', '/a/b', true],
  ['slashes at the ends differ', { ...none, paths: ['a/b/'] }, 'GET', '/a/b', true],
  ['only the beginning of a path is named', { ...none, paths: ['/a'] }, 'GET', '/a/b', false],
  ['* stands for a segment', { ...none, paths: ['/a/*'] }, 'GET', '/a/b', true],
  ['* does not reach over a slash', { ...none, paths: ['/a/*'] }, 'GET', '/a/b/c', false],
  ['* stands within a segment', { ...none, paths: ['/v*/orders'] }, 'GET', '/v2/orders', true],
  ['* takes more after a mismatch', { ...none, paths: ['/*ab'] }, 'GET', '/aab', true],
  ['** stands for several segments', { ...none, paths: ['/a/**/z'] }, 'GET', '/a/b/c/z', true],
  ['** stands for no segment', { ...none, paths: ['/a/**/z'] }, 'GET', '/a/z', true],
  ['** ends a pattern', { ...none, paths: ['/a/**'] }, 'GET', '/a/b/c', true],
  ['one of several paths fits', { ...none, paths: ['/x', '/a'] }, 'GET', '/a', true],
  ['a path is left out', { ...none, exceptPaths: ['/health'] }, 'GET', '/health', false],
  ['a path is named and left out', { ...none, paths: ['/**'], exceptPaths: ['/a/*'] }, 'GET', '/a/b', false],
])('recorded calls: %s', (_, rules, method, path, isRecorded) => {
  expect(recordRules(rules)(method, path)).toBe(isRecorded);
});

test('many wildcards in a long path finish, where exhaustive backtracking would not', () => {
  const rules = recordRules({ ...none, paths: [`/${'*a'.repeat(200)}`] });
  expect(rules('GET', `/${'a'.repeat(5000)}b`)).toBe(false);
});
