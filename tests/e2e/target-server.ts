import { createServer, type ServerResponse } from 'node:http';
import { serveSubscriptions } from '@touchstone/engine-http/testing';

/** An API to be tested, with answers that can be held back. */
export interface TargetServer {
  url: string;
  /** Received requests, as `METHOD path`. */
  received: string[];
  /** The Authorization headers received. */
  authorizations: string[];
  /** Releases the answers of `/held/*`, now and in the future. */
  release(): void;
  /** The value that `/price` returns. */
  price: number;
  /** Status codes by path, in place of the usual answers. */
  statuses: Record<string, number>;
  /** Texts to return, by path. */
  documents: Record<string, string>;
  close(): Promise<void>;
}

/**
 * startTargetServer serves `/json`, `/price`, the `documents`, `/status/N`, `/echo` (the request), `/never` (nothing),
 * `/held/*` when released, and `/events`: two events, and a last one when released. GraphQL over WebSocket sends the
 * `price` twice, and no end.
 */
export async function startTargetServer(): Promise<TargetServer> {
  const received: string[] = [];
  const authorizations: string[] = [];
  const held = new Set<() => void>();
  let open = false;
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://target');
    received.push(`${request.method} ${url.pathname}`);
    if (request.headers.authorization) authorizations.push(request.headers.authorization);
    const send = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const answer = () => {
        const code = target.statuses[url.pathname] ?? /^\/status\/(\d{3})$/.exec(url.pathname)?.[1];
        if (code) send(Number(code), { status: Number(code) });
        else if (target.documents[url.pathname] !== undefined) response.end(target.documents[url.pathname]);
        else if (url.pathname === '/price') send(200, { name: 'Rex', price: target.price });
        else if (url.pathname === '/echo')
          send(200, {
            method: request.method,
            query: Object.fromEntries(url.searchParams),
            headers: request.headers,
            body: Buffer.concat(chunks).toString(),
          });
        else send(200, { id: 7, name: 'Rex', price: 42.05, tags: ['calm', 'brown'] });
      };
      if (url.pathname === '/never') return;
      if (url.pathname === '/events') held.add(beginEvents(response));
      else if (url.pathname.startsWith('/held/') && !open) held.add(answer);
      else answer();
    });
  });
  const closeSubscriptions = serveSubscriptions(server, ({ variables }) =>
    [target.price, variables.next].map((price) => ({ price })),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const target: TargetServer = {
    url: `http://127.0.0.1:${port}`,
    received,
    authorizations,
    price: 42.05,
    statuses: {},
    documents: {},
    release() {
      open = true;
      for (const answer of held) answer();
      held.clear();
    },
    async close() {
      closeSubscriptions();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return target;
}

/** Sends two events, and returns a function that sends the last one. */
function beginEvents(response: ServerResponse): () => void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write('data: {"price":1}\n\nid: 2\nevent: tick\ndata: two\n\n');
  return () => response.end('data: last\n\n');
}
