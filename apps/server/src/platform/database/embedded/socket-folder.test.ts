import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newDataDir } from '@touchstone/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { canHoldSocket } from './socket-folder.ts';

let folder: string;
beforeEach(async () => {
  folder = await newDataDir('socket');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('a folder can hold a socket, and is left empty', async () => {
  expect(await canHoldSocket(folder, 15_001)).toBe(true);
  expect(await readdir(folder)).toEqual([]);
});

test('what a process left that was killed while it probed changes nothing', async () => {
  await writeFile(join(folder, '.probe.15001'), '');
  expect(await canHoldSocket(folder, 15_001)).toBe(true);
});

test("a folder with too long a path can't, and neither can one that doesn't exist", async () => {
  const deep = join(folder, 'a'.repeat(100));
  await mkdir(deep);
  expect(await canHoldSocket(deep, 15_001)).toBe(false);
  expect(await canHoldSocket(join(folder, 'absent'), 15_001)).toBe(false);
});
