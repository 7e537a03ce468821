import { createHash, randomBytes } from 'node:crypto';
import type { HeaderList } from '@touchstone/engine-assert/core';
import type { ReceivedResponse } from '../../core/result.ts';
import type { FileSource } from '../body/file-source.ts';
import { type RequestAuthenticator, type UnsignedRequest, withHeaders } from './authenticator.ts';
import { hashBody } from './body-hash.ts';
import { parseChallenges } from './challenges.ts';

/** DigestChallenge contains the parameters of a server's challenge (RFC 7616 §3.3). */
export interface DigestChallenge {
  realm: string;
  nonce: string;
  opaque: string | undefined;
  /** As written by the server; MD5 if absent. */
  algorithm: string | undefined;
  qop: 'auth' | 'auth-int' | undefined;
  userhash: boolean;
  stale: boolean;
}

const hashes = new Map([
  ['md5', 'md5'],
  ['sha-256', 'sha256'],
  ['sha-512-256', 'sha512-256'],
]);

/**
 * findDigestChallenge returns the first digest challenge with a supported algorithm; servers list them by preference.
 */
export function findDigestChallenge(values: readonly string[]): DigestChallenge | undefined {
  for (const { scheme, params } of parseChallenges(values)) {
    if (scheme !== 'digest' || params.nonce === undefined) continue;
    const algorithm = params.algorithm;
    if (!hashes.has(baseAlgorithm(algorithm))) continue;
    const offered = params.qop?.split(',').map((item) => item.trim().toLowerCase());
    const qop = offered?.includes('auth') ? 'auth' : offered?.includes('auth-int') ? 'auth-int' : undefined;
    if (offered !== undefined && qop === undefined) continue;
    return {
      realm: params.realm ?? '',
      nonce: params.nonce,
      opaque: params.opaque,
      algorithm,
      qop,
      userhash: params.userhash?.toLowerCase() === 'true',
      stale: params.stale?.toLowerCase() === 'true',
    };
  }
  return undefined;
}

function baseAlgorithm(algorithm: string | undefined): string {
  return (algorithm ?? 'MD5').toLowerCase().replace(/-sess$/, '');
}

/** Input of one digest. */
export interface DigestInput {
  challenge: DigestChallenge;
  username: string;
  password: string;
  method: string;
  uri: string;
  cnonce: string;
  count: number;
  /** Hash of the body, for `auth-int`. */
  bodyHash: string | undefined;
}

/** digestAuthorization returns the value of `Authorization` (RFC 7616 §3.4; RFC 2069 if the server offers no qop). */
export function digestAuthorization(input: DigestInput): string {
  const { challenge, username, password, method, uri, cnonce } = input;
  const { realm, nonce, opaque, algorithm, qop } = challenge;
  const hash = (text: string) => createHash(hashOf(algorithm)).update(text, 'utf8').digest('hex');
  const nc = input.count.toString(16).padStart(8, '0');
  const isSession = /-sess$/i.test(algorithm ?? '');
  const secret = hash(`${username}:${realm}:${password}`);
  const ha1 = isSession ? hash(`${secret}:${nonce}:${cnonce}`) : secret;
  const ha2 = hash(qop === 'auth-int' ? `${method}:${uri}:${input.bodyHash ?? ''}` : `${method}:${uri}`);
  const response = hash(qop === undefined ? `${ha1}:${nonce}:${ha2}` : `${ha1}:${nonce}:${nc}:${cnonce}:${qop}:${ha2}`);
  const parts = [
    nameParam(username, realm, challenge.userhash ? hash : undefined),
    `realm=${quoted(realm)}`,
    `nonce=${quoted(nonce)}`,
    `uri=${quoted(uri)}`,
    `response="${response}"`,
    ...(algorithm === undefined ? [] : [`algorithm=${algorithm}`]),
    ...(opaque === undefined ? [] : [`opaque=${quoted(opaque)}`]),
    ...(qop === undefined ? [] : [`qop=${qop}`, `nc=${nc}`]),
    ...(qop === undefined && !isSession ? [] : [`cnonce=${quoted(cnonce)}`]),
    ...(challenge.userhash ? ['userhash=true'] : []),
  ];
  return `Digest ${parts.join(', ')}`;
}

function hashOf(algorithm: string | undefined): string {
  return hashes.get(baseAlgorithm(algorithm)) ?? 'md5';
}

function nameParam(username: string, realm: string, hash: ((text: string) => string) | undefined): string {
  if (hash !== undefined) return `username="${hash(`${username}:${realm}`)}"`;
  if (/^[\u0020-\u007e]*$/.test(username)) return `username=${quoted(username)}`;
  // RFC 7616 §3.4: a non-ASCII name is encoded by RFC 5987.
  return `username*=UTF-8''${encodeURIComponent(username).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)}`;
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

interface KnownNonce {
  challenge: DigestChallenge;
  count: number;
  /** The same for all requests with a nonce, as `-sess` requires. */
  cnonce: string;
}

/** DigestNonces keeps a session's nonces, so that only the first request to a server is rejected. */
export class DigestNonces {
  readonly #known = new Map<string, KnownNonce>();

  find(url: URL, username: string): KnownNonce | undefined {
    return this.#known.get(keyOf(url, username));
  }

  keep(url: URL, username: string, challenge: DigestChallenge): void {
    const cnonce = randomBytes(16).toString('base64url');
    this.#known.set(keyOf(url, username), { challenge, count: 0, cnonce });
  }
}

function keyOf(url: URL, username: string): string {
  return `${url.origin} ${username}`;
}

/** DigestAuthenticator answers a server's digest challenges. */
export class DigestAuthenticator implements RequestAuthenticator {
  readonly #credentials: { username: string; password: string };
  readonly #nonces: DigestNonces;
  readonly #files: FileSource | undefined;
  #signedNonce: string | undefined;

  constructor(
    credentials: { username: string; password: string },
    nonces: DigestNonces,
    files: FileSource | undefined,
  ) {
    this.#credentials = credentials;
    this.#nonces = nonces;
    this.#files = files;
  }

  async sign(request: UnsignedRequest): Promise<UnsignedRequest> {
    const { method, url, body } = request;
    const { username, password } = this.#credentials;
    const known = this.#nonces.find(url, username);
    this.#signedNonce = known?.challenge.nonce;
    if (known === undefined) return request;
    // Incremented before any await: no two requests may use the same count.
    known.count += 1;
    const { challenge, count, cnonce } = known;
    const needsBody = challenge.qop === 'auth-int';
    const bodyHash = needsBody
      ? (await hashBody(body, this.#files, createHash(hashOf(challenge.algorithm)))).digest('hex')
      : undefined;
    const uri = `${url.pathname}${url.search}`;
    const value = digestAuthorization({ challenge, username, password, method, uri, cnonce, count, bodyHash });
    return withHeaders(request, ['Authorization', value]);
  }

  learn({ status, headers }: ReceivedResponse, { url }: UnsignedRequest): boolean {
    const { username } = this.#credentials;
    if (status !== 401) {
      this.#takeNextNonce(headers, url);
      return false;
    }
    const challenge = findDigestChallenge(valuesOf(headers, 'www-authenticate'));
    if (challenge === undefined) return false;
    const isRefused = this.#signedNonce === challenge.nonce && !challenge.stale;
    if (isRefused) return false;
    this.#nonces.keep(url, username, challenge);
    return true;
  }

  /** RFC 7616 §3.5: the server may announce its next nonce. */
  #takeNextNonce(headers: HeaderList, url: URL): void {
    const { username } = this.#credentials;
    const known = this.#nonces.find(url, username);
    const info = valuesOf(headers, 'authentication-info').map((value) => `Info ${value}`);
    const nonce = parseChallenges(info)[0]?.params.nextnonce;
    if (known === undefined || nonce === undefined || nonce === known.challenge.nonce) return;
    this.#nonces.keep(url, username, { ...known.challenge, nonce, stale: false });
  }
}

function valuesOf(headers: HeaderList, name: string): string[] {
  return headers.filter(([key]) => key.toLowerCase() === name).map(([, value]) => value);
}
