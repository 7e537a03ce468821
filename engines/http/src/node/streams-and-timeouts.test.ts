import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { HttpStep } from '../core/plan.ts';
import type { HttpSession } from '../core/session.ts';
import { buildStep } from '../testing/build-step.ts';
import { type LocalServer, startHttp, startTcp } from '../testing/local-server.ts';
import { createHttpSession } from './http-session.ts';

let server: LocalServer;
let deaf: LocalServer;
let session: HttpSession;
let received = { type: '' as string | undefined, body: '' };

const behaviours: Record<string, (response: ServerResponse) => void> = {
  '/events': (response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.write(
      ': hello\n\nid: 7\ndata: {"n":1}\n\nevent: tick\r\ndata: a\r\ndata: b\r\n\r\ndata: {"n":3}\n\ndata: unfinished',
    );
  },
  '/events-end': (response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.end('data: 1\n\ndata: 2\n\n');
  },
  '/lines': (response) => {
    response.writeHead(200, { 'Content-Type': 'application/x-ndjson' });
    response.write('{"a":1}\n');
  },
  '/silent': () => undefined,
};

beforeAll(async () => {
  server = await startHttp((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received = { type: request.headers['content-type'], body: Buffer.concat(chunks).toString() };
      const behaviour = behaviours[request.url ?? ''];
      if (behaviour === undefined) response.end('{}');
      else behaviour(response);
    });
  });
  deaf = await startTcp(() => undefined);
});
afterAll(async () => {
  await server.close();
  await deaf.close();
});
beforeEach(() => {
  session = createHttpSession({
    scopes: [],
    files: {
      open: async (fileId) => {
        if (fileId === 'gone') throw new Error('no such file');
        return {
          stream: Readable.from([Buffer.from('bytes')]),
          sizeBytes: 5,
          fileName: 'a.bin',
          contentType: 'image/png',
        };
      },
    },
  });
});
afterEach(() => session.close());

const send = (path: string, overrides: Partial<HttpStep> = {}) =>
  session.execute(buildStep({ url: `${server.url}${path}`, ...overrides }));

test('an event stream is read until enough events have arrived, which can be asserted', async () => {
  const result = await send('/events', {
    settings: { maxEvents: 3 },
    assertions: [
      { kind: 'jsonPath', path: '$', operator: 'length', expected: 3 },
      { kind: 'jsonPath', path: '$[0].data.n', operator: 'equals', expected: 1 },
      { kind: 'jsonPath', path: '$[1]', operator: 'equals', expected: { event: 'tick', data: 'a\nb', id: '7' } },
      {
        kind: 'jsonPath',
        path: '$[*].event',
        operator: 'each',
        expected: { operator: 'in', expected: ['message', 'tick'] },
      },
    ],
  });
  expect(
    result.assertions.map(({ message }) => message).filter((_m, i) => result.assertions[i]!.status === 'failed'),
  ).toEqual([]);
  expect(result.status).toBe('passed');
  expect(result.response).toMatchObject({ stream: { endedBy: 'events', events: 3 }, body: { truncated: true } });
});

test('an endless event stream is ended after its time, as a success', async () => {
  const result = await send('/events', { settings: { streamReadMs: 40 } });
  expect(result.status).toBe('passed');
  expect(result.response).toMatchObject({ stream: { endedBy: 'time', events: 3 }, body: { truncated: true } });
});

test('the timeout of the request never fails a stream being read', async () => {
  const result = await send('/events', { settings: { timeoutMs: 150 } });
  expect(result.response?.stream).toMatchObject({ endedBy: 'time' });
  expect(result.error).toBeUndefined();
});

test('an event stream that ends is complete', async () => {
  const { response } = await send('/events-end');
  expect(response).toMatchObject({ stream: { endedBy: 'server', events: 2 }, body: { truncated: false } });
});

test('any response without a length can be read for a limited time', async () => {
  const { response, status } = await send('/lines', { settings: { streamReadMs: 40 } });
  expect(status).toBe('passed');
  expect(response).toMatchObject({ stream: { endedBy: 'time' }, body: { truncated: true, sizeBytes: 8 } });
  expect((await send('/echo', { settings: { streamReadMs: 40 } })).response?.stream).toBeUndefined();
});

test.each<[string, HttpStep['settings'], string, RegExp]>([
  ['the response', { responseTimeoutMs: 40 }, 'http', /did not begin to answer within 40 ms .*response timeout/],
  [
    'the TLS handshake',
    { connectTimeoutMs: 40 },
    'tls',
    /not ready within 40 ms \(connect timeout\); it was waiting for the TLS handshake/,
  ],
  [
    'the TLS handshake in 1.1',
    { connectTimeoutMs: 40, httpVersion: '1.1' },
    'tls',
    /connect timeout\); it was waiting for the TLS handshake/,
  ],
  [
    'the whole exchange',
    { timeoutMs: 40, responseTimeoutMs: 5000 },
    'http',
    /did not end within 40 ms; it was waiting for the response/,
  ],
])('a timeout names its phase: %s', async (_phase, settings, target, message) => {
  const url = target === 'tls' ? `https://127.0.0.1:${deaf.port}/` : `${server.url}/silent`;
  const { status, error } = await send('', { url, settings });
  expect(status).toBe('error');
  expect(error).toMatchObject({ code: 'TIMEOUT', message: expect.stringMatching(message) });
});

test('phase limits that are met change nothing', async () => {
  const settings = { connectTimeoutMs: 5000, responseTimeoutMs: 5000 };
  expect((await send('/echo', { settings })).status).toBe('passed');
  expect((await send('/echo', { settings })).status).toBe('passed');
});

test.each<[HttpStep['body'], string, string]>([
  [{ type: 'graphql', query: '{ a }', variables: '' }, '{"query":"{ a }"}', 'application/json'],
  [
    { type: 'graphql', query: '{ a }', variables: '{"x":1}', operationName: 'B' },
    '{"query":"{ a }","operationName":"B","variables":{"x":1}}',
    'application/json',
  ],
  [
    { type: 'graphql', query: 'query($id: ID) { a }', variables: ' {"id": 12345678901234567890} ' },
    '{"query":"query($id: ID) { a }","variables":{"id": 12345678901234567890}}',
    'application/json',
  ],
  [{ type: 'binary', fileId: 'f', contentType: 'image/gif' }, 'bytes', 'image/gif'],
  [{ type: 'binary', fileId: 'f' }, 'bytes', 'application/octet-stream'],
])('sends the body %j', async (body, text, type) => {
  expect((await send('/echo', { method: 'POST', body })).status).toBe('passed');
  expect(received).toEqual({ type, body: text });
});

test.each<[HttpStep['body'], string, RegExp]>([
  [{ type: 'graphql', query: '{ a }', variables: '{x' }, 'INVALID_BODY', /variables are not valid JSON/],
  [{ type: 'graphql', query: '{ a }', variables: '[1]' }, 'INVALID_BODY', /must be one JSON object/],
  [{ type: 'graphql', query: ' ', variables: '' }, 'INVALID_BODY', /query is empty/],
  [{ type: 'binary', fileId: 'gone' }, 'FILE', /The file of the body \(gone\) cannot be opened/],
  [{ type: 'binary', fileId: '' }, 'FILE', /is not chosen/],
])('rejects the body %j', async (body, code, message) => {
  expect((await send('/echo', { method: 'POST', body })).error).toMatchObject({
    code,
    message: expect.stringMatching(message),
  });
});
