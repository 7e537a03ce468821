import { createServer } from 'node:http';
import { createServer as createHttp2, type Http2Server } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { HttpStep } from '../../core/plan.ts';
import { buildStep } from '../../testing/build-step.ts';
import { type LocalServer, startHttp } from '../../testing/local-server.ts';
import { createHttpSession } from '../http-session.ts';
import { markHeaders } from './request-mark.ts';

const mark = { name: 'Sent-By', value: 'house-1' };
/** Heads of received requests: method, path, names and values. */
let seen: { line: string; raw: string[] }[] = [];
let http: LocalServer;
let http2: Http2Server;
let http2Url: string;

beforeAll(async () => {
  http = await startHttp((request, response) => {
    seen.push({ line: `${request.method} ${request.url}`, raw: request.rawHeaders });
    request.resume();
    response.setHeader('content-type', 'application/json');
    if (request.url === '/moved') response.writeHead(307, { location: '/after' }).end();
    else response.end('{"access_token":"t","token_type":"Bearer"}');
  });
  http2 = createHttp2();
  http2.on('stream', (stream, headers, _flags, raw) => {
    seen.push({ line: `${headers[':method']} ${headers[':path']}`, raw: raw as unknown as string[] });
    stream.respond({ ':status': 200 }, { endStream: true });
  });
  await new Promise<void>((done) => http2.listen(0, '127.0.0.1', done));
  http2Url = `http://127.0.0.1:${(http2.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await http.close();
  http2.close();
});
beforeEach(() => {
  seen = [];
});

async function send(step: Partial<HttpStep>): Promise<void> {
  const session = createHttpSession({ scopes: [], mark });
  const result = await session.execute(buildStep({ url: `${http.url}/`, ...step }));
  await session.close();
  expect(result.error).toBeUndefined();
}
const marksOf = (raw: string[]) => raw.filter((_, place) => place % 2 === 1 && /^sent-by$/i.test(raw[place - 1] ?? ''));

test.each<[string, Partial<HttpStep>, string[]]>([
  ['a request', {}, ['GET /']],
  ['what follows a redirect', { url: 'moved' }, ['GET /moved', 'GET /after']],
  [
    'the token request',
    {
      authentication: {
        type: 'oauth2Grant',
        grant: 'clientCredentials',
        tokenUrl: 'token',
        clientId: 'a',
        clientSecret: 'b',
        clientAuthentication: 'header',
      } as HttpStep['authentication'],
    },
    ['POST /token', 'GET /'],
  ],
  [
    'the request of a script',
    { preRequestScript: 'pm.sendRequest("SCRIPTED", () => {});' },
    ['GET /by-script', 'GET /'],
  ],
  ['a request over HTTP/2', { url: 'http2', settings: { httpVersion: '2' } }, ['GET /two']],
])('%s carries the mark', async (_name, step, lines) => {
  const at = (path: string) => (path === 'http2' ? `${http2Url}/two` : `${http.url}/${path}`);
  const { authentication, preRequestScript: script, url } = step;
  await send({
    ...step,
    ...(url === undefined ? {} : { url: at(url) }),
    ...(authentication?.type === 'oauth2Grant' ? { authentication: { ...authentication, tokenUrl: at('token') } } : {}),
    ...(script === undefined ? {} : { preRequestScript: script.replace('SCRIPTED', at('by-script')) }),
  });
  expect(seen.map(({ line }) => line)).toEqual(lines);
  for (const { raw } of seen) expect(marksOf(raw)).toEqual([mark.value]);
});

test('the mark comes first, once, whatever the step sets', async () => {
  const headers = [
    { key: 'sent-by', value: 'another client' },
    { key: 'Connection', value: 'close, Sent-By' },
  ];
  await send({ headers });
  expect(seen[0]?.raw.slice(0, 2)).toEqual([mark.name, mark.value]);
  expect(marksOf(seen[0]?.raw ?? [])).toEqual([mark.value]);
  expect(seen[0]?.raw.join(' ')).toContain('Connection close');
  expect(seen[0]?.raw.join(' ')).not.toMatch(/Connection[^A-Z]*Sent-By/);
});

test('without a mark headers stay unchanged', () => {
  const headers: [string, string][] = [['Connection', 'close,  Sent-By']];
  expect(markHeaders(headers, undefined)).toBe(headers);
});

const smuggled = 'GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n';
test.each<[string, { key: string; value: string }[]]>([
  ['a length of nothing', [{ key: 'Content-Length', value: '0' }]],
  ['a length that is too short', [{ key: 'content-length', value: '1' }]],
  [
    'a length that is too short and a connection that stays',
    [
      { key: 'Content-Length', value: '0' },
      { key: 'Connection', value: 'keep-alive' },
    ],
  ],
  ['an encoding of its own', [{ key: 'Transfer-Encoding', value: 'chunked' }]],
  [
    'an encoding and a length',
    [
      { key: 'Transfer-Encoding', value: 'identity' },
      { key: 'Content-Length', value: '0' },
    ],
  ],
])('a body with %s smuggles no request without the mark', async (_name, headers) => {
  const session = createHttpSession({ scopes: [], mark });
  const body = { type: 'text', content: smuggled } as const;
  for (let times = 0; times < 2; times += 1)
    await session.execute(buildStep({ method: 'POST', url: `${http.url}/`, headers, body }));
  await session.close();
  expect(seen.length).toBeLessThanOrEqual(2);
  for (const { line, raw } of seen) expect([line, marksOf(raw)]).toEqual(['POST /', [mark.value]]);
});

test('a correct length keeps the connection', async () => {
  let connections = 0;
  const counting = createServer((request, response) => request.resume() && response.end());
  counting.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((done) => counting.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(counting.address() as AddressInfo).port}/`;
  const session = createHttpSession({ scopes: [], mark });
  const body = { type: 'text', content: 'abc' } as const;
  const headers = [{ key: 'Content-Length', value: '3' }];
  for (let times = 0; times < 2; times += 1) await session.execute(buildStep({ method: 'POST', url, headers, body }));
  await session.close();
  counting.close();
  expect(connections).toBe(1);
});
