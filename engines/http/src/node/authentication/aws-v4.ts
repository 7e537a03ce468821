import { createHash, createHmac } from 'node:crypto';
import type { HeaderList } from '@touchstone/engine-assert/core';
import type { Clock } from '@touchstone/kernel';
import type { HttpAuthentication } from '../../core/plan.ts';
import type { FileSource } from '../body/file-source.ts';
import type { RequestAuthenticator, UnsignedRequest } from './authenticator.ts';
import { hashBody } from './body-hash.ts';

/** AwsCredentials of a step. */
export type AwsCredentials = Extract<HttpAuthentication, { type: 'awsV4' }>;

/** The signed part: the request as sent, with the headers included in the signature. */
export interface AwsRequest {
  method: string;
  /** The path as in the request line. */
  path: string;
  /** The query as in the request line, without `?`. */
  query: string;
  headers: HeaderList;
  payloadHash: string;
}

/** canonicalRequest converts a request to the canonical form that is hashed (AWS Signature Version 4, task 1). */
export function canonicalRequest(request: AwsRequest, service: string): { text: string; signedHeaders: string } {
  const headers = canonicalHeaders(request.headers);
  const signedHeaders = headers.map(([name]) => name).join(';');
  const text = [
    request.method.toUpperCase(),
    canonicalPath(request.path, service),
    canonicalQuery(request.query),
    ...headers.map(([name, value]) => `${name}:${value}`),
    '',
    signedHeaders,
    request.payloadHash,
  ].join('\n');
  return { text, signedHeaders };
}

/** awsAuthorization returns the value of `Authorization`; `amzDate` is the value of `X-Amz-Date`. */
export function awsAuthorization(
  request: AwsRequest,
  credentials: Omit<AwsCredentials, 'type'>,
  amzDate: string,
): string {
  const { accessKeyId, secretAccessKey, region, service } = credentials;
  const { text, signedHeaders } = canonicalRequest(request, service);
  const day = amzDate.slice(0, 8);
  const scope = `${day}/${region}/${service}/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', amzDate, scope, createHash('sha256').update(text).digest('hex')].join('\n');
  let key: Buffer = Buffer.from(`AWS4${secretAccessKey}`);
  for (const part of [day, region, service, 'aws4_request']) key = createHmac('sha256', key).update(part).digest();
  const signature = createHmac('sha256', key).update(toSign).digest('hex');
  return `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${signedHeaders}, Signature=${signature}`;
}

/** S3 signs the path unchanged; every other service normalizes it and encodes it once more. */
function canonicalPath(path: string, service: string): string {
  if (service.toLowerCase() === 's3') return path === '' ? '/' : path;
  const kept: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '..') kept.pop();
    else if (segment !== '' && segment !== '.') kept.push(encodeAws(segment));
  }
  const end = kept.length > 0 && /\/(\.{0,2})$/.test(path) ? '/' : '';
  return `/${kept.join('/')}${end}`;
}

function canonicalQuery(query: string): string {
  return query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const equals = pair.indexOf('=');
      const [key, value] = equals === -1 ? [pair, ''] : [pair.slice(0, equals), pair.slice(equals + 1)];
      return [encodeAws(decode(key)), encodeAws(decode(value))] as const;
    })
    .sort(([leftKey, leftValue], [rightKey, rightValue]) => order(leftKey, rightKey) || order(leftValue, rightValue))
    .map(([key, value]) => `${key}=${value}`)
    .join('&');
}

function canonicalHeaders(headers: HeaderList): [name: string, value: string][] {
  const joined = new Map<string, string[]>();
  for (const [name, value] of headers) {
    const key = name.toLowerCase().trim();
    const text = value.trim().replace(/\s+/g, ' ');
    const known = joined.get(key);
    if (known === undefined) joined.set(key, [text]);
    else known.push(text);
  }
  return [...joined]
    .map(([name, values]): [string, string] => [name, values.join(',')])
    .sort((a, b) => order(a[0], b[0]));
}

function encodeAws(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function order(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** AwsV4Authenticator signs requests for AWS services; bodies are hashed, including streamed ones. */
export class AwsV4Authenticator implements RequestAuthenticator {
  readonly #credentials: AwsCredentials;
  readonly #clock: Clock;
  readonly #files: FileSource | undefined;

  constructor(credentials: AwsCredentials, clock: Clock, files: FileSource | undefined) {
    const trimmed = Object.entries(credentials).map(([key, value]: [string, unknown]) => [
      key,
      typeof value === 'string' ? value.trim() : value,
    ]);
    this.#credentials = Object.fromEntries(trimmed) as AwsCredentials;
    this.#clock = clock;
    this.#files = files;
  }

  async sign(unsigned: UnsignedRequest): Promise<UnsignedRequest> {
    const { method, url, headers, body } = unsigned;
    const { sessionToken, service } = this.#credentials;
    const amzDate = this.#clock
      .now()
      .toISOString()
      .replace(/[-:]|\.\d{3}/g, '');
    const payloadHash = (await hashBody(body, this.#files, createHash('sha256'))).digest('hex');
    const own: HeaderList = [['X-Amz-Date', amzDate]];
    if (service.toLowerCase() === 's3') own.push(['X-Amz-Content-Sha256', payloadHash]);
    if (sessionToken) own.push(['X-Amz-Security-Token', sessionToken]);
    const ownNames = new Set(own.map(([name]) => name.toLowerCase()));
    const sent: HeaderList = [...headers.filter(([name]) => !ownNames.has(name.toLowerCase())), ...own];
    // Only headers that proxies don't change.
    const signed = sent.filter(([name]) => /^(host|content-type|content-md5|x-amz-.*)$/i.test(name));
    const request = { method, path: url.pathname, query: url.search.slice(1), headers: signed, payloadHash };
    const authorization = awsAuthorization(request, this.#credentials, amzDate);
    return { ...unsigned, headers: [...sent, ['Authorization', authorization]] };
  }

  learn(): boolean {
    return false;
  }
}
