import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BombAnswer } from './bombs.ts';

/** BombTarget is a server that responds with what it is given, and at `/endless` without end. */
export interface BombTarget {
  url: string;
  /** Serves `answer` at the returned path. */
  offer(answer: BombAnswer | undefined): string;
  close(): Promise<void>;
}

/** startBombTarget starts the server that bombs are fetched from. */
export async function startBombTarget(): Promise<BombTarget> {
  const answers: (BombAnswer | undefined)[] = [];
  const endless: BombAnswer = { body: 'x'.repeat(65_536), isEndless: true };
  const server = createServer((request, response) => {
    request.resume();
    const path = request.url?.split('?')[0] ?? '';
    const { body, headers, isEndless } = (path === '/endless' ? endless : answers[Number(path.slice(1))]) ?? {
      body: 'ok',
    };
    response.writeHead(200, headers);
    if (!isEndless) return response.end(body);
    const resume = () => {
      while (!response.destroyed && response.write(body));
    };
    response.on('drain', resume);
    resume();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    offer: (answer) => `/${answers.push(answer) - 1}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
