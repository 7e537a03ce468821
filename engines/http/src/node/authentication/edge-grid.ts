import { createHash, createHmac, randomUUID } from 'node:crypto';
import type { HeaderList } from '@touchstone/engine-assert/core';
import type { Clock } from '@touchstone/kernel';
import { HttpError } from '../../core/http-error.ts';
import type { EdgeGridSignature } from '../../core/signed-authentication.ts';
import type { FileSource } from '../body/file-source.ts';
import { headerValue } from '../transport/transfer.ts';
import { type RequestAuthenticator, type UnsignedRequest, withHeaders } from './authenticator.ts';
import { hashBody } from './body-hash.ts';

const defaultMaxBodyBytes = 131_072;

/** The parts of a request that EdgeGrid signs. */
export interface EdgeGridRequest {
  method: string;
  scheme: string;
  host: string;
  /** Path and query. */
  resource: string;
  headers: HeaderList;
  /** Base64 SHA-256 of the body for POST; otherwise empty. */
  bodyHash: string;
}

/** edgeGridAuthorization returns the value of `Authorization` (EG1-HMAC-SHA256). */
export function edgeGridAuthorization(
  request: EdgeGridRequest,
  credentials: EdgeGridSignature,
  { timestamp, nonce }: { timestamp: string; nonce: string },
): string {
  const { clientToken, accessToken, clientSecret, headersToSign = '' } = credentials;
  const start = `EG1-HMAC-SHA256 client_token=${clientToken};access_token=${accessToken};timestamp=${timestamp};nonce=${nonce};`;
  const { method, scheme, host, resource, headers, bodyHash } = request;
  const canonical = headersToSign
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .flatMap((name) => {
      const value = headerValue(headers, name)?.trim().replace(/\s+/g, ' ');
      return value ? [`${name}:${value}`] : [];
    });
  const data = [method.toUpperCase(), scheme, host, resource, canonical.join('\t'), bodyHash, start].join('\t');
  return `${start}signature=${hmac(hmac(clientSecret, timestamp), data)}`;
}

const hmac = (key: string, data: string): string => createHmac('sha256', key).update(data).digest('base64');

/** EdgeGridAuthenticator signs each request for Akamai's APIs. */
export class EdgeGridAuthenticator implements RequestAuthenticator {
  readonly #credentials: EdgeGridSignature;
  readonly #clock: Clock;
  readonly #files: FileSource | undefined;

  constructor(credentials: EdgeGridSignature, clock: Clock, files: FileSource | undefined) {
    const { accessToken, clientToken, clientSecret } = credentials;
    this.#credentials = {
      ...credentials,
      accessToken: accessToken.trim(),
      clientToken: clientToken.trim(),
      clientSecret: clientSecret.trim(),
    };
    this.#clock = clock;
    this.#files = files;
  }

  async sign(request: UnsignedRequest): Promise<UnsignedRequest> {
    const { method, url, headers } = request;
    const { host, timestamp, nonce } = this.#credentials;
    const now = this.#clock.now().toISOString();
    const signed: EdgeGridRequest = {
      method,
      scheme: url.protocol.slice(0, -1),
      host: hostOf(host) || headerValue(headers, 'host') || url.host,
      resource: `${url.pathname}${url.search}`,
      headers,
      bodyHash: await this.#bodyHash(request),
    };
    const value = edgeGridAuthorization(signed, this.#credentials, {
      timestamp: timestamp?.trim() || `${now.slice(0, 10).replaceAll('-', '')}${now.slice(10, 19)}+0000`,
      nonce: nonce?.trim() || randomUUID(),
    });
    return withHeaders(request, ['Authorization', value]);
  }

  learn(): boolean {
    return false;
  }

  async #bodyHash({ method, body }: UnsignedRequest): Promise<string> {
    const isEmpty = body.kind === 'none' || (body.kind === 'bytes' && body.bytes.length === 0);
    if (method.toUpperCase() !== 'POST' || isEmpty) return '';
    const hash = await hashBody(body, this.#files, createHash('sha256'), this.#maxBodyBytes());
    return hash.digest('base64');
  }

  #maxBodyBytes(): number {
    const written = this.#credentials.maxBodyBytes?.trim() || String(defaultMaxBodyBytes);
    if (/^\d{1,12}$/.test(written)) return Number(written);
    throw new HttpError(
      'AUTHENTICATION',
      'The largest signed body of the EdgeGrid authentication is no number. Enter bytes, such as 131072.',
    );
  }
}

/** Users may enter the whole base address instead of the host. */
const hostOf = (written: string | undefined): string =>
  (written ?? '')
    .trim()
    .replace(/^[a-z]+:\/\//i, '')
    .replace(/[/?#].*$/, '');
