import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as rest } from 'node:timers/promises';
import { createShop, maxShopBody, type ShopAnswer, type ShopRequest } from './shop.ts';

/** A shop to try scripts on; it stores nothing. */
export interface Shop {
  /** Without a trailing slash. */
  url: string;
  close: () => Promise<void>;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) {
    text += chunk;
    if (text.length > maxShopBody) throw new Error('The body is too long.');
  }
  return text;
}

/** For tests only: a delayed response, and a redirect to any address. */
async function answerTo(request: IncomingMessage, answer: (request: ShopRequest) => ShopAnswer): Promise<ShopAnswer> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://shop');
  if (pathname === '/away') return { status: 302, headers: { location: searchParams.get('to') ?? '/' }, body: '' };
  if (pathname === '/slow') await rest(Math.min(Number(searchParams.get('ms') ?? 0) || 0, 60_000));
  return answer({
    method: request.method ?? 'GET',
    path: pathname === '/slow' ? '/help' : pathname,
    cookies: request.headers.cookie ?? '',
    body: await bodyOf(request),
  });
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  answer: (request: ShopRequest) => ShopAnswer,
): Promise<void> {
  try {
    const { status, headers, body } = await answerTo(request, answer);
    response.writeHead(status, headers);
    response.end(body);
  } catch (error) {
    response
      .writeHead(400, { 'content-type': 'text/plain' })
      .end(error instanceof Error ? error.message : 'Bad request');
  }
}

interface ShopOptions {
  port?: number;
  isBroken?: boolean;
  /** Called with each request's method and path, such as `GET /cart`. */
  onRequest?: (line: string) => void;
}

/** openShop serves the shop on loopback; with `isBroken`, it has faults that tests should find. */
export async function openShop({ port = 0, isBroken = false, onRequest }: ShopOptions = {}): Promise<Shop> {
  const answer = createShop({ isBroken });
  const server = createServer((request, response) => {
    onRequest?.(`${request.method} ${request.url}`);
    void respond(request, response, answer);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The shop has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
