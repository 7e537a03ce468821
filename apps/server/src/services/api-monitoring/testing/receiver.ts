import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A received message. */
export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}
/** The receiver's response; `hangs`: none until it closes. */
export interface Answer {
  status?: number;
  headers?: Record<string, string>;
  body?: string;
  hangs?: boolean;
}

/** startReceiver starts a server that acts as a third party and responds as the test defines. */
export async function startReceiver(): Promise<{
  url: string;
  received: Received[];
  answer: (given: Answer) => void;
  close(): Promise<void>;
}> {
  let next: Answer = {};
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts).toString() });
      if (next.hangs) return;
      response.writeHead(next.status ?? 200, next.headers).end(next.body ?? 'ok');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answer: (given) => {
      next = given;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
