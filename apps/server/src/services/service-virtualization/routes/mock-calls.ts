import { timingSafeEqual } from 'node:crypto';
import { METHODS, type ServerResponse } from 'node:http';
import { AppError } from '@touchstone/kernel';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Platform } from '../../../platform/platform.ts';
import type { HostedMock, MockHost } from '../app/hosting/mock-host.ts';
import { hashOfKey } from '../app/projects/mocks.ts';
import { withoutOwnCookies } from '../domain/mock-headers.ts';
import { settingsOf } from '../domain/mock-settings.ts';

type Params = { key: string };

interface Call {
  request: FastifyRequest;
  response: ServerResponse;
  key: string;
  /** Path of the product before that of the mock; empty on a host name of the mock's own. */
  prefix: string;
  /** Path and query as the mock sees them. */
  url: string;
}

/** addMockCalls serves mocks at `/mock/{key}/…`: no sign-in, no cookies of the product, bodies as they come. */
export async function addMockCalls(app: FastifyInstance, parts: { platform: Platform; host: MockHost }): Promise<void> {
  // Also methods that the product itself has no use for, such as PROPFIND.
  for (const method of METHODS)
    if (method !== 'CONNECT' && !app.supportedMethods.includes(method)) app.addHttpMethod(method, { hasBody: true });
  await app.register((scope, _options, done) => {
    // The mock reads the body itself.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, ready) => ready(null));
    const serve = createServe(parts);
    const handler = async (request: FastifyRequest<{ Params: Params }>, reply: FastifyReply) => {
      const { key } = request.params;
      const path = `/mock/${key}`;
      const url = request.raw.url?.slice(path.length) ?? '/';
      const isOwnHost = request.originalUrl !== request.raw.url;
      reply.hijack();
      const call = { request, response: reply.raw, key, prefix: isOwnHost ? '' : path };
      await serve({ ...call, url: url.startsWith('/') ? url : `/${url}` });
    };
    const options = { bodyLimit: Number.MAX_SAFE_INTEGER, compress: false as const, decompress: false as const };
    scope.all<{ Params: Params }>('/mock/:key', options, handler);
    scope.all<{ Params: Params }>('/mock/:key/*', options, handler);
    done();
  });
}

function createServe({ platform, host }: { platform: Platform; host: MockHost }) {
  const mark = platform.engineMark.name.toLowerCase();
  const step = platform.stepReferences.name.toLowerCase();
  /** Neither stubs nor upstreams see what the product sends, nor the key of the mock. */
  const dropped = [mark, step, keyHeader];
  const lengths = new Set([...dropped, 'authorization'].map(({ length }) => length));
  const keepHeadersOf = ({ mock }: HostedMock) => {
    const isDropped = ([name, value]: readonly [string, string]) => {
      if (!lengths.has(name.length)) return false;
      const lower = name.toLowerCase();
      return lower === 'authorization' ? isKey(tokenIn(value), mock.row.keyHash) : dropped.includes(lower);
    };
    return (headers: readonly (readonly [string, string])[]) => {
      const kept = withoutOwnCookies(headers);
      return kept.some(isDropped) ? kept.filter((header) => !isDropped(header)) : kept;
    };
  };

  const answer = async ({ request, response, key, prefix, url }: Call): Promise<void> => {
    const hosted = await host.find(key);
    if (!hosted) return refuse(response, 404, 'No mock has this address. It may have been changed or deleted.');
    const refusal = refusalOf(hosted, request, { url, nowMs: platform.clock.monotonicMs() });
    if (refusal) return refuse(response, ...refusal);
    const clientIp = request.ip.replace(/^::ffff:/, '');
    const cause = request.headers[step]?.toString();
    const keepHeaders = keepHeadersOf(hosted);
    const given = { url, clientIp, scheme: request.protocol, keepHeaders, mount: prefix, cause };
    const perform = () => hosted.mock.server.handle(request.raw, response, given);
    const isEdit = isAdmin(url) && request.method !== 'GET';
    await (isEdit ? host.editAsAdmin(hosted, perform) : perform());
  };

  return async function serve(call: Call): Promise<void> {
    try {
      await answer(call);
    } catch (error) {
      if (error instanceof AppError) return refuse(call.response, error.status, error.message);
      call.request.log.error({ err: error }, 'a mock failed');
      refuse(call.response, 500, 'The mock failed. Try again.');
    }
  };
}

const isAdmin = (url: string): boolean => /^\/__admin(?:[/?]|$)/.test(url);

/** Why a call is not let in; undefined where it is. */
function refusalOf(
  { mock }: HostedMock,
  request: FastifyRequest,
  { url, nowMs }: { url: string; nowMs: number },
): [status: number, message: string] | undefined {
  mock.lastCallMs = nowMs;
  if (!mock.isAdmitted(request.ip)) return [403, 'This mock answers callers of its allowed networks only.'];
  if (!mock.allowance.take(nowMs)) return [429, 'This mock gets more calls a second than it may answer. Slow down.'];
  const { keyHash, settings } = mock.row;
  if (isAdmin(url)) {
    if (keyHash === null) return [401, 'The admin API needs a key. Make one in the settings of the mock.'];
    if (!hasKey(request, keyHash))
      return [401, 'The admin API needs the key of the mock: Authorization: Token KEY, or X-Mock-Key: KEY.'];
  } else if (settingsOf(settings).access === 'key' && (keyHash === null || !hasKey(request, keyHash)))
    return [401, 'This mock needs its key: X-Mock-Key: KEY, or Authorization: Token KEY.'];
  return undefined;
}

const keyHeader = 'x-mock-key';
const tokenIn = (authorization: string | undefined): string | undefined =>
  /^(?:Token|Bearer) (\S+)$/i.exec(authorization ?? '')?.[1];

const hasKey = ({ headers }: FastifyRequest, keyHash: string): boolean =>
  isKey(headers[keyHeader] ?? tokenIn(headers.authorization), keyHash);

function isKey(given: string | string[] | undefined, keyHash: string | null): boolean {
  if (typeof given !== 'string' || keyHash === null) return false;
  const [hash, wanted] = [Buffer.from(hashOfKey(given)), Buffer.from(keyHash)];
  return hash.length === wanted.length && timingSafeEqual(hash, wanted);
}

function refuse(response: ServerResponse, status: number, message: string): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  const body = JSON.stringify({ message });
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Content-Security-Policy': 'sandbox',
    ...(status === 429 || status === 503 ? { 'Retry-After': '1' } : {}),
    // What was not read of the request would be taken for the next one.
    Connection: 'close',
  });
  response.end(body);
}
