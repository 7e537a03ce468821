import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { type S3Server, startS3Server } from '@touchstone/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createS3Storage } from './s3-storage.ts';

let server: S3Server;
let address: string;
beforeAll(async () => {
  server = await startS3Server(['files']);
  address = server.url('files');
});
beforeEach(() => {
  server.objects.clear();
  server.failures.length = 0;
});
afterAll(() => server.close());

const key = '018f5b6e-0000-7000-8000-000000000001/018f5b6e-0000-7000-8000-000000000002';
const put = (content: string | Buffer, storage = createS3Storage(address)) =>
  storage.put(key, Readable.from([Buffer.from(content)]), { contentType: 'text/plain' });

test.each([
  ['a text', 'hello'],
  ['nothing', ''],
  ['bytes', Buffer.from([0, 255, 10, 13, 128])],
  ['one megabyte', 'x'.repeat(1_000_000)],
])('stores and reads %s with a valid signature', async (_name, content) => {
  const storage = createS3Storage(address);
  await storage.check();
  expect(await put(content, storage)).toBe(Buffer.byteLength(content));
  expect(server.objects.get(`/files/${key}`)?.contentType).toBe('text/plain');
  const stream = await storage.get(key);
  expect(stream && (await buffer(stream))).toEqual(Buffer.from(content));
});

test('deletes, even if nothing exists, and returns undefined for it', async () => {
  const storage = createS3Storage(address);
  await put('hello', storage);
  await storage.delete(key);
  expect(server.objects.size).toBe(0);
  expect(await storage.get(key)).toBeUndefined();
  await storage.delete(key);
});

test('retries if the storage asks to slow down', async () => {
  server.failures.push(503, 500);
  expect(await put('hello')).toBe(5);
  expect(server.objects.size).toBe(1);
});

test.each([
  [
    'a bucket that does not exist',
    (url: string) => url.replace('/files?', '/other?'),
    /bucket of FILES_URL does not exist/,
  ],
  ['a wrong secret', (url: string) => url.replace('secret', 'guess'), /answered 403.*SignatureDoesNotMatch/],
  ['a wrong key', (url: string) => url.replace('AKID', 'AKIX'), /answered 403/],
  ['a wrong region', (url: string) => url.replace('eu-test-1', 'us-east-1'), /answered 403/],
  [
    'nobody there',
    (url: string) => url.replace(/127\.0\.0\.1:\d+/, '127.0.0.1:9'),
    /FILES_URL at 127\.0\.0\.1:9 does not answer/,
  ],
])('%s is a clear refusal of check and of put, without the secret in it', async (_name, change, message) => {
  const storage = createS3Storage(change(address));
  const errors = await Promise.all(
    [storage.check(), put('hello', storage)].map((work) =>
      Promise.resolve(work).catch((error: Error) => error.message),
    ),
  );
  for (const error of errors) {
    expect(error).toMatch(message);
    expect(error).not.toContain('with+signs');
  }
  expect(server.objects.size).toBe(0);
});

test('a stream that fails halfway stores nothing', async () => {
  const failing = Readable.from(
    (async function* () {
      yield 'first half';
      throw new Error('The client left.');
    })(),
  );
  const storage = createS3Storage(address);
  await expect(storage.put(key, failing, { contentType: 'text/plain' })).rejects.toThrow('The client left.');
  expect(server.objects.size).toBe(0);
  await put('whole', storage);
  expect(await text((await storage.get(key)) ?? Readable.from([]))).toBe('whole');
});
