import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { hashOfInputs, lastSuccess, rememberSuccess } from './test-record.ts';

const folder = mkdtempSync(join(tmpdir(), 'touchstone-record-'));
const path = join(folder, 'cache/tests.json');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a stage is remembered by the inputs on which it passed, and by nothing else', () => {
  expect(lastSuccess('unit', 'a', path)).toBeUndefined();
  const success = { hash: 'a', passed: 3, at: '2030-01-01 10:00' };
  rememberSuccess('unit', success, path);
  rememberSuccess('check', { ...success, hash: 'c' }, path);
  expect(lastSuccess('unit', 'a', path)).toEqual(success);
  expect(lastSuccess('unit', 'b', path)).toBeUndefined();
  rememberSuccess('unit', undefined, path);
  expect(lastSuccess('unit', 'a', path)).toBeUndefined();
  expect(lastSuccess('check', 'c', path)).toMatchObject({ hash: 'c' });
});

test('another setting, another file and another content change the hash', () => {
  const hash = hashOfInputs((file) => file === 'package.json', ['short']);
  expect(hashOfInputs((file) => file === 'package.json', ['short'])).toBe(hash);
  expect(hashOfInputs((file) => file === 'package.json', ['long'])).not.toBe(hash);
  expect(hashOfInputs((file) => file === 'package.json' || file === 'biome.json', ['short'])).not.toBe(hash);
  expect(hashOfInputs((file) => file === 'tsconfig.json', ['short'])).not.toBe(hash);
});
