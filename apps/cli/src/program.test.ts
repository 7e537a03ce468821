import { mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findProgram, programsFolder } from '../bin/program.mjs';

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'touchstone-program-')));
  for (const path of ['apps/cli/a.ts', 'apps/server/b.ts', `${programsFolder}/built/cli.js`]) write(path, 'one');
  const paths = ['apps/cli/a.ts', 'apps/server/b.ts'];
  const facts = paths.map((path) => statSync(join(root, path)));
  const columns = { paths, modified: facts.map(({ mtimeMs }) => mtimeMs), sizes: facts.map(({ size }) => size) };
  write(`${programsFolder}/current.json`, JSON.stringify({ folder: 'built', ...columns }));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

const built = () => join(root, programsFolder, 'built');

test('the program built from these sources is found', () => {
  expect(findProgram(root)).toBe(built());
});

test.each(['apps/cli/a.ts', 'apps/server/b.ts'])('a program is out of date once %s has changed', (path) => {
  write(path, 'another');
  expect(findProgram(root)).toBeUndefined();
});

test('sources that a command does not use are not compared', () => {
  write('apps/server/b.ts', 'another');
  expect(findProgram(root, 'apps/server/')).toBe(built());
  write('apps/cli/a.ts', 'another');
  expect(findProgram(root, 'apps/server/')).toBeUndefined();
});

test('a program without its file is not found, nor is any without a record', () => {
  rmSync(join(built(), 'cli.js'));
  expect(findProgram(root)).toBeUndefined();
  rmSync(join(root, programsFolder, 'current.json'));
  expect(findProgram(root)).toBeUndefined();
});

test("a release's program needs no comparison", () => {
  write('program/cli.js', '');
  expect(findProgram(root)).toBe(join(root, 'program'));
});
