import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { catalogue } from './core/catalogue.ts';

test('the README counts every keyword', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const rows = readme.split('\n').filter((line) => /^\| (?!Group|-)/.test(line));
  const named = rows.flatMap((row) => row.split('|')[2]?.split(',') ?? []);
  expect(named).toHaveLength(catalogue.length);
});
