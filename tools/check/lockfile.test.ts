import { expect, test } from 'vitest';
import { findLockfileProblems, withoutNewerEngines } from './lockfile.ts';

const lock = (packages: Record<string, object>) => JSON.stringify({ packages });

test.each([
  [
    'an optional package beside its dependant',
    lock({
      'node_modules/a': { optionalDependencies: { 'a-linux': '1' } },
      'node_modules/a/node_modules/a-linux': {},
    }),
  ],
  [
    'an optional package at the top',
    lock({
      'node_modules/@s/a/node_modules/b': { optionalDependencies: { '@s/c': '1' } },
      'node_modules/@s/c': {},
    }),
  ],
  [
    'an optional package of a workspace',
    lock({
      'apps/server': { optionalDependencies: { c: '1' } },
      'apps/server/node_modules/c': {},
    }),
  ],
  ['a linked workspace', lock({ 'node_modules/@t/a': { resolved: 'apps/a', link: true } })],
])('accepts %s', (_, text) => {
  expect(findLockfileProblems(text)).toEqual([]);
});

test('reports an optional package without an entry', () => {
  const text = lock({ 'node_modules/a': { optionalDependencies: { 'a-darwin': '1' } }, 'node_modules/b': {} });
  expect(findLockfileProblems(text)).toEqual([expect.stringContaining('node_modules/a names a-darwin')]);
});

test('reports a package locked to the address of a registry', () => {
  const text = lock({ 'node_modules/a': { resolved: 'https://packages.example.org/a-1.tgz' } });
  expect(findLockfileProblems(text)).toEqual([
    expect.stringContaining('node_modules/a is locked to the address of a registry'),
  ]);
});

test('reports a workspace whose folder is not in the lock file', () => {
  const text = lock({ 'node_modules/@t/a': { link: true } });
  expect(findLockfileProblems(text)).toEqual([expect.stringContaining('node_modules/@t/a is a workspace without')]);
});

test.each([
  ['>=22.12.0', true],
  ['^22.12.0 || ^24.0.0 || >=26.0.0', true],
  ['^18 || >=22', true],
  ['>=20', false],
  ['^18.18.0 || ^20.9.0 || >=21.1.0', false],
  ['>= 0.4', false],
  ['6.* || 8.* || >= 10.*', false],
  ['*', false],
])('npm warns of a package for Node %s under Node 20: %s, until its engines are left out', (node, isNamed) => {
  const text = lock({ 'node_modules/a': { engines: { node } } });
  const named = [expect.stringContaining(`node_modules/a needs Node ${node}`)];
  expect(findLockfileProblems(text)).toEqual(isNamed ? named : []);
  const kept = JSON.parse(withoutNewerEngines(text)).packages['node_modules/a'];
  expect(kept).toEqual(isNamed ? {} : { engines: { node } });
});

test('the lock file is written as npm writes it', () => {
  const text = `${JSON.stringify({ packages: { 'node_modules/a': { engines: { node: '>=18' } } } }, null, 2)}\n`;
  expect(withoutNewerEngines(text)).toBe(text);
});
