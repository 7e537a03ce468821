import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFolderProblems, findSpreadProblems } from './code-limits.ts';
import { findDoorProblems, measureDoors } from './doors.ts';

let folder: string;
function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-limits-'));
  for (let at = 0; at < 26; at += 1) write(`apps/full/file-${at}.ts`, 'export {};\n');
  for (let at = 0; at < 25; at += 1) write(`apps/enough/file-${at}.ts`, 'export {};\n');
  write('apps/spread.ts', 'const a = {\n  ...{ b: 1, c: 2 },\n  ...(d ? { e: 1 } : {}),\n};\n');
  write(
    'engines/one/src/index.ts',
    "export * from './core/plan.ts';\nexport { type Hidden } from './core/hidden.ts';\n",
  );
  write(
    'engines/one/src/core/plan.ts',
    '/** What is done. */\nexport interface Plan {}\nexport const silent = 1;\nexport type Inferred = z.infer<typeof planSchema>;\n',
  );
  write('engines/one/src/core/hidden.ts', 'export interface Hidden {}\nexport const inside = 1;\n');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a folder of more than 25 files is reported', () => {
  expect(findFolderProblems(folder)).toEqual(['apps/full has 26 files, 25 are the most: divide it by noun.']);
});

test('an object spread to save lines is reported; one that depends on a condition is not', () => {
  expect(findSpreadProblems(folder)).toEqual(['apps/spread.ts:2: write the members without the spread.']);
});

test('an undocumented export of a front door is reported; internals, and types inferred from a schema, are not', () => {
  const exports = measureDoors(folder);
  expect(exports.map(({ name, isDocumented }) => `${name} ${isDocumented}`).sort()).toEqual([
    'Hidden false',
    'Plan true',
    'silent false',
  ]);
  expect(findDoorProblems(exports)).toEqual([
    '33.3 % of the 3 names that front doors export are documented, 95.0 % are wanted. Without a comment:',
    'engines/one/src/core/plan.ts: silent',
    'engines/one/src/core/hidden.ts: Hidden',
  ]);
  expect(findDoorProblems(exports.filter(({ isDocumented }) => isDocumented))).toEqual([]);
});
