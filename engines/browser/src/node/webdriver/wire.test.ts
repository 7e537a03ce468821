import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { WebDriverClient } from './client.ts';
import { Wire } from './wire.ts';

const place = { window: 'w1', frames: [] };
let server: Server;
let wire: Wire;
/** A document's response to a command's script; undefined is no response at all. */
let answers: (path: 'async' | 'sync') => unknown;
let probes: number;
beforeEach(async () => {
  probes = 0;
  server = createServer((request, response) => {
    const end = (value: unknown) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ value }));
    if (request.url === '/session') return end({ sessionId: 's1', capabilities: {} });
    const [, path] = /\/execute\/(async|sync)$/.exec(request.url ?? '') ?? [];
    if (path === undefined) return end(null);
    if (path === 'sync') probes += 1;
    const value = answers(path as 'async' | 'sync');
    if (value !== undefined) end(value);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  wire = new Wire(await WebDriverClient.open(url, {}, new AbortController().signal), { losesAnswers: true });
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});
const run = () => wire.run(place, '() => 1', []);

it('stops waiting for an answer that is lost with its document, and continues with the next command', async () => {
  // The new document got no command.
  answers = (path) => (path === 'sync' ? 0 : undefined);
  await expect(run()).rejects.toThrow('Execution context was destroyed, because the page was left.');
  answers = () => ({ value: 'next' });
  expect(await run()).toBe('next');
});

it.each<[string, unknown]>([
  ['has got the command', 1],
  ['cannot say which it got', { error: 'unexpected alert open', message: '' }],
])('waits for the response of a document that %s', async (_name, last) => {
  const reached = Promise.withResolvers<void>();
  answers = (path) => {
    if (path === 'async') return undefined;
    if (probes > 1) reached.resolve();
    return last;
  };
  const running = run();
  running.catch(() => undefined);
  await reached.promise;
  const ended = await Promise.race([running.catch(() => 'given up'), Promise.resolve('still waiting')]);
  expect(ended).toBe('still waiting');
});
