import type { MockRequest } from '@touchstone/engine-mock/core';
import type { ExchangeDetail } from './journal-row.ts';

/** requestOfRow converts a call of the journal to the engine's form; masked and truncated values stay so. */
export function requestOfRow({ request }: Pick<ExchangeDetail, 'request'>): MockRequest {
  const { method, url, headers, body, clientIp } = request;
  const host = headers.find(({ name }) => name.toLowerCase() === 'host')?.value ?? 'localhost';
  const [, name = '', port] = /^(\[[^\]]+\]|[^:]*)(?::(\d+))?$/.exec(host) ?? [];
  return {
    method,
    url,
    scheme: 'http',
    host: name.toLowerCase(),
    port: port === undefined ? 80 : Number(port),
    clientIp,
    protocol: 'HTTP/1.1',
    headers: headers.map((header): [string, string] => [header.name, header.value]),
    body: body.isBase64 ? Buffer.from(body.text, 'base64') : new TextEncoder().encode(body.text),
  };
}
