import type { ClientHttp2Stream } from 'node:http2';
import { pipeline, Readable } from 'node:stream';
import type { HeaderList } from '@touchstone/engine-assert/core';
import { contentDecoders } from '../body/read-body.ts';
import { fromWire, toWire } from './header-wire.ts';
import { http2Codes } from './http2-codes.ts';
import type { Http2Connection } from './http2-connection.ts';
import { headerValue, incomingBody, type ResponseHead, type Transfer, type TransportOutcome } from './transfer.ts';

/** Connection-specific headers, which HTTP/2 forbids (RFC 9113 §8.2.2). */
const connectionHeaders = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
  'http2-settings',
]);

/** http2Headers converts headers for HTTP/2: lower-case names, without connection-specific ones. */
export function http2Headers(headers: HeaderList): HeaderList {
  return headers
    .map(([name, value]): [string, string] => [name.toLowerCase(), value])
    .filter(([name, value]) => !connectionHeaders.has(name) && (name !== 'te' || value.trim() === 'trailers'));
}

/** sendOverHttp2 performs one exchange as a stream of a shared connection. */
export function sendOverHttp2(
  transfer: Transfer,
  connection: Http2Connection,
  outcome: TransportOutcome,
): Promise<void> {
  const { trace, stop, limits, body, route } = transfer;
  const where = `${route.host}:${route.port}`;
  limits.connected();
  return new Promise((resolve, reject) => {
    stop.throwIfStopped();
    outcome.isReused = connection.isUsed;
    let hasStarted = false;
    const stream = connection.request(wireHeaders(transfer), { endStream: body.sizeBytes === undefined });
    stop.onStop = (error) => {
      stream.close(http2Codes.CANCEL);
      reject(error);
    };
    const fail = (error?: unknown) => reject(connection.failure(stream, where, error, hasStarted));
    stream.once('finish', () => {
      trace.sent();
      if (!hasStarted) limits.responding();
    });
    stream.on('error', (error) => {
      if (!hasStarted) fail(error);
    });
    stream.once('close', () => {
      if (!hasStarted) fail();
    });
    stream.once('response', (_headers, _flags, raw) => {
      hasStarted = true;
      limits.done();
      const head = headOf(raw as string[], connection);
      const encodings = contentDecoders(headerValue(head.headers, 'content-encoding'));
      const incoming = incomingBody(stream, () => stream.rstCode === http2Codes.NO_ERROR && !stream.aborted);
      transfer
        .begin(head)
        .read(incoming, encodings)
        .then(() => {
          if (!stream.closed) stream.close(http2Codes.CANCEL);
          resolve();
        })
        .catch((error: unknown) => (isStreamError(error) ? fail(error) : reject(error)));
    });
    write(transfer, stream, (error) => {
      if (hasStarted) return;
      stream.close(http2Codes.CANCEL);
      reject(isStreamError(error) ? connection.failure(stream, where, error) : error);
    });
  });
}

function wireHeaders({ method, url, headers }: Transfer): string[] {
  const authority = headerValue(headers, 'host') ?? url.host;
  const path = `${url.pathname}${url.search}`;
  const raw = [':method', method, ':scheme', url.protocol.slice(0, -1), ':authority', toWire(authority), ':path', path];
  for (const [name, value] of headers) if (name !== 'host') raw.push(name, toWire(value));
  return raw;
}

function headOf(raw: readonly string[], connection: Http2Connection): ResponseHead {
  const headers: HeaderList = [];
  let status = 0;
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const [name, value] = [raw[index]!, String(raw[index + 1])];
    if (name === ':status') status = Number(value);
    else if (!name.startsWith(':')) headers.push([name, fromWire(value)]);
  }
  return { status, statusText: '', httpVersion: '2', headers, socket: connection.socket };
}

function write({ body }: Transfer, stream: ClientHttp2Stream, fail: (error: Error) => void): void {
  if (body.sizeBytes === undefined) return;
  const content = body.stream();
  if (content === undefined) stream.end(body.bytes);
  else {
    pipeline(Readable.from(content), stream, (error) => {
      if (error) fail(error);
    });
  }
}

function isStreamError(error: unknown): boolean {
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' && /^(ERR_HTTP2|ERR_STREAM|ECONNRESET|EPIPE)/.test(code);
}
