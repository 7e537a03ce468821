import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Upgrade } from '@touchstone/engine-mock';
import { AppError } from '@touchstone/kernel';
import type { FastifyBaseLogger } from 'fastify';
import type { Platform } from '../../../../platform/platform.ts';
import { NotReached } from '../../../../platform/processes/process-calls.ts';
import { withoutOwnCookies } from '../../domain/mock-headers.ts';
import { settingsOf } from '../../domain/mock-settings.ts';
import { virtualizationErrors } from '../../errors.ts';
import { hashOfKey } from '../projects/mocks.ts';
import { type ForwardedCall, forwardCall, forwardedHeader, forwardUpgrade } from './forward-call.ts';
import type { HostedMock, MockHost } from './mock-host.ts';
import { ServedElsewhere } from './served-elsewhere.ts';

/** A call to a mock, however it arrived. */
export interface MockCall {
  request: IncomingMessage;
  response: ServerResponse;
  key: string;
  /** The mock's base: its path at the product's address, empty on its own host name, `:PORT` on its own port. */
  mount: string;
  /** Path and query as the mock sees them. */
  url: string;
  clientIp: string;
  scheme: string;
  /** The connection, if the request asks for a WebSocket. */
  upgrade?: Upgrade | undefined;
  log: Pick<FastifyBaseLogger, 'error'>;
}
/** ServeCall answers a call to a mock; never rejects. */
export type ServeCall = (call: MockCall) => Promise<void>;

const knownMs = 2000;
const tries = 20;
const betweenTriesMs = 100;

/** createServeCall answers calls to mocks, if the mock's networks, rate limit and key permit. */
export function createServeCall({ platform, host }: { platform: Platform; host: MockHost }): ServeCall {
  const { processes } = platform;
  const mark = platform.engineMark.name.toLowerCase();
  const step = platform.stepReferences.name.toLowerCase();
  /** Headers of the product and the mock's key, which neither stubs nor upstreams may see. */
  const dropped = [mark, step, keyHeader, forwardedHeader];
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

  const answer = async ({ request, response, key, mount, url, scheme, ...call }: MockCall): Promise<void> => {
    const hosted = await host.find(key);
    if (!hosted) return refuse(response, 404, 'No mock has this address. It may have been changed or deleted.');
    const clientIp = call.clientIp.replace(/^::ffff:/, '');
    const refusal = refusalOf(hosted, request, { url, clientIp, nowMs: platform.clock.monotonicMs() });
    if (refusal) return refuse(response, ...refusal);
    const cause = request.headers[step]?.toString();
    const keepHeaders = keepHeadersOf(hosted);
    const admitsMessage = () => {
      hosted.mock.lastCallMs = platform.clock.monotonicMs();
      return hosted.mock.allowance.take(hosted.mock.lastCallMs);
    };
    const given = { url, clientIp, scheme, keepHeaders, mount, cause, upgrade: call.upgrade, admitsMessage };
    const perform = () => hosted.mock.server.handle(request, response, given);
    const isEdit = isAdmin(url) && request.method !== 'GET';
    await (isEdit ? host.editAsAdmin(hosted, perform) : perform());
  };

  /** The process that hosted a mock a moment ago. */
  const elsewhere = new Map<string, { process: string; address: string; untilMs: number }>();

  const forward = async (call: MockCall, process: string): Promise<void> => {
    const known = elsewhere.get(call.key);
    const address = known?.process === process ? known.address : await processes.addressOf(process);
    if (address === undefined) throw new NotReached();
    elsewhere.set(call.key, { process, address, untilMs: platform.clock.monotonicMs() + knownMs });
    const there = { address, to: process, processes };
    await (call.upgrade ? forwardUpgrade(call, call.upgrade, there) : forwardCall(call, there));
  };

  /** Whether a call was answered, here or there; false if the hosting process has just ended. */
  const attempt = async (call: MockCall): Promise<boolean> => {
    const known = elsewhere.get(call.key);
    try {
      if (known !== undefined && known.untilMs > platform.clock.monotonicMs()) await forward(call, known.process);
      else
        await answer(call).catch((error: unknown) => {
          if (!(error instanceof ServedElsewhere)) throw error;
          return forward(call, error.process);
        });
      return true;
    } catch (error) {
      elsewhere.delete(call.key);
      if (!(error instanceof NotReached)) throw error;
      return false;
    }
  };

  const answerAnywhere = async (call: MockCall): Promise<void> => {
    const { request, key } = call;
    const header = request.headers[forwardedHeader];
    const given = typeof header === 'string' ? processes.open<ForwardedCall>(header) : undefined;
    // A forwarded call is answered here or not at all.
    if (given?.method === request.method && given?.key === key) return answer({ ...call, ...given });
    for (let tried = 0; tried < tries; tried += 1) {
      if (await attempt(call)) return;
      // Its mocks become free once the database notices that it ended.
      await pause(betweenTriesMs);
    }
    throw new AppError(virtualizationErrors.servedElsewhere);
  };

  return async function serve(call: MockCall): Promise<void> {
    try {
      await answerAnywhere(call);
    } catch (error) {
      if (error instanceof AppError) return refuse(call.response, error.status, error.message);
      call.log.error({ err: error }, 'a mock failed');
      refuse(call.response, 500, 'The mock failed. Try again.');
    }
  };
}

const isAdmin = (url: string): boolean => /^\/__admin(?:[/?]|$)/.test(url);

/** Why a call is refused; undefined if it isn't. */
function refusalOf(
  { mock }: HostedMock,
  request: IncomingMessage,
  { url, clientIp, nowMs }: { url: string; clientIp: string; nowMs: number },
): [status: number, message: string] | undefined {
  mock.lastCallMs = nowMs;
  if (!mock.isAdmitted(clientIp)) return [403, 'This mock answers callers of its allowed networks only.'];
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

const hasKey = ({ headers }: IncomingMessage, keyHash: string): boolean =>
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
    // Unread parts of the request would be taken for the next one; HTTP/2 has a stream per request.
    ...(response.req.httpVersionMajor < 2 ? { Connection: 'close' } : {}),
  });
  response.end(body);
}
