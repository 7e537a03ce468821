import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';

const access = { key: 'AKIDEXAMPLE', secret: 'secret/with+signs=', region: 'eu-test-1' };

/** S3Server is an object storage that checks signatures like a real one. */
export interface S3Server {
  /** Its content, by `/bucket/key`. */
  objects: Map<string, { body: Buffer; contentType: string | undefined }>;
  /** Statuses with which the next calls fail. */
  failures: number[];
  /** The `FILES_URL` of a bucket. */
  url(bucket: string): string;
  close(): Promise<void>;
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest();

/** Signature version 4, from AWS's documentation: what a real bucket checks. */
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

/** startS3Server starts a storage with these buckets on a free port. */
export async function startS3Server(buckets: string[]): Promise<S3Server> {
  const objects: S3Server['objects'] = new Map();
  const failures: number[] = [];
  const list = (bucket: string) => {
    const keys = [...objects.keys()].filter((name) => name.startsWith(`/${bucket}/`));
    const contents = keys.map((name) => `<Contents><Key>${name.slice(bucket.length + 2)}</Key></Contents>`);
    return `<ListBucketResult>${contents.join('')}</ListBucketResult>`;
  };
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const answer = (status: number, code: string) =>
      response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`);
    const failure = failures.shift();
    if (failure) return answer(failure, 'SlowDown');
    if (!isSigned(request, body)) return answer(403, 'SignatureDoesNotMatch');
    const path = (request.url ?? '').split('?')[0] ?? '';
    const [, bucket = '', ...key] = path.split('/');
    if (!buckets.includes(bucket)) return answer(404, 'NoSuchBucket');
    if (!key.length) return response.writeHead(200).end(list(bucket));
    const object = objects.get(path);
    if (request.method === 'PUT') {
      objects.set(path, { body, contentType: request.headers['content-type'] });
      return response.writeHead(200).end();
    }
    if (request.method === 'DELETE') {
      objects.delete(path);
      return response.writeHead(204).end();
    }
    return object ? response.writeHead(200).end(object.body) : answer(404, 'NoSuchKey');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return {
    objects,
    failures,
    url: (bucket) =>
      `s3+http://${access.key}:${encodeURIComponent(access.secret)}@127.0.0.1:${port}/${bucket}?region=${access.region}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
