import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void;

const user = { id: 7, name: 'Ada', tags: ['a', 'b'], address: { city: 'London', zip: null }, active: true, score: 4.5 };
const json = (response: ServerResponse, value: unknown, status = 200) =>
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' }).end(JSON.stringify(value));
const text = (response: ServerResponse, type: string, content: string | Buffer) =>
  response.writeHead(200, { 'Content-Type': type }).end(content);

const answers: Record<string, Answer> = {
  user: (_request, response) => json(response, user),
  list: (_request, response) => json(response, [{ id: 1 }, { id: 2 }, { id: 3 }]),
  echo: (request, response, body) =>
    json(response, { method: request.method, url: request.url, headers: request.headers, body }),
  xml: (_request, response) =>
    text(response, 'application/xml', '<a x="1"><b>t</b><b>u &amp; v</b><c><d>1</d></c></a>'),
  html: (_request, response) =>
    text(response, 'text/html', '<html><body><h1 class="t">Hi</h1><a href="/x">x</a><a href="/y">y</a></body></html>'),
  text: (_request, response) => text(response, 'text/plain', 'plain text with Ada'),
  csv: (_request, response) => text(response, 'text/csv', 'name,age\nAda,36\nBen,41\n'),
  bytes: (_request, response) => text(response, 'image/png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0x00])),
  jsonp: (_request, response) => text(response, 'application/javascript', 'callback({"a":1})'),
  mark: (_request, response) => text(response, 'application/json', '\uFEFF{"a":1}'),
  empty: (_request, response) => response.writeHead(204).end(),
  cookies: (_request, response) =>
    response
      .writeHead(200, { 'Set-Cookie': ['session=abc; Path=/', 'theme=dark; Path=/; HttpOnly'], 'X-Id': '1' })
      .end('{}'),
  redirect: (_request, response) => response.writeHead(302, { Location: '/user' }).end(),
  twice: (_request, response) =>
    response
      .writeHead(
        200,
        [
          ['Content-Type', 'text/plain'],
          ['X-Twice', '1'],
          ['X-Twice', '2'],
        ].flat(),
      )
      .end('x'),
  status: (request, response) => {
    const code = Number(request.url!.split('/')[2]);
    response.writeHead(code, { 'Content-Type': 'text/plain' }).end(code === 204 || code === 304 ? undefined : 'x');
  },
  basic: (request, response) => {
    const wanted = `Basic ${Buffer.from('ada:secret').toString('base64')}`;
    json(
      response,
      { ok: request.headers.authorization === wanted },
      request.headers.authorization === wanted ? 200 : 401,
    );
  },
};

/** startServer starts the server that both tools send to; it responds according to its path. */
export async function startServer(): Promise<{ url: string; host: string; close: () => void }> {
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const name = /^\/(\w*)/.exec(request.url!)![1]!;
      (answers[name] ?? answers.echo!)(request, response, Buffer.concat(pieces).toString());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://${host}`, host, close };
}
