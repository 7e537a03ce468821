import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '@touchstone/kernel';
import { afterEach, expect, test } from 'vitest';
import { createSecretBox, loadSecretKey } from './secrets.ts';

const folders: string[] = [];
const newFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'touchstone-key-'));
  folders.push(folder);
  return folder;
};
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

const key = createHash('sha256').update('one').digest();
const otherKey = createHash('sha256').update('two').digest();
const place = 'api.variable.value:organization-1:row-1';
const refusalOf = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error instanceof AppError ? error.code : error;
  }
};

test.each(['', 'a', 'ß 漢字 🔑', 'x'.repeat(100_000)])('opens what was sealed (%#)', (text) => {
  const box = createSecretBox(key);
  const sealed = box.seal(text, place);
  expect(box.open(sealed, place)).toBe(text);
  if (text.length > 1) expect(sealed).not.toContain(text);
  expect(box.seal(text, place)).not.toBe(sealed);
});

const sealed = createSecretBox(key).seal('the secret', place);
const [version, keyId, payload = ''] = sealed.split(':');
const changed = Buffer.from(payload, 'base64url');
changed[30] = (changed[30] ?? 0) ^ 1;
test.each([
  ['moved to another row', key, sealed, `${place}0`],
  ['opened with another key', otherKey, sealed, place],
  ['changed by one bit', key, `${version}:${keyId}:${changed.toString('base64url')}`, place],
  [
    'cut inside the tag',
    key,
    `${version}:${keyId}:${Buffer.from(payload, 'base64url').subarray(0, 16).toString('base64url')}`,
    place,
  ],
  ['of another version', key, sealed.replace('v1:', 'v2:'), place],
  ['no sealed text at all', key, 'plain', place],
])('refuses a secret that was %s', (_name, withKey, text, at) => {
  expect(refusalOf(() => createSecretBox(withKey).open(text, at))).toBe('PLATFORM_SECRET_UNREADABLE');
});

test('the first start creates a key file readable only by its user; later and concurrent starts use the same', async () => {
  const folder = join(await newFolder(), 'data');
  const keys = await Promise.all(Array.from({ length: 8 }, () => loadSecretKey(folder, undefined)));
  const path = join(folder, 'secret.key');
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(new Set(keys.map(String)).size).toBe(1);
  expect(keys[0]?.toString('base64')).toBe(await readFile(path, 'utf8'));
  expect(await loadSecretKey(folder, undefined)).toEqual(keys[0]);
  expect(await readdir(folder)).toEqual(['secret.key']);
});

test('a configured key takes precedence and creates no file', async () => {
  const folder = await newFolder();
  expect(await loadSecretKey(folder, key.toString('base64'))).toEqual(key);
  expect(await readdir(folder)).toEqual([]);
});

test.each([
  ['is empty', ''],
  ['is cut', key.toString('base64').slice(0, 20)],
])('a key file that %s stops the start and is never replaced', async (_name, content) => {
  const folder = await newFolder();
  const path = join(folder, 'secret.key');
  await writeFile(path, content);
  await expect(loadSecretKey(folder, undefined)).rejects.toThrow(/damaged.*backup/);
  expect(await readFile(path, 'utf8')).toBe(content);
});

test('an unreadable key is never replaced by a new one', async () => {
  const folder = await newFolder();
  // A folder stands in for a file without permission: tests may run as root, who can read everything.
  await mkdir(join(folder, 'secret.key'));
  await expect(loadSecretKey(folder, undefined)).rejects.toThrow(/cannot be read/);
  expect((await stat(join(folder, 'secret.key'))).isDirectory()).toBe(true);
});

test('a long text is sealed and opened in pieces, even if a piece would end within a character', () => {
  const box = createSecretBox(key);
  const text = `${'x'.repeat(768 * 1024 - 1)}🔑${'ß漢'.repeat(500_000)}`;
  const pieces = (work: Generator<undefined, string>) => {
    let yields = 0;
    let piece = work.next();
    for (; !piece.done; piece = work.next()) yields += 1;
    return { yields, value: piece.value };
  };
  const sealed = pieces(box.sealPieces([text, '', text], place));
  expect(sealed.yields).toBeGreaterThan(8);
  const opened = pieces(box.openPieces(sealed.value, place));
  expect(opened.yields).toBeGreaterThan(8);
  expect(opened.value).toBe(text + text);
  expect(box.open(box.seal(text, place), place)).toBe(text);
});
