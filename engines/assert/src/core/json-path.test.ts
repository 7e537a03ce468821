import { expect, test } from 'vitest';
import { timeLimit } from '../node/time-limit.ts';
import { runJsonPathSuite } from '../testing/json-path-suite.ts';
import { queryJson } from './json-path.ts';

test('the whole RFC 9535 compliance suite passes', () => {
  const { total, failures } = runJsonPathSuite();
  expect(failures).toEqual([]);
  expect(total).toBeGreaterThan(650);
});

const rows = Array.from({ length: 1000 }, (_item, index) => ({ id: index, text: `${'a'.repeat(80)}!` }));

test.each([
  ['a regular expression that backtracks elsewhere', "$[?match(@.text, '(a+)+b')]"],
  ['a search for it', "$[?search(@.text, '(a|aa)+$')]"],
  ['a nested filter', '$[?count($..id) > 0 && @.id == 1]'],
  ['many descents', '$..[?@..[?@..id]]'],
])('a hostile filter on 100 kB ends, or is stopped by its limit: %s', (_name, path) => {
  expect(JSON.stringify(rows).length).toBeGreaterThan(100_000);
  try {
    timeLimit(900)(() => queryJson(path, rows));
  } catch (error) {
    expect((error as Error).message).toMatch(/took longer than 900 ms/);
  }
});
