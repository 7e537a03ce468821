import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '@touchstone/kernel';
import { HttpError } from '../../core/http-error.ts';
import type { ReceivedResponse } from '../../core/result.ts';
import type { HawkSignature } from '../../core/signed-authentication.ts';
import type { FileSource } from '../body/file-source.ts';
import { headerValue } from '../transport/transfer.ts';
import { type RequestAuthenticator, type UnsignedRequest, withHeaders } from './authenticator.ts';
import { hashBody } from './body-hash.ts';
import { parseChallenges } from './challenges.ts';

/** HawkArtifacts are the fields covered by Hawk's message authentication code. */
export interface HawkArtifacts {
  timestamp: string;
  nonce: string;
  method: string;
  /** Path and query. */
  resource: string;
  host: string;
  port: string;
  hash?: string | undefined;
  ext?: string | undefined;
  app?: string | undefined;
  dlg?: string | undefined;
}

type HawkKey = Pick<HawkSignature, 'key' | 'algorithm'>;

/** hawkMac computes the message authentication code of a request (`header`) or a response (`response`). */
export function hawkMac(kind: 'header' | 'response', artifacts: HawkArtifacts, { key, algorithm }: HawkKey): string {
  const { timestamp, nonce, method, resource, host, port, hash, ext, app, dlg } = artifacts;
  const lines = [
    `hawk.1.${kind}`,
    timestamp,
    nonce,
    method.toUpperCase(),
    resource,
    host.toLowerCase(),
    port,
    hash ?? '',
    (ext ?? '').replaceAll('\\', '\\\\').replaceAll('\n', '\\n'),
    ...(app ? [app, dlg ?? ''] : []),
  ];
  return createHmac(algorithm, key)
    .update(`${lines.join('\n')}\n`)
    .digest('base64');
}

/** payloadStart returns the prefix of the payload in its hash. */
const payloadStart = (contentType: string | undefined): string =>
  `hawk.1.payload\n${(contentType ?? '').split(';', 1)[0]!.trim().toLowerCase()}\n`;

/** hawkPayloadHash hashes a payload in memory, with its content type. */
export function hawkPayloadHash(
  payload: Uint8Array | string,
  contentType: string | undefined,
  algorithm: HawkSignature['algorithm'],
): string {
  return createHash(algorithm).update(payloadStart(contentType)).update(payload).update('\n').digest('base64');
}

/**
 * HawkAuthenticator signs each request, corrects its clock once by the server's, and verifies the server's signature on
 * demand.
 */
export class HawkAuthenticator implements RequestAuthenticator {
  readonly #credentials: HawkSignature;
  readonly #clock: Clock;
  readonly #files: FileSource | undefined;
  readonly #clockOffsetsMs: Map<string, number>;
  #signed: HawkArtifacts | undefined;

  constructor(
    credentials: HawkSignature,
    context: { clock: Clock; files: FileSource | undefined; clockOffsetsMs: Map<string, number> },
  ) {
    this.#credentials = { ...credentials, keyId: credentials.keyId.trim() };
    this.#clock = context.clock;
    this.#files = context.files;
    this.#clockOffsetsMs = context.clockOffsetsMs;
  }

  async sign(request: UnsignedRequest): Promise<UnsignedRequest> {
    const { method, url, headers } = request;
    const { keyId, ext, app, dlg, nonce, timestamp } = this.#credentials;
    const { host, port } = authorityOf(url, headerValue(headers, 'host'));
    const nowMs = this.#clock.now().getTime() + (this.#clockOffsetsMs.get(url.origin) ?? 0);
    const artifacts: HawkArtifacts = {
      timestamp: timestamp?.trim() || String(Math.floor(nowMs / 1000)),
      nonce: nonce?.trim() || randomBytes(6).toString('base64url'),
      method,
      resource: `${url.pathname}${url.search}`,
      host,
      port,
      ext,
      app,
      dlg,
      hash: await this.#payloadHash(request),
    };
    this.#signed = artifacts;
    const parts: [string, string | undefined][] = [
      ['id', keyId],
      ['ts', artifacts.timestamp],
      ['nonce', artifacts.nonce],
      ['hash', artifacts.hash],
      ['ext', ext],
      ['mac', hawkMac('header', artifacts, this.#credentials)],
      ['app', app],
      ['dlg', app ? dlg : undefined],
    ];
    const written = parts.filter(([, value]) => value).map(([name, value]) => `${name}=${quoted(value!)}`);
    return withHeaders(request, ['Authorization', `Hawk ${written.join(', ')}`]);
  }

  learn(response: ReceivedResponse, { url }: UnsignedRequest): boolean {
    if (response.status === 401) return this.#learnClock(response, url);
    if (this.#credentials.verifyServer) this.#assertServer(response);
    return false;
  }

  /** A server with a different clock reports its time, signed with our key. */
  #learnClock({ headers }: ReceivedResponse, { origin }: URL): boolean {
    const { key, algorithm, timestamp } = this.#credentials;
    if (timestamp?.trim() || this.#clockOffsetsMs.has(origin)) return false;
    const values = headers.filter(([name]) => name.toLowerCase() === 'www-authenticate').map(([, value]) => value);
    const { ts, tsm } = parseChallenges(values).find(({ scheme }) => scheme === 'hawk')?.params ?? {};
    if (ts === undefined || tsm === undefined || !/^\d{1,12}$/.test(ts)) return false;
    const expected = createHmac(algorithm, key).update(`hawk.1.ts\n${ts}\n`).digest('base64');
    if (!isSame(expected, tsm)) return false;
    this.#clockOffsetsMs.set(origin, Number(ts) * 1000 - this.#clock.now().getTime());
    return true;
  }

  #assertServer({ headers, body }: ReceivedResponse): void {
    const fail = (reason: string) => new HttpError('AUTHENTICATION', `The server's Hawk signature ${reason}`);
    const written = headerValue(headers, 'server-authorization');
    if (written === undefined) throw fail('is missing: the response has no header Server-Authorization.');
    const { mac, hash, ext } = parseChallenges([written])[0]?.params ?? {};
    const artifacts = { ...this.#signed!, hash, ext };
    if (mac === undefined || !isSame(hawkMac('response', artifacts, this.#credentials), mac))
      throw fail('is not valid. Check the key, or who answered.');
    if (hash === undefined) return;
    if (body.truncated) throw fail('cannot be checked: the response is larger than what is kept of it.');
    if (!isSame(hawkPayloadHash(body.bytes, body.contentType, this.#credentials.algorithm), hash))
      throw fail('is not that of this body. It was changed on its way.');
  }

  async #payloadHash({ headers, body }: UnsignedRequest): Promise<string | undefined> {
    const { includePayloadHash, algorithm } = this.#credentials;
    if (!includePayloadHash) return undefined;
    const hash = createHash(algorithm).update(payloadStart(headerValue(headers, 'content-type')));
    return (await hashBody(body, this.#files, hash)).update('\n').digest('base64');
  }
}

function authorityOf(url: URL, header: string | undefined): { host: string; port: string } {
  const [, host = url.hostname, port] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec((header ?? url.host).trim()) ?? [];
  return { host, port: port ?? (url.protocol === 'https:' ? '443' : '80') };
}

const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

function isSame(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
