import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeScratchFolder } from './scratch-folder.ts';

let memory: string;
beforeEach(() => {
  memory = mkdtempSync(join(tmpdir(), 'touchstone-memory-'));
});
afterEach(() => rmSync(memory, { recursive: true, force: true }));

test('the folder is open to every user, and leftovers of an ended run are removed', () => {
  const deadRun = join(memory, 'touchstone-tests-999999999');
  const otherThing = join(memory, 'something-else');
  const liveRun = join(memory, `touchstone-tests-${process.ppid}`);
  for (const folder of [deadRun, otherThing, liveRun]) mkdirSync(folder);
  const folder = makeScratchFolder(memory, 2, 1);
  expect(folder).toBe(join(memory, `touchstone-tests-${process.pid}`));
  expect(statSync(folder ?? '').mode & 0o7777).toBe(0o1777);
  expect([deadRun, otherThing, liveRun].map(existsSync)).toEqual([false, true, true]);
});

test.each([
  ['the machine has little memory left', () => makeScratchFolder(memory, 1, 1)],
  ['there is no such folder', () => makeScratchFolder(join(memory, 'none'), 2, 0)],
])('temporary files stay on the disk where %s', (_case, make) => {
  expect(make()).toBeUndefined();
});
