import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

export interface TargetServer {
  url: string;
  /** Requests received, as `METHOD path`. */
  received: string[];
  /** Releases the responses of `/held/*`. */
  release(): void;
  close(): Promise<void>;
}

/**
 * startTargetServer starts an API to test: `/json`, `/status/N`, `/endless`, `/loop`, `/echo`, `/after/N` (takes N ms),
 * and `/held/*` (responds when released).
 */
export async function startTargetServer(): Promise<TargetServer> {
  const received: string[] = [];
  const held = new Set<() => void>();
  let open = false;
  const answerJson = (response: ServerResponse, status: number, body: unknown) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  };
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const path = (request.url ?? '').split('?')[0] ?? '';
    received.push(`${request.method} ${path}`);
    if (path.startsWith('/held/')) {
      const go = () => answerJson(response, 200, { path });
      if (open) go();
      else held.add(go);
      return;
    }
    if (path.startsWith('/after/')) {
      setTimeout(() => answerJson(response, 200, { path }), Number(path.slice(7)));
      return;
    }
    if (path.startsWith('/status/')) return answerJson(response, Number(path.slice(8)), {});
    if (path === '/loop') {
      response.writeHead(302, { location: '/loop' });
      response.end();
      return;
    }
    if (path === '/endless') {
      response.writeHead(200, { 'content-type': 'text/plain' });
      const timer = setInterval(() => response.write('x'.repeat(1000)), 5);
      response.once('close', () => clearInterval(timer));
      return;
    }
    if (path === '/echo') {
      let body = '';
      for await (const chunk of request) body += chunk;
      return answerJson(response, 200, { headers: request.headers, body });
    }
    answerJson(response, 200, { id: 7, name: 'Rex', tags: ['a', 'b'] });
  };
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    release() {
      open = true;
      for (const go of held) go();
      held.clear();
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
