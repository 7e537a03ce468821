import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listFiles } from './source-files.ts';

const routes = 'apps/server/src/services/identity/routes';
const text = readFileSync('docs/security.md', 'utf8');
const lines = text.split('\n').filter((line) => /^\| \d/.test(line) || line.startsWith('- **'));
const code = [...text.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word);

/** Tests are named by file below the routes of identity, next to them, or by path. */
const placesOf = (path: string): string[] => [path, join(routes, path), join(routes, '..', path)];
const tests = ['apps', 'engines', 'packages', 'tests']
  .flatMap((folder) => listFiles(folder).map((path) => `${folder}/${path}`))
  .filter((path) => /\.(test|e2e)\.tsx?$/.test(path));
const exists = (path: string): boolean =>
  placesOf(path).some(existsSync) || tests.some((file) => file.endsWith(`/${path}`));

const paths = code.filter((word) => /\.ts$/.test(word) || /^(apps|tests|engines|packages)\//.test(word));
test.each([...new Set(paths)])('docs/security.md names %s, which exists', (path) => {
  expect(exists(path)).toBe(true);
});

const marks = [...text.matchAll(/\[([a-z]+(?:-[a-z]+)*-\d+|idle-session)\]/g)].map(([, mark = '']) => mark);
test.each([...new Set(marks)])('docs/security.md names [%s], which a test has', (mark) => {
  expect(tests.some((path) => readFileSync(path, 'utf8').includes(mark))).toBe(true);
});

test('every test that docs/security.md quotes exists under that name', () => {
  const quoted = [...text.matchAll(/\("([^"]+)"\)/g)].map(([, name = '']) => name);
  const sources = tests.map((path) => readFileSync(path, 'utf8'));
  expect(quoted.filter((name) => !sources.some((source) => source.includes(name)))).toEqual([]);
});

test('the page is read at all', () => {
  expect(lines.length).toBeGreaterThan(40);
  expect(paths.length).toBeGreaterThan(40);
});
