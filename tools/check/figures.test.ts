import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listFiles } from './source-files.ts';

const peers = /\b(newman|autocannon|artillery|bruno|wrk|k6)\b/i;
const ratio = /\b\d[\d.,]* ?(times|×)/;
const pages = ['', 'apps/', 'engines/', 'packages/', 'docs/', 'tests/']
  .flatMap((folder) => (folder === '' ? ['README.md'] : listFiles(folder).map((path) => `${folder}${path}`)))
  .filter((path) => path.endsWith('.md'));

test.each(pages)('%s leaves comparisons with other tools to bench/FIGURES.md', (page) => {
  const lines = readFileSync(page, 'utf8').split('\n');
  expect(lines.filter((line) => peers.test(line) && ratio.test(line))).toEqual([]);
});

test('bench/FIGURES.md compares, and each of its commands exists', () => {
  const text = readFileSync('bench/FIGURES.md', 'utf8');
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  const commands = [...text.matchAll(/`npm run ([\w:-]+)/g)].map(([, name = '']) => name);
  expect(commands.length).toBeGreaterThan(4);
  expect(commands.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  expect(ratio.test(text) && peers.test(text)).toBe(true);
});
