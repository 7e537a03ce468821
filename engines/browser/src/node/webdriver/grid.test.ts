import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openGrid } from './grid.ts';

type Answer = { status?: number; value: unknown };
let server: Server;
let folder: string;
let asked: string[];
/** The Grid's responses; a promise delays one. */
let answers: (line: string) => Answer | Promise<Answer>;
beforeEach(async () => {
  asked = [];
  folder = await mkdtemp(join(tmpdir(), 'touchstone-grid-'));
  server = createServer(async (request, response) => {
    const line = `${request.method} ${request.url}`;
    asked.push(line);
    const { status = 200, value } = await answers(line);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ value }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true, force: true });
});

const open = (timeoutMs = 10_000) => {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return openGrid({ url, name: 'chrome', engine: 'chromium', timeoutMs, folder }).browser;
};
const session: Answer = { value: { sessionId: 's1', capabilities: { browserVersion: '150.0' } } };

it('ends a session that arrives after its script has given up', async () => {
  const { promise, resolve } = Promise.withResolvers<Answer>();
  answers = (line) => (line === 'POST /session' ? promise : { value: null });
  await expect(open(20).newContext({})).rejects.toThrow(/^The Selenium Grid at .* had no place for chrome within/);
  resolve(session);
  await expect.poll(() => asked).toContain('DELETE /session/s1');
});

it.each([
  ['invalid session id', 'no such session', 404],
  // Message of Selenium Grid's router when a session's node is gone.
  ['unknown error', 'Unable to execute request for an existing session: Connection error (POST http://node:5555)', 500],
])('treats %s as the end of the browser', async (error, message, status) => {
  answers = (line) => (line === 'POST /session' ? session : { status, value: { error, message, stacktrace: '' } });
  const context = await open().newContext({});
  await expect(context.newPage()).rejects.toThrow('Target page, context or browser has been closed');
});
