import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createDiskStorage } from './disk-storage.ts';
import { createFiles, type Files } from './files.ts';
import type { Storage } from './storage.ts';

let server: TestServer;
let files: Files;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), env: { UPLOAD_MB: '0.5' } });
  files = server.platform.files;
});
afterAll(() => server.close());

const folder = () => join(server.platform.config.dataDir, 'files');
const storedFiles = async () =>
  (await readdir(folder(), { recursive: true, withFileTypes: true }).catch(() => [])).filter((entry) => entry.isFile())
    .length;
const rows = async () =>
  (await server.platform.database.pool.query('select count(*) as n from platform.file')).rows[0].n;
const organizationId = randomUUID();
const input = (owner: string) => ({
  organizationId,
  owner,
  name: 'a.txt',
  contentType: 'text/plain',
  content: Buffer.from('hello'),
});
const refused = { code: 'PLATFORM_FILE_NOT_FOUND', status: 404 };

test('opens a file only for its organization and its owner', async () => {
  const { fileId } = await files.put(input('project:1'));
  const opened = await files.open(organizationId, fileId, 'project:1');
  expect(opened).toMatchObject({ name: 'a.txt', contentType: 'text/plain', sizeBytes: 5, owner: 'project:1' });
  expect(await text(opened.stream)).toBe('hello');
  await expect(files.open(randomUUID(), fileId)).rejects.toMatchObject(refused);
  await expect(files.open(randomUUID(), fileId, 'project:1')).rejects.toMatchObject(refused);
  await expect(files.open(organizationId, fileId, 'project:2')).rejects.toMatchObject(refused);
  await expect(files.open(organizationId, randomUUID())).rejects.toMatchObject(refused);
});

test('deletes the files of one owner in one organization', async () => {
  const owner = `run:${randomUUID()}`;
  const own = [await files.put(input(owner)), await files.put(input(owner))];
  const other = await files.put({ ...input(owner), organizationId: randomUUID() });
  const before = await storedFiles();
  await files.deleteOwned(organizationId, owner);
  for (const { fileId } of own) await expect(files.open(organizationId, fileId)).rejects.toMatchObject(refused);
  expect(await storedFiles()).toBe(before - 2);
  expect(await rows()).toBeGreaterThan(0);
  expect(other.fileId).toBeTruthy();
});

const failingStorage = (failing: Partial<Storage>): Files =>
  createFiles(server.platform.database, { ...createDiskStorage(folder()), ...failing }, 1);

test('files whose bytes could not be deleted are found by the next deletion', async () => {
  const owner = `run:${randomUUID()}`;
  const { fileId } = await files.put(input(owner));
  const broken = failingStorage({ delete: () => Promise.reject(new Error('The disk is gone.')) });
  await expect(broken.deleteOwned(organizationId, owner)).rejects.toThrow('The disk is gone.');
  const before = await storedFiles();
  await files.deleteOwned(organizationId, owner);
  expect(await storedFiles()).toBe(before - 1);
  await expect(files.open(organizationId, fileId)).rejects.toMatchObject(refused);
});

test.each<[string, () => Promise<unknown>, string]>([
  ['whose row cannot be written', () => files.put({ ...input('x'), name: 'nul\0nul' }), 'Failed query'],
  [
    'that the storage refuses',
    () => failingStorage({ put: () => Promise.reject(new Error('Full.')) }).put(input('x')),
    'Full.',
  ],
  [
    'that the parser of uploads cut',
    () => files.put({ ...input('x'), content: Object.assign(Readable.from(['half']), { truncated: true }) }),
    'The limit is 0.5 MB',
  ],
])('a file %s leaves neither bytes nor row', async (_name, put, message) => {
  const before = [await storedFiles(), await rows()];
  await expect(put()).rejects.toThrow(message);
  expect([await storedFiles(), await rows()]).toEqual(before);
});

const upload = async (user: TestUser, sizeBytes: number) => {
  const { projectId } = await user.client.call(workspaceRoutes.createProject, {
    body: { projectName: randomUUID() },
  });
  const form = new FormData();
  form.set('file', new Blob([Buffer.alloc(sizeBytes, 'x')]), 'data.bin');
  return fetch(`${server.url}/services/api-testing${apiTestingRoutes.uploadFile.path}?projectId=${projectId}`, {
    method: apiTestingRoutes.uploadFile.method,
    headers: { authorization: `Bearer ${user.token}` },
    body: form,
  });
};

test('an upload up to the limit is kept, a larger one is refused and leaves nothing [transport-5]', async () => {
  const limit = 0.5 * 1024 * 1024;
  const kept = await upload(server.admin, limit - 1);
  expect(kept.status).toBe(201);
  expect(await kept.json()).toMatchObject({ fileName: 'data.bin', sizeBytes: limit - 1 });
  const before = [await storedFiles(), await rows()];
  const refusal = await upload(server.admin, limit + 1);
  expect(refusal.status).toBe(413);
  expect(await refusal.json()).toMatchObject({
    code: 'PLATFORM_TOO_LARGE',
    message: 'The body is too large. The limit is 0.5 MB.',
  });
  expect([await storedFiles(), await rows()]).toEqual(before);
});
