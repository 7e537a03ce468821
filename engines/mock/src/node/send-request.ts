import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { type RequestOptions, request as requestHttps } from 'node:https';
import { type AddressPolicy, assertLiteralAllowed, checkedLookup, systemResolver } from '@touchstone/engine-http';

/** A request that the mock itself sends, to an upstream or as a callback. */
export interface OutgoingRequest {
  method: string;
  url: string;
  headers: (readonly [name: string, value: string])[];
  body: Uint8Array | undefined;
}

/** IncomingAnswer is a received response with its complete body as sent. */
export interface IncomingAnswer {
  status: number;
  statusMessage: string;
  headers: [name: string, value: string][];
  body: Uint8Array;
}

const answerLimit = 64 * 1024 * 1024;
const connectionHeaders = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'te',
  'trailer',
  'upgrade',
  'host',
  'content-length',
]);

/** withoutConnectionHeaders removes hop-by-hop headers. */
export const withoutConnectionHeaders = <Header extends readonly [string, string]>(
  headers: readonly Header[],
): Header[] => headers.filter(([name]) => !connectionHeaders.has(name.toLowerCase()));

/** How requests are sent. */
export interface OutgoingOptions {
  /** Decides where requests may go; without it, anywhere. */
  policy?: AddressPolicy | undefined;
  /** A header added to each request, replacing any with that name. */
  mark?: { name: string; value: string } | undefined;
  /** Whether the other side may present an untrusted certificate; default false. */
  acceptsAnyCertificate?: boolean | undefined;
  /** Default one minute. */
  timeoutMs?: number;
}

/**
 * sendRequest sends a request to an address that the policy allows (any address without a policy) and reads the
 * response, up to 64 MB. Rejects if no response arrives within `timeoutMs`.
 */
export function sendRequest(
  outgoing: OutgoingRequest,
  { policy, mark, acceptsAnyCertificate = false, timeoutMs = 60_000 }: OutgoingOptions = {},
): Promise<IncomingAnswer> {
  const url = new URL(outgoing.url);
  const isSecure = url.protocol === 'https:';
  if (!isSecure && url.protocol !== 'http:') throw new Error(`${url.protocol} is neither http: nor https:.`);
  const port = Number(url.port) || (isSecure ? 443 : 80);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (policy !== undefined) assertLiteralAllowed(policy, host, port);
  const lookup = policy && checkedLookup({ policy, port, resolve: systemResolver, onResolved: () => undefined });
  const headers = withoutConnectionHeaders(outgoing.headers)
    .filter(([name]) => name.toLowerCase() !== mark?.name.toLowerCase())
    .flat();
  if (mark !== undefined) headers.push(mark.name, mark.value);
  headers.push('Host', url.host);
  const { body } = outgoing;
  if (body !== undefined && body.length > 0) headers.push('Content-Length', String(body.length));
  const send = isSecure ? requestHttps : requestHttp;
  const mayRepeat = repeatable.has(outgoing.method.toUpperCase());
  const options: RequestOptions = {
    method: outgoing.method,
    headers,
    signal: AbortSignal.timeout(timeoutMs),
    rejectUnauthorized: !acceptsAnyCertificate,
    // A request that must not be sent twice gets a new connection: a kept one may be closed at the same moment.
    ...(mayRepeat ? {} : { agent: false }),
    ...(lookup === undefined ? {} : { lookup }),
  };
  const once = () => exchange((onResponse) => send(url, options, onResponse), body);
  return once().catch((error: unknown) => {
    if (mayRepeat && error instanceof ClosedConnection) return once();
    throw error;
  });
}

/** Requests that may be repeated (RFC 9110 §9.2.2). */
const repeatable = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PUT', 'DELETE']);

/** A keep-alive connection was closed by the other side as it was reused. */
class ClosedConnection extends Error {}

function exchange(
  send: (onResponse: (response: IncomingMessage) => void) => ClientRequest,
  body: Uint8Array | undefined,
): Promise<IncomingAnswer> {
  return new Promise((resolve, reject) => {
    const request = send((response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > answerLimit) request.destroy(new Error('The answer is larger than 64 MB.'));
        else chunks.push(chunk);
      });
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 502,
          statusMessage: response.statusMessage ?? '',
          headers: pairsOf(response.rawHeaders),
          body: Buffer.concat(chunks),
        }),
      );
    });
    request.on('error', (error: NodeJS.ErrnoException) => {
      const isClosed = request.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
      reject(isClosed ? new ClosedConnection(error.message, { cause: error }) : error);
    });
    // An upstream that switches protocols (101) sends no response.
    request.on('close', () => reject(new Error('The connection was closed before an answer came.')));
    request.end(body);
  });
}

/** pairsOf converts a flat list of names and values to pairs. */
export function pairsOf(raw: readonly string[]): [name: string, value: string][] {
  const pairs: [string, string][] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) pairs.push([raw[at]!, raw[at + 1]!]);
  return pairs;
}
