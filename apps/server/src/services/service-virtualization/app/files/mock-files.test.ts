import type { Client } from '@touchstone/contracts';
import { serviceVirtualizationRoutes } from '@touchstone/contracts/service-virtualization';
import { FakeClock, newId } from '@touchstone/kernel';
import { createTestServer, race, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { newAsset, newMock } from '../../testing/mock-builders.ts';
import { refusalOf } from '../../testing/seen-by.ts';

const calls = serviceVirtualizationRoutes;
let server: TestServer;
let owner: TestUser;
let client: Client;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), env: { UPLOAD_MB: '1' } });
  owner = await server.createOrganization({ plan: 'ENTERPRISE' });
  ({ client } = owner);
}, 120_000);
afterAll(() => server.close());

const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const megabyte = 1024 * 1024;
const presign = (projectId: string, fileName: string, sizeBytes: number, by = client) =>
  by.call(calls.presignUpload, { body: { projectId, fileName, sizeBytes } });
const upload = async (projectId: string, fileName: string, content: string, by = client) => {
  const { uploadUrl, method, headers } = await presign(projectId, fileName, content.length, by);
  return fetch(uploadUrl, { method, headers, body: content });
};
const list = (id: string, query: object = {}) => client.call(calls.listMockFiles, { params: { id }, query });
const read = (id: string) => client.raw(calls.readMockFile, { params: { id } });
const tooLarge = [
  413,
  'FILES_TOO_LARGE',
  'The files of a mock have at most 64 MB together. Delete some, or send a smaller one.',
];
const notFound = [404, 'FILE_NOT_FOUND', 'No such file, or you have no access to it.'];

test('a file is returned with all fields when uploaded, replaced, listed and read', async () => {
  const place = await newMock(client);
  const { projectId } = place;
  const bodies = ['a/b.txt', 'a/b.txt', 'other.txt', '{{request.path}}'];
  for (const bodyFileName of bodies)
    await newAsset(client, place, { request: { url: '/f' }, response: { bodyFileName } });
  const body = { projectId, fileName: 'a/b.txt', contentType: 'text/csv', sizeBytes: 3 };
  const { fileId, uploadUrl, method, headers } = await client.call(calls.presignUpload, { body });
  const sent = await fetch(uploadUrl, { method, headers, body: 'one' });
  const file = {
    fileId,
    projectId,
    fileName: 'a/b.txt',
    contentType: 'text/csv',
    sizeBytes: 3,
    assetCount: 2,
    createdAt: instant,
    createdByName: 'Ada Admin',
  };
  expect([sent.status, await sent.json()]).toEqual([201, file]);
  const colleague = await server.createUser(owner, { role: 'ROLE_USER', firstName: 'Bea', lastName: 'Baker' });
  const replaced = await upload(projectId, 'a/b.txt', 'two!', colleague.client);
  const now = { ...file, sizeBytes: 4, contentType: 'application/octet-stream', createdByName: 'Bea Baker' };
  expect(await replaced.json()).toEqual(now);
  await upload(projectId, 'Z.txt', 'z');
  const none = {
    fileId: expect.any(String),
    fileName: 'Z.txt',
    sizeBytes: 1,
    assetCount: 0,
    createdByName: 'Ada Admin',
  };
  const both = [{ ...now, ...none }, now].toSorted((a, b) => (a.fileName < b.fileName ? -1 : 1));
  const { content, ...page } = await list(projectId);
  expect(page).toEqual({ page: 0, size: 10, totalElements: 2 });
  expect(content.toSorted((a, b) => (a.fileName < b.fileName ? -1 : 1))).toEqual(both);
  expect(await list(projectId, { searchTerm: 'B.T' })).toEqual({ page: 0, size: 10, totalElements: 1, content: [now] });
  expect(await list(projectId, { page: 1, size: 1 })).toEqual({ ...page, page: 1, size: 1, content: content.slice(1) });
  const answer = await read(fileId);
  expect([answer.headers.get('content-type'), answer.headers.get('content-disposition'), await answer.text()]).toEqual([
    'application/octet-stream',
    'attachment; filename="b.txt"',
    'two!',
  ]);
});

test('replacing or deleting a file deletes its content', async () => {
  const { projectId } = await newMock(client);
  const contents = async () =>
    (
      await server.platform.database.pool.query<{ count: number }>(
        `select count(*)::int as count from platform.file where owner = $1`,
        [`project:${projectId}`],
      )
    ).rows[0]?.count;
  await upload(projectId, 'a.txt', 'one');
  await upload(projectId, 'b.txt', 'one');
  expect(await contents()).toBe(2);
  await upload(projectId, 'a.txt', 'two');
  expect(await contents()).toBe(2);
  const [file] = (await list(projectId, { searchTerm: 'a.txt' })).content;
  const params = { id: file?.fileId ?? '' };
  expect(await client.call(calls.deleteMockFile, { params })).toEqual({ message: 'Deleted' });
  expect(await contents()).toBe(1);
  expect(await refusalOf(client.call(calls.deleteMockFile, { params }))).toEqual(notFound);
  expect(await refusalOf(read(params.id))).toEqual(notFound);
  expect(await refusalOf(read(newId()))).toEqual(notFound);
});

test('uploading, replacing and deleting a file takes effect from the next call', async () => {
  const place = await newMock(client);
  const { projectId, address } = place;
  await newAsset(client, place, { request: { url: '/f' }, response: { bodyFileName: 'f.txt' } });
  const seen = async () => {
    const answer = await fetch(`${address}/f`);
    return answer.status === 200 ? answer.text() : answer.status;
  };
  expect(await seen()).toBe(500);
  await upload(projectId, 'f.txt', 'one');
  expect(await seen()).toBe('one');
  await upload(projectId, 'g.txt', 'unused');
  expect(await seen()).toBe('one');
  await upload(projectId, 'f.txt', 'two');
  expect(await seen()).toBe('two');
  const { content } = await list(projectId, { searchTerm: 'f.txt' });
  await client.call(calls.deleteMockFile, { params: { id: content[0]?.fileId ?? '' } });
  expect(await seen()).toBe(500);
});

test('a file is limited to the upload size, and all files to 64 MB, not counting a replaced one', async () => {
  const { projectId } = await newMock(client);
  expect(await presign(projectId, 'a.bin', megabyte)).toMatchObject({ method: 'PUT' });
  expect(await refusalOf(presign(projectId, 'a.bin', megabyte + 1))).toEqual(tooLarge);
  await upload(projectId, 'large.bin', 'x');
  const grow = (sizeBytes: number) =>
    server.platform.database.pool.query(
      `update service_virtualization.mock_file set size_bytes = $2 where project_id = $1`,
      [projectId, sizeBytes],
    );
  await grow(64 * megabyte - 3);
  expect(await refusalOf(presign(projectId, 'b.bin', 4))).toEqual(tooLarge);
  const { uploadUrl } = await presign(projectId, 'b.bin', 3);
  await presign(projectId, 'large.bin', megabyte);
  // Other files may have grown before the content arrives.
  await grow(64 * megabyte - 2);
  const refused = await fetch(uploadUrl, { method: 'PUT', body: 'abc' });
  expect([refused.status, await refused.json()]).toEqual([
    413,
    expect.objectContaining({ code: 'SERVICE_VIRTUALIZATION_FILES_TOO_LARGE', message: tooLarge[2] }),
  ]);
  await grow(64 * megabyte - 3);
  expect((await fetch(uploadUrl, { method: 'PUT', body: 'abc' })).status).toBe(201);
});

test('of two files that arrive at the same time, one takes the last room', async () => {
  const { projectId } = await newMock(client);
  await upload(projectId, 'large.bin', 'x');
  const { pool } = server.platform.database;
  await pool.query('update service_virtualization.mock_file set size_bytes = $2 where project_id = $1', [
    projectId,
    64 * megabyte - 3,
  ]);
  const works = ['a.bin', 'b.bin'].map((fileName) => async () => {
    const answer = await upload(projectId, fileName, 'abc');
    if (!answer.ok) throw new Error(await answer.text());
  });
  expect(await race(server, 'service_virtualization.mock_file', works)).toEqual([
    expect.objectContaining({ message: expect.stringContaining('SERVICE_VIRTUALIZATION_FILES_TOO_LARGE') }),
  ]);
  expect((await list(projectId)).totalElements).toBe(2);
  const { rows } = await pool.query('select 1 from platform.file where owner = $1', [`project:${projectId}`]);
  expect(rows).toHaveLength(2);
});

test('an empty file is stored only if announced as empty', async () => {
  const { projectId } = await newMock(client);
  const put = async (sizeBytes: number) => {
    const { uploadUrl } = await presign(projectId, 'empty.txt', sizeBytes);
    const answer = await fetch(uploadUrl, { method: 'PUT', body: '' });
    return [answer.status, ((await answer.json()) as { code?: string }).code];
  };
  expect(await put(3)).toEqual([400, 'SERVICE_VIRTUALIZATION_OTHER_SIZE']);
  expect(await put(0)).toEqual([201, undefined]);
});

test('an upload address is valid for ten minutes and while its project exists', async () => {
  const clock = new FakeClock(new Date());
  const own = await createTestServer({ postgresUrl: inject('postgresUrl'), clock });
  try {
    const user = await own.createOrganization({ plan: 'ENTERPRISE' });
    const { projectId } = await newMock(user.client);
    const { uploadUrl, expiresAt } = await presign(projectId, 'a.txt', 1, user.client);
    expect(Date.parse(expiresAt) - clock.now().getTime()).toBe(600_000);
    const put = async (body: string) => {
      const { status, code, message } = (await (await fetch(uploadUrl, { method: 'PUT', body })).json()) as Record<
        string,
        unknown
      >;
      return [status, code, message];
    };
    const refused = [
      undefined,
      'SERVICE_VIRTUALIZATION_UPLOAD_REFUSED',
      'This address takes no upload any more. Ask for a new one.',
    ];
    expect(await put('xy')).toEqual([
      undefined,
      'SERVICE_VIRTUALIZATION_OTHER_SIZE',
      'The content has another size than was announced. Ask for a new address and send it whole.',
    ]);
    clock.advance(599_000);
    expect((await fetch(uploadUrl, { method: 'PUT', body: 'x' })).status).toBe(201);
    const params = { id: projectId };
    const { projectName } = await user.client.call(calls.getVirtualizationProject, { params });
    await user.client.call(calls.deleteVirtualizationProject, { params, body: { projectName } });
    expect(await put('x')).toEqual(refused);
    clock.advance(2000);
    expect(await put('x')).toEqual(refused);
  } finally {
    await own.close();
  }
});
