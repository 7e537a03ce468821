import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDiskStorage } from './disk-storage.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'touchstone-disk-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const options = { contentType: 'text/plain' };
const filesBelow = async () =>
  (await readdir(root, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());

test("stores, reads and deletes; only the server's user can read the file", async () => {
  const storage = createDiskStorage(join(root, 'files'));
  await storage.check();
  expect(await storage.put('organization/one', Readable.from(['hel', 'lo']), options)).toBe(5);
  const stream = await storage.get('organization/one');
  expect(stream && (await text(stream))).toBe('hello');
  expect((await stat(join(root, 'files/organization/one'))).mode & 0o777).toBe(0o600);
  await storage.delete('organization/one');
  await storage.delete('organization/one');
  expect(await storage.get('organization/one')).toBeUndefined();
  expect(await filesBelow()).toEqual([]);
});

test('a stream that fails halfway leaves nothing, and existing content stays', async () => {
  const storage = createDiskStorage(root);
  const failing = () =>
    Readable.from(
      (async function* () {
        yield 'x'.repeat(200_000);
        throw new Error('The client left.');
      })(),
    );
  await expect(storage.put('organization/one', failing(), options)).rejects.toThrow('The client left.');
  expect(await filesBelow()).toEqual([]);
  await storage.put('organization/one', Readable.from(['old']), options);
  await expect(storage.put('organization/one', failing(), options)).rejects.toThrow('The client left.');
  const stream = await storage.get('organization/one');
  expect(stream && (await text(stream))).toBe('old');
});

test.each(['../outside', 'organization/../../outside', '/etc/passwd', 'a\\b', '', '.hidden', 'UPPER', 'a\0b', 'a b'])(
  'refuses the key %j for every operation',
  async (key) => {
    const storage = createDiskStorage(root);
    await expect(storage.put(key, Readable.from(['x']), options)).rejects.toThrow('Not a storage key');
    await expect(storage.get(key)).rejects.toThrow('Not a storage key');
    await expect(storage.delete(key)).rejects.toThrow('Not a storage key');
    expect(await filesBelow()).toEqual([]);
  },
);
