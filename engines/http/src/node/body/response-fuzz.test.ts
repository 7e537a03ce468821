import { loadXPath, parseEventStream, ResponseView } from '@touchstone/engine-assert/core';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildStep } from '../../testing/build-step.ts';
import { type LocalServer, startTcp } from '../../testing/local-server.ts';
import { parseChallenges } from '../authentication/challenges.ts';
import { createHttpSession } from '../http-session.ts';

const responses = [
  'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 7\r\n\r\n{"a":1}',
  'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n',
  'HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\nabcd',
  'HTTP/1.1 302 Found\r\nLocation: /next\r\nContent-Length: 0\r\n\r\n',
  'HTTP/1.1 401 No\r\nWWW-Authenticate: Digest realm="a", nonce="b", qop="auth"\r\nContent-Length: 0\r\n\r\n',
  'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: 1\n\n',
];
let server: LocalServer;
let answer = Buffer.alloc(0);

beforeAll(async () => {
  await loadXPath();
  server = await startTcp((socket) => {
    socket.once('data', () => socket.end(answer));
  });
});
afterAll(() => server.close());

const mutated = fc
  .tuple(fc.constantFrom(...responses), fc.array(fc.tuple(fc.nat(200), fc.nat(255), fc.nat(2)), { maxLength: 6 }))
  .map(([text, changes]) => {
    const bytes = [...Buffer.from(text)];
    for (const [at, byte, kind] of changes) {
      const index = at % bytes.length;
      if (kind === 0) bytes[index] = byte;
      else bytes.splice(index, kind === 1 ? 1 : 0, ...(kind === 1 ? [] : [byte]));
    }
    return Buffer.from(bytes);
  });

test('whatever a server sends, the step ends with a result that describes it', async () => {
  const session = createHttpSession({ scopes: [] });
  await fc.assert(
    fc.asyncProperty(mutated, async (bytes) => {
      answer = bytes;
      const result = await session.execute(
        buildStep({
          url: `${server.url}/`,
          authentication: { type: 'digest', username: 'u', password: 'p' },
          assertions: [{ kind: 'jsonPath', path: '$.a', operator: 'equals', expected: 1 }],
          settings: { timeoutMs: 500, maxRedirects: 2, streamReadMs: 50 },
        }),
      );
      expect(['passed', 'failed', 'error']).toContain(result.status);
      if (result.status === 'error') {
        expect(result.error!.message.length).toBeGreaterThan(10);
        expect(result.error!.code).not.toBe('INTERNAL');
      }
    }),
    { numRuns: 150 },
  );
  await session.close();
});

test('texts of any kind are parsed or rejected, without exceptions', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.constantFrom('text/event-stream', 'application/xml; charset=utf-16', 'application/json'),
      (text, contentType) => {
        const bytes = Buffer.from(text);
        const body = { bytes, contentType, sizeBytes: bytes.length, truncated: false };
        const view = new ResponseView({ status: 200, headers: [], body, durationMs: 1 });
        expect(view.json()).toBeDefined();
        expect(view.xml()).toBeDefined();
        expect(Array.isArray(parseEventStream(text))).toBe(true);
        expect(Array.isArray(parseChallenges([text]))).toBe(true);
      },
    ),
    { numRuns: 400 },
  );
});
