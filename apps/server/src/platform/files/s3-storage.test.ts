import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createS3Storage } from './s3-storage.ts';

const access = { key: 'AKIDEXAMPLE', secret: 'secret/with+signs=', region: 'eu-test-1' };
const objects = new Map<string, { body: Buffer; contentType: string | undefined }>();
const failures: number[] = [];
let address: string;

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest();

/** Signature version 4, from the description of AWS: what a real bucket checks. */
function isSigned(request: IncomingMessage, body: Buffer): boolean {
  const header = request.headers.authorization ?? '';
  const found =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      header,
    );
  const time = String(request.headers['x-amz-date']);
  if (!found || Math.abs(Date.now() - amzTime(time)) > 15 * 60_000) return false;
  const [, key, day, region, names = '', signature] = found;
  const payload = String(request.headers['x-amz-content-sha256']);
  if (key !== access.key || region !== access.region || !names.split(';').includes('host')) return false;
  if (payload !== 'UNSIGNED-PAYLOAD' && payload !== sha256(body)) return false;
  const url = new URL(request.url ?? '', 'http://localhost');
  const pairs = [...url.searchParams].map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  );
  const headers = names.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`);
  const canonical = [request.method, url.pathname, pairs.sort().join('&'), headers.join(''), names, payload].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n');
  const signingKey = [region ?? '', 's3', 'aws4_request'].reduce<Buffer>(hmac, hmac(`AWS4${access.secret}`, day ?? ''));
  return hmac(signingKey, toSign).toString('hex') === signature;
}
const amzTime = (text: string) => Date.parse(text.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'));

const server = createServer(async (request, response) => {
  const body = await buffer(request);
  const answer = (status: number, code: string) =>
    response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`);
  const failure = failures.shift();
  if (failure) return answer(failure, 'SlowDown');
  if (!isSigned(request, body)) return answer(403, 'SignatureDoesNotMatch');
  const path = (request.url ?? '').split('?')[0] ?? '';
  if (!/^\/files(\/|$)/.test(path)) return answer(404, 'NoSuchBucket');
  if (path === '/files') return response.writeHead(200).end('<ListBucketResult/>');
  const object = objects.get(path);
  if (request.method === 'PUT') objects.set(path, { body, contentType: request.headers['content-type'] });
  if (request.method === 'DELETE') objects.delete(path);
  if (request.method === 'GET' && !object) return answer(404, 'NoSuchKey');
  response.writeHead(request.method === 'DELETE' ? 204 : 200).end(request.method === 'GET' ? object?.body : undefined);
});
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  address = `s3+http://${access.key}:${encodeURIComponent(access.secret)}@127.0.0.1:${port}/files?region=${access.region}`;
});
beforeEach(() => {
  objects.clear();
  failures.length = 0;
});
afterAll(async () => {
  server.close();
  await once(server, 'close');
});

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
  expect(objects.get(`/files/${key}`)?.contentType).toBe('text/plain');
  const stream = await storage.get(key);
  expect(stream && (await buffer(stream))).toEqual(Buffer.from(content));
});

test('deletes, also what is not there, and gives undefined for it', async () => {
  const storage = createS3Storage(address);
  await put('hello', storage);
  await storage.delete(key);
  expect(objects.size).toBe(0);
  expect(await storage.get(key)).toBeUndefined();
  await storage.delete(key);
});

test('tries again when the storage asks to slow down', async () => {
  failures.push(503, 500);
  expect(await put('hello')).toBe(5);
  expect(objects.size).toBe(1);
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
  expect(objects.size).toBe(0);
});

test('a stream that fails half-way stores nothing', async () => {
  const failing = Readable.from(
    (async function* () {
      yield 'first half';
      throw new Error('The client left.');
    })(),
  );
  const storage = createS3Storage(address);
  await expect(storage.put(key, failing, { contentType: 'text/plain' })).rejects.toThrow('The client left.');
  expect(objects.size).toBe(0);
  await put('whole', storage);
  expect(await text((await storage.get(key)) ?? Readable.from([]))).toBe('whole');
});
