import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A loopback server whose response can be changed. */
export interface Target {
  url: string;
  /** The response from now on. */
  answer: RequestListener;
  /** Number of requests received so far. */
  asked: number;
  close(): Promise<void>;
}

/** startTarget starts a server that responds successfully. */
export async function startTarget(): Promise<Target> {
  const target: Target = {
    url: '',
    asked: 0,
    answer: (_request, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"state":"well","items":[1,2]}'),
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
  const server = createServer((request, response) => {
    target.asked += 1;
    target.answer(request, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  target.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return target;
}
