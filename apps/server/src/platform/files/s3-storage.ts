import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { AppError } from '@touchstone/kernel';
import { AwsClient } from 'aws4fetch';
import { platformErrors } from '../errors.ts';
import type { Storage } from './storage.ts';

const checkMs = 10_000;
const putMs = 120_000;

/**
 * createS3Storage stores files in a bucket: `s3://KEY:SECRET@HOST/BUCKET?region=REGION` (`s3+http` without TLS),
 * path-style.
 */
export function createS3Storage(address: string): Storage {
  const url = new URL(address);
  const client = new AwsClient({
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
    region: url.searchParams.get('region') ?? 'us-east-1',
    service: 's3',
    retries: 3,
  });
  const base = `${url.protocol === 's3+http:' ? 'http' : 'https'}://${url.host}${url.pathname.replace(/\/$/, '')}`;
  const request = async (
    method: string,
    path: string,
    init: { body?: Buffer; headers?: Record<string, string>; signal?: AbortSignal } = {},
  ) => {
    const response = await client.fetch(`${base}${path}`, { method, ...init } as RequestInit).catch((cause: Error) => {
      throw new Error(`The object storage of FILES_URL at ${url.host} does not answer. Check address and network.`, {
        cause,
      });
    });
    if (!response.ok && response.status !== 404) {
      const text = (await response.text()).slice(0, 300);
      if (response.status === 507 || /<Code>(XMinioStorageFull|QuotaExceeded|StorageFull)/.test(text))
        throw new AppError(platformErrors.storageFull, { params: { place: 'the bucket of the files' }, detail: text });
      throw new Error(`Object storage answered ${response.status} to ${method} ${path}: ${text}`);
    }
    return response;
  };
  return {
    place: `${url.host}${url.pathname}`,
    async put(key, stream, { contentType }) {
      const body = await buffer(stream);
      const response = await request('PUT', `/${key}`, {
        body,
        headers: { 'content-type': contentType },
        signal: AbortSignal.timeout(putMs),
      });
      if (response.status === 404) throw new Error('The bucket of FILES_URL does not exist.');
      return body.byteLength;
    },
    async get(key) {
      const response = await request('GET', `/${key}`);
      if (response.status === 404) {
        await response.body?.cancel();
        return undefined;
      }
      if (!response.body) return Readable.from([]);
      return Readable.fromWeb(response.body as never);
    },
    async delete(key) {
      await (await request('DELETE', `/${key}`)).body?.cancel();
    },
    async check() {
      const response = await request('GET', '?list-type=2&max-keys=1', { signal: AbortSignal.timeout(checkMs) });
      if (response.status === 404) throw new Error('The bucket of FILES_URL does not exist.');
      await response.body?.cancel();
    },
    async isEmpty() {
      const response = await request('GET', '?list-type=2&max-keys=1000', { signal: AbortSignal.timeout(checkMs) });
      // The bucket may contain other objects; the product's files have two ids as key.
      return !/<Key>[0-9a-f-]{36}\/[0-9a-f-]{36}<\/Key>/.test(await response.text());
    },
  };
}
