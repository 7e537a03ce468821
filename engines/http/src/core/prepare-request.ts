import type { HeaderList } from '@touchstone/engine-assert/core';
import { buildUrl } from './build-url.ts';
import { operationToRun } from './graphql/graphql-document.ts';
import { HttpError } from './http-error.ts';
import type { FormField, HttpBody, HttpStep, KeyValue, SubscriptionTransport } from './plan.ts';

/** PreparedBody is the body as sent: bytes, or a streamed form or file. */
export type PreparedBody =
  | { kind: 'none' }
  | { kind: 'bytes'; bytes: Uint8Array; contentType: string }
  | { kind: 'multipart'; fields: FormField[]; boundary: string; contentType: string }
  /** A GraphQL operation as JSON, sent over a WebSocket once it is open. */
  | { kind: 'subscription'; bytes: Uint8Array; contentType: string }
  /** One file; without a content type the file's own is sent. */
  | { kind: 'file'; fileId: string; contentType: string };

/** PreparedRequest is a step ready to send: address, headers in the user's order, body. */
export interface PreparedRequest {
  method: string;
  url: URL;
  headers: HeaderList;
  body: PreparedBody;
  /** Lower-case names of headers with credentials, which are dropped when a redirect leaves the origin. */
  secretHeaders: string[];
}

const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const encoder = new TextEncoder();

/**
 * prepareRequest makes the request of a step whose variables are already replaced. Headers keep order, case and
 * duplicates; a default is added only if the user set none. Throws INVALID_URL, INVALID_HEADER, INVALID_BODY or
 * UNRESOLVED_VARIABLE.
 */
export function prepareRequest(
  step: HttpStep,
  options: { userAgent: string; boundary: () => string },
): PreparedRequest {
  if (!token.test(step.method)) {
    throw new HttpError(
      'PROTOCOL',
      `The method ${JSON.stringify(step.method)} is not valid. Use a word such as GET or POST.`,
    );
  }
  const { authentication } = step;
  const keyInQuery = authentication.type === 'apiKey' && authentication.in === 'query';
  const queryParams = keyInQuery
    ? [...step.queryParams, { key: authentication.key, value: authentication.value }]
    : step.queryParams;
  const accept = step.headers.find(({ key }) => /^accept$/i.test(key.trim()))?.value;
  const subscription = subscriptionTransport(step.body, accept);
  const isSocket = subscription === 'webSocket';
  const address = isSocket ? withoutSocket(step.url) : step.url;
  const { url, credentials } = buildUrl({ url: address, queryParams, pathParams: step.pathParams });
  const headers = step.headers.map(({ key, value }): [string, string] => [key.trim(), value]);
  for (const [name, value] of headers) assertHeader(name, value);
  const has = (name: string) => headers.some(([key]) => key.toLowerCase() === name.toLowerCase());
  const secretHeaders = ['authorization', 'cookie', 'proxy-authorization'];

  const header = authenticationHeader(step, credentials);
  if (header !== undefined && !has(header[0])) {
    assertHeader(...header);
    headers.push(header);
    secretHeaders.push(header[0].toLowerCase());
  }
  const body = prepareBody(step, { boundary: options.boundary, isSocket });
  if (subscription === 'serverSentEvents' && accept === undefined) headers.push(['Accept', 'text/event-stream']);
  if (body.kind !== 'none' && !isSocket && !has('Content-Type')) headers.push(['Content-Type', body.contentType]);
  if (body.kind === 'multipart') useOwnBoundary(headers, body);
  if (!has('Host')) headers.unshift(['Host', url.host]);
  if (!has('User-Agent')) headers.push(['User-Agent', options.userAgent]);
  if (!has('Accept')) headers.push(['Accept', '*/*']);
  if (!has('Accept-Encoding')) headers.push(['Accept-Encoding', 'gzip, deflate, br']);
  if (!has('Connection')) headers.push(['Connection', 'keep-alive']);
  return { method: isSocket ? 'GET' : step.method, url, headers, body, secretHeaders };
}

/** The handshake of a WebSocket is an HTTP request. */
const withoutSocket = (url: string): string => url.replace(/^(\s*)ws(s?:\/\/)/i, '$1http$2');

/**
 * subscriptionTransport returns how the results of a body's operation are delivered; undefined if it isn't a
 * subscription.
 */
export function subscriptionTransport(body: HttpBody, accept: string | undefined): SubscriptionTransport | undefined {
  if (body.type !== 'graphql') return undefined;
  if (operationToRun(body.query, body.operationName)?.kind !== 'subscription') return undefined;
  return body.subscription ?? (/text\/event-stream/i.test(accept ?? '') ? 'serverSentEvents' : 'webSocket');
}

/** encodeBase64 encodes a string as UTF-8 and Base64, for example for Basic credentials. */
export function encodeBase64(text: string): string {
  let binary = '';
  for (const byte of encoder.encode(text)) binary += String.fromCharCode(byte);
  return btoa(binary);
}

function authenticationHeader(
  { authentication }: HttpStep,
  credentials: { username: string; password: string } | undefined,
): [string, string] | undefined {
  switch (authentication.type) {
    case 'basic':
      return ['Authorization', `Basic ${encodeBase64(`${authentication.username}:${authentication.password}`)}`];
    case 'bearer':
      return ['Authorization', `Bearer ${authentication.token.trim()}`];
    case 'oauth2':
      return ['Authorization', `${authentication.tokenType.trim() || 'Bearer'} ${authentication.token.trim()}`];
    case 'apiKey':
      return authentication.in === 'header' ? [authentication.key.trim(), authentication.value] : undefined;
    default:
      if (credentials === undefined) return undefined;
      return ['Authorization', `Basic ${encodeBase64(`${credentials.username}:${credentials.password}`)}`];
  }
}

function assertHeader(name: string, value: string): void {
  if (/[\r\n]/.test(name) || /[\r\n]/.test(value)) {
    const label = JSON.stringify(name.split(/[\r\n]/, 1)[0]);
    throw new HttpError('INVALID_HEADER', `The header ${label} contains a line break. Remove it.`);
  }
  if (!token.test(name)) {
    const message =
      name === ''
        ? 'A header has a value but no name. Enter its name or remove the row.'
        : `The header name ${JSON.stringify(name)} is not valid. Use letters, digits and hyphens.`;
    throw new HttpError('INVALID_HEADER', message);
  }
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(value)) {
    throw new HttpError('INVALID_HEADER', `The value of the header ${name} contains a control character. Remove it.`);
  }
}

const textTypes = { json: 'application/json', xml: 'application/xml', text: 'text/plain; charset=utf-8' } as const;

function prepareBody(
  { body, method }: HttpStep,
  { boundary, isSocket }: { boundary: () => string; isSocket: boolean },
): PreparedBody {
  switch (body.type) {
    case 'none':
      return { kind: 'none' };
    case 'urlencoded': {
      const text = encodeForm(body.fields);
      return { kind: 'bytes', bytes: encoder.encode(text), contentType: 'application/x-www-form-urlencoded' };
    }
    case 'form': {
      const mark = boundary();
      return {
        kind: 'multipart',
        fields: body.fields,
        boundary: mark,
        contentType: `multipart/form-data; boundary=${mark}`,
      };
    }
    case 'graphql':
      return {
        kind: isSocket ? 'subscription' : 'bytes',
        bytes: encoder.encode(graphqlText(body)),
        contentType: 'application/json',
      };
    case 'binary':
      return { kind: 'file', fileId: body.fileId, contentType: body.contentType?.trim() || 'application/octet-stream' };
    default:
      // An empty editor on a GET means no body.
      if (body.content === '' && (method === 'GET' || method === 'HEAD')) return { kind: 'none' };
      return { kind: 'bytes', bytes: encoder.encode(body.content), contentType: textTypes[body.type] };
  }
}

/** Variables are inserted as written, so that long numbers stay exact. */
function graphqlText({ query, variables, operationName }: Extract<HttpBody, { type: 'graphql' }>): string {
  if (query.trim() === '')
    throw new HttpError('INVALID_BODY', 'The GraphQL query is empty. Enter a query, a mutation or a subscription.');
  const written = variables.trim();
  const head = JSON.stringify({ query, ...(operationName ? { operationName } : {}) });
  return written === '' ? head : `${head.slice(0, -1)},"variables":${assertJsonObject(written)}}`;
}

function assertJsonObject(text: string): string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new HttpError('INVALID_BODY', `The GraphQL variables are not valid JSON: ${reason}. Correct them.`, error);
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw new HttpError('INVALID_BODY', 'The GraphQL variables must be one JSON object, such as {"id": 1}.');
  }
  return text;
}

function encodeForm(fields: readonly KeyValue[]): string {
  return new URLSearchParams(fields.map(({ key, value }): [string, string] => [key, value])).toString();
}

/** A hand-written `multipart/form-data` without a boundary can't be parsed by any server. */
function useOwnBoundary(headers: HeaderList, body: { boundary: string }): void {
  for (const entry of headers) {
    if (entry[0].toLowerCase() !== 'content-type' || !/^multipart\//i.test(entry[1])) continue;
    const written = /boundary="?([^";]+)"?/i.exec(entry[1])?.[1];
    if (written === undefined) entry[1] = `${entry[1].replace(/;\s*$/, '')}; boundary=${body.boundary}`;
    else body.boundary = written;
  }
}
