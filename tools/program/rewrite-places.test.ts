import { expect, test } from 'vitest';
import { entryName, type Places, rewritePlaces } from './rewrite-places.ts';
import { sourcePosition } from './source-lines.ts';

const entries = new Map<string, string>();
const places: Places = {
  outFolder: '/repo/out',
  find: async (specifier) => (specifier.startsWith('@own/') ? '/repo/engines/data/src/index.ts' : '/repo/lib/x.wasm'),
  addEntry: (path) => {
    const name = entries.get(path) ?? entryName(path, entries);
    entries.set(path, name);
    return name;
  },
};
const rewrite = (code: string) => rewritePlaces(code, '/repo/apps/a/src/b.ts', places);

test.each([
  ["new Worker(new URL('./w.ts', import.meta.url), {})", "new Worker(new URL('./w.js', import.meta.url), {})"],
  ["import.meta.resolve('@own/data')", "new URL('./data.js', import.meta.url).href"],
  ["import.meta.resolve('wasm')", 'new URL("../lib/x.wasm", import.meta.url).href'],
  ["new URL('./store/migrations/', import.meta.url)", 'new URL("../apps/a/src/store/migrations/", import.meta.url)'],
  ['createRequire(import.meta.url)', 'createRequire(new URL("../apps/a/src/b.ts", import.meta.url).href)'],
  ['const x = 1;', 'const x = 1;'],
])('%s', async (code, expected) => {
  expect(await rewrite(code)).toBe(expected);
});

test('modules of the same name get different file names', () => {
  const taken = new Map([['/a/worker.ts', 'worker.js']]);
  expect(entryName('/b/worker.ts', taken)).toBe('worker-2.js');
});

test.each([
  [{ line: 1, column: 1 }, 'a.ts:1:1'],
  [{ line: 1, column: 12 }, 'a.ts:1:11'],
  [{ line: 2, column: 5 }, 'b.ts:3:1'],
  [{ line: 9, column: 1 }, undefined],
])('position %o of the built file', (at, expected) => {
  expect(sourcePosition({ sources: ['a.ts', 'b.ts'], mappings: 'AAAA,UAAU;ICEV' }, at)).toBe(expected);
});
