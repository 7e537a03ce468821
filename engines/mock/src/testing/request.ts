import type { MockRequest } from '../core/request/request-view.ts';

/** The request members that a test sets; the rest has defaults. */
export interface GivenRequest {
  method?: string;
  url?: string;
  headers?: Record<string, string | string[]>;
  body?: string | Uint8Array;
  host?: string;
  port?: number;
  scheme?: string;
  clientIp?: string;
}

/** A request as parsed by a server. */
export function mockRequest(given: GivenRequest = {}): MockRequest {
  const { body = '', headers = {} } = given;
  return {
    method: given.method ?? 'GET',
    url: given.url ?? '/',
    scheme: given.scheme ?? 'http',
    host: given.host ?? 'localhost',
    port: given.port ?? 8080,
    clientIp: given.clientIp ?? '127.0.0.1',
    protocol: 'HTTP/1.1',
    headers: Object.entries(headers).flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).map((item): [string, string] => [name, item]),
    ),
    body: typeof body === 'string' ? new TextEncoder().encode(body) : body,
  };
}
