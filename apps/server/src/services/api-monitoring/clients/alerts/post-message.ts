import { createHmac } from 'node:crypto';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import type { DeliveryAttempt } from '@touchstone/contracts/api-monitoring';
import { type AddressPolicy, checkedLookup, systemResolver } from '@touchstone/engine-http';
import type { Platform } from '../../../../platform/platform.ts';
import type { ChannelRequest } from '../../domain/alerts/channel-request.ts';
import { isPermanent, retryAfterMs } from '../../domain/alerts/retry.ts';

const timeoutMs = 15_000;
const maxBytes = 4096;
const maxAnswer = 1000;

/** The outcome of one attempt. */
export interface PostOutcome extends DeliveryAttempt {
  /** Whether the same message would be refused again. */
  isPermanent: boolean;
  waitMs: number | undefined;
}

/**
 * signatureOf signs a message: `t=<seconds>,v1=<HMAC-SHA256 of "<seconds>.<body>" in hex>`. Receivers recompute it with
 * the channel's secret over the raw bytes, and reject old timestamps.
 */
export function signatureOf(secret: string, body: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000);
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}

/**
 * createPostMessage posts messages to user-supplied addresses: applies the address policy, follows no redirects,
 * truncates responses.
 */
export function createPostMessage({
  platform,
  policyOf,
}: {
  platform: Pick<Platform, 'clock' | 'engineMark'>;
  policyOf: () => AddressPolicy;
}) {
  const { clock, engineMark } = platform;
  return async function postMessage(
    { url, headers, body, secret }: ChannelRequest,
    { key, hidden }: { key: string; hidden: readonly string[] },
  ): Promise<PostOutcome> {
    const at = clock.now();
    const started = clock.monotonicMs();
    const sent = {
      ...headers,
      'user-agent': 'Touchstone/0.1.0',
      'idempotency-key': key,
      [engineMark.name]: engineMark.value,
      ...(secret !== undefined && { 'touchstone-signature': signatureOf(secret, body, at) }),
    };
    const done = (rest: Omit<PostOutcome, 'at' | 'durationMs'>): PostOutcome => ({
      ...rest,
      at: at.toISOString(),
      durationMs: Math.round(clock.monotonicMs() - started),
    });
    const masked = (text: string) => hidden.reduce((all, part) => all.replaceAll(part, '••••'), text);
    try {
      const { status, answer, retryAfter } = await exchange(new URL(url), { headers: sent, body, policy: policyOf() });
      const isDelivered = status >= 200 && status < 300;
      return done({
        isDelivered,
        status,
        message: isDelivered ? null : `It answered with status ${status}.`,
        answer: answer === '' ? null : masked(answer).slice(0, maxAnswer),
        isPermanent: !isDelivered && isPermanent(status),
        waitMs: retryAfterMs(retryAfter, at),
      });
    } catch (error) {
      const { code, message } = error as { code?: string; message: string };
      return done({
        isDelivered: false,
        status: null,
        message: masked(message),
        answer: null,
        isPermanent: code === 'ADDRESS_REFUSED' || code === 'ERR_INVALID_URL',
        waitMs: undefined,
      });
    }
  };
}
/** PostMessage posts a message and returns the outcome; never throws. */
export type PostMessage = ReturnType<typeof createPostMessage>;

interface Sent {
  headers: Record<string, string>;
  body: string;
  policy: AddressPolicy;
}

function exchange(
  url: URL,
  { headers, body, policy }: Sent,
): Promise<{ status: number; answer: string; retryAfter: string | undefined }> {
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const family = isIP(host);
  const verdict = family === 0 || policy.allows(host, family === 6 ? 6 : 4, port, host);
  if (verdict !== true) return Promise.reject(Object.assign(new Error(String(verdict)), { code: 'ADDRESS_REFUSED' }));
  const lookup = checkedLookup({ policy, port, resolve: systemResolver, onResolved: () => undefined });
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const signal = AbortSignal.timeout(timeoutMs);
    const options = { method: 'POST', agent: false as const, lookup, signal };
    const request = send(
      url,
      { ...options, headers: { ...headers, 'content-length': Buffer.byteLength(body) } },
      (response) => {
        readStart(response).then(
          (answer) =>
            resolve({ status: response.statusCode ?? 0, answer, retryAfter: response.headers['retry-after'] }),
          fail,
        );
      },
    );
    const fail = (error: Error) =>
      reject(signal.aborted ? new Error(`No answer within ${timeoutMs / 1000} seconds.`) : error);
    request.on('error', fail);
    request.end(body);
  });
}

/** Reads the start of a response without waiting for the rest. */
async function readStart(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    parts.push(part);
    size += part.length;
    if (size >= maxBytes) break;
  }
  return Buffer.concat(parts).subarray(0, maxBytes).toString('utf8').replaceAll('\0', '');
}
