import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createArchive, joined, readArchive, verifyArchive } from './archive.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'touchstone-archive-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const piece = 64 * 1024;
const part = 4 * 1024 * 1024;
/** Sizes around the boundaries of blocks, pieces and parts. */
const sizes = [0, 1, 511, 512, 513, piece - 1, piece, piece + 1, part - 1, part, part + 1];
const phrase = 'correct horse';

async function* chunked(bytes: Buffer, length = 100_000): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}
let counter = 0;
async function make(passphrase: string | undefined, contents: Buffer[]): Promise<string> {
  counter += 1;
  const path = join(folder, `archive-${counter}`);
  const archive = await createArchive(path, passphrase);
  await archive.add('first.json', Buffer.from('{}'));
  for (const [index, bytes] of contents.entries()) await archive.add(`tables/t${index}`, chunked(bytes));
  await archive.finish({ told: 'as well' });
  return path;
}
async function read(path: string, passphrase?: string) {
  const members = new Map<string, Buffer>();
  for await (const { name, content } of readArchive(path, passphrase)) members.set(name, await joined(content));
  return members;
}

test.each([undefined, phrase])(
  'with passphrase %s all bytes are restored, and only the owner can read the file',
  async (passphrase) => {
    const contents = sizes.map((size) => randomBytes(size));
    const path = await make(passphrase, contents);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const manifest = await verifyArchive<{ told: string }>(path, passphrase);
    expect(manifest.told).toBe('as well');
    const members = await read(path, passphrase);
    expect([...members.keys()].filter((name) => name.startsWith('tables'))).toHaveLength(sizes.length);
    for (const [index, bytes] of contents.entries()) expect(members.get(`tables/t${index}`)?.equals(bytes)).toBe(true);
  },
);

test('tar can unpack a plain archive', async () => {
  const path = await make(undefined, [Buffer.from('one row\n')]);
  const listed = spawnSync('tar', ['-tzf', path], { encoding: 'utf8' });
  expect([listed.status, listed.stderr]).toEqual([0, '']);
  expect(listed.stdout).toBe('first.json\ntables/t0/000001\nmanifest.json\n');
  expect(spawnSync('tar', ['-xzOf', path, 'tables/t0/000001'], { encoding: 'utf8' }).stdout).toBe('one row\n');
});

test('unread members are skipped', async () => {
  const path = await make(
    undefined,
    sizes.map((size) => randomBytes(size)),
  );
  const names: string[] = [];
  for await (const { name } of readArchive(path, undefined)) names.push(name);
  expect(names).toHaveLength(sizes.length + 2);
});

test.each<[string | undefined, number]>([
  [undefined, 24],
  [phrase, 3],
])('with passphrase %s damage and cuts anywhere are noticed', async (passphrase, places) => {
  const path = await make(passphrase, [randomBytes(300_000), randomBytes(100)]);
  const whole = await readFile(path);
  const damaged = join(folder, 'damaged');
  for (let index = 0; index < places; index += 1) {
    // Skips the ten bytes of the gzip header, whose time and system don't matter here.
    const at = 12 + Math.floor(((whole.length - 13) * index) / (places - 1));
    const flipped = Buffer.from(whole);
    flipped[at] = (flipped[at] ?? 0) ^ 0x10;
    for (const bytes of [flipped, whole.subarray(0, at)]) {
      await writeFile(damaged, bytes);
      await expect(verifyArchive(damaged, passphrase), `byte ${at}`).rejects.toThrow(/cannot be read|not a backup/);
    }
  }
});

test('swapped or missing pieces are detected', async () => {
  const path = await make(phrase, [randomBytes(400_000)]);
  const whole = await readFile(path);
  const start = whole.indexOf('\n') + 1 + 16;
  const sealed = piece + 16;
  const at = (number: number) => whole.subarray(start + number * sealed, start + (number + 1) * sealed);
  const rest = whole.subarray(start + 3 * sealed);
  const damaged = join(folder, 'exchanged');
  for (const order of [
    [1, 0, 2],
    [0, 2, 1],
    [0, 2],
  ]) {
    await writeFile(damaged, Buffer.concat([whole.subarray(0, start), ...order.map(at), rest]));
    await expect(verifyArchive(damaged, phrase)).rejects.toThrow(/damaged/);
  }
  await writeFile(damaged, whole.subarray(0, start + 3 * sealed));
  await expect(verifyArchive(damaged, phrase)).rejects.toThrow(/damaged or missing/);
});

test.each([
  ['no passphrase', undefined, /is encrypted\. Give --passphrase-file/],
  ['a wrong passphrase', 'another horse', /the passphrase is wrong/],
])('an encrypted archive with %s says so, and shows nothing', async (_name, passphrase, message) => {
  const path = await make(phrase, [Buffer.from('a secret row')]);
  await expect(verifyArchive(path, passphrase)).rejects.toThrow(message);
  expect((await readFile(path)).includes('secret')).toBe(false);
});

test('an existing file stays unchanged; a failed backup leaves nothing', async () => {
  const path = await make(undefined, []);
  await expect(createArchive(path, undefined)).rejects.toThrow(/exists already/);
  const before = await readdir(folder);
  const archive = await createArchive(join(folder, 'failing'), undefined);
  const failing = (async function* () {
    yield Buffer.from('first half');
    throw new Error('The database went away.');
  })();
  await expect(archive.add('tables/t', failing)).rejects.toThrow('went away');
  await archive.discard();
  expect(await readdir(folder)).toEqual(before);
});
