import { createServer } from 'node:http';

/** An API whose responses are set by the test, by path. */
export interface ServedRows {
  url: string;
  /** Sets the response of `path`. */
  serve(path: string, body: string | object, given?: { status?: number; contentType?: string }): void;
  close(): Promise<void>;
}

/** serveRows starts an API. */
export async function serveRows(): Promise<ServedRows> {
  const answers = new Map<string, { status: number; contentType: string; body: string }>();
  const server = createServer((request, response) => {
    const answer = answers.get(request.url ?? '') ?? { status: 404, contentType: 'text/plain', body: '' };
    response.writeHead(answer.status, { 'content-type': answer.contentType });
    response.end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    serve(path, body, { status = 200, contentType = 'application/json' } = {}) {
      answers.set(path, { status, contentType, body: typeof body === 'string' ? body : JSON.stringify(body) });
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
