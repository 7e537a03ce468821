import type { IncomingMessage } from 'node:http';
import type { MockRequest } from '../core/request/request-view.ts';
import { hostOf } from './quick/quick-connection.ts';
import { pairsOf } from './send-request.ts';

const empty = new Uint8Array();

/** readBody returns the whole body; undefined if it exceeds the limit. */
export function readBody(request: IncomingMessage, limit: number): Promise<Uint8Array | undefined> | Uint8Array {
  const { headers } = request;
  const isFramed = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
  if (!isFramed && request.httpVersionMajor < 2) return empty;
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) resolve(undefined);
      else chunks.push(chunk);
    });
    request.on('end', () => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)));
    request.on('error', reject);
    request.on('aborted', () => reject(new Error('The caller has gone.')));
  });
}

/** toMockRequest converts a request of Node's server. */
export function toMockRequest(request: IncomingMessage, body: Uint8Array): MockRequest {
  const { socket, rawHeaders } = request;
  const isSecure = 'encrypted' in socket && socket.encrypted === true;
  const authority = request.headers.host ?? (request.headers[':authority'] as string | undefined) ?? '';
  const { name, port } = hostOf(authority);
  const isOverHttp2 = request.httpVersionMajor >= 2;
  const headers = isOverHttp2 ? pairsOf(rawHeaders).filter(([header]) => !header.startsWith(':')) : pairsOf(rawHeaders);
  if (isOverHttp2 && request.headers.host === undefined) headers.push(['host', authority]);
  return {
    method: request.method ?? 'GET',
    url: pathOf(request.url ?? '/'),
    scheme: isSecure ? 'https' : 'http',
    host: name,
    port: port ?? (isSecure ? 443 : 80),
    clientIp: (socket.remoteAddress ?? '').replace(/^::ffff:/, ''),
    protocol: `HTTP/${request.httpVersion}`,
    headers,
    body,
  };
}

/** pathOf returns the path and query of a request target; a proxy's client sends the whole address. */
export function pathOf(url: string): string {
  if (url.startsWith('/')) return url;
  if (!URL.canParse(url)) return `/${url}`;
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
}
