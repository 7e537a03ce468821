import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  request as send,
} from 'node:http';
import { connect as connectHttp2, createServer as createHttp2Server } from 'node:http2';
import {
  type AddressInfo,
  connect,
  createServer as createNetServer,
  type Server as NetServer,
  type Socket,
} from 'node:net';
import { listenForUpgrades } from '@touchstone/engine-mock';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { NotReached } from '../../../../platform/processes/process-calls.ts';
import type { Processes } from '../../../../platform/processes/processes.ts';
import { forwardCall, forwardUpgrade } from './forward-call.ts';
import type { MockCall } from './serve-call.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});
async function listening<T extends Pick<NetServer, 'listen' | 'address' | 'close'>>(server: T): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  ends.push(() => {
    server.close();
    if ('closeAllConnections' in server) (server as unknown as Server).closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const sealed: [content: object, to: string][] = [];
const processes = {
  seal: (content: object, to: string) => {
    sealed.push([content, to]);
    return 'signed';
  },
} as unknown as Processes;
const about = { key: 'shop', mount: '/mock/shop', url: '/a?b=1', clientIp: '10.0.0.7', scheme: 'https' };
const callOf = (request: IncomingMessage, response: ServerResponse, more: object = {}) =>
  ({ ...about, request, response, ...more }) as unknown as MockCall;

/** A process that forwards every call to `address`; `failures` are the errors of failed forwards. */
async function here(address: string, more: object = {}) {
  const failures: unknown[] = [];
  const url = await listening(
    createServer((request, response) => {
      forwardCall(callOf(request, response, more), { address, to: 'other', processes }).catch((error: unknown) => {
        failures.push(error);
        response.writeHead(599).end();
      });
    }),
  );
  return { url, failures };
}
const there = (listener: RequestListener) => listening(createServer(listener));
const closed = async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
};
/** The response a caller receives, or the error code. */
const ask = (url: string, given: { method?: string; headers?: string[]; body?: string } = {}) =>
  new Promise<{
    status?: number | undefined;
    message?: string | undefined;
    headers: string[];
    text: string;
    code?: string | undefined;
  }>((resolve) => {
    const { body = '', ...options } = given;
    const sent = send(url, { ...options, agent: false } as object, (answer) => {
      let text = '';
      const done = (code?: string) =>
        resolve({ status: answer.statusCode, message: answer.statusMessage, headers: answer.rawHeaders, text, code });
      answer.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      answer.on('end', () => done()).on('error', (error: NodeJS.ErrnoException) => done(error.code));
    });
    sent.on('error', (error: NodeJS.ErrnoException) => resolve({ headers: [], text: '', code: error.code }));
    sent.end(body);
  });

describe('a call is forwarded', () => {
  test('unchanged, with a signed header instead of the connection headers', async () => {
    const seen: { line: string; headers: string[]; body: string }[] = [];
    const address = await there((request, response) => {
      let body = '';
      request.on('data', (part: Buffer) => {
        body += part.toString();
      });
      request.on('end', () => {
        seen.push({ line: `${request.method} ${request.url}`, headers: request.rawHeaders, body });
        response.end();
      });
    });
    const { url } = await here(address);
    const headers = [
      'Host',
      'shop.test',
      'X-A',
      '1',
      'X-A',
      '2',
      'Touchstone-Forwarded',
      'forged',
      'Connection',
      'close',
      'Content-Length',
      '4',
    ];
    sealed.length = 0;
    expect((await ask(`${url}/mock/shop/a?b=1`, { method: 'PUT', headers, body: 'sent' })).status).toBe(200);
    expect(seen).toEqual([
      {
        line: 'PUT /mock/shop/a?b=1',
        headers: [
          'Host',
          'shop.test',
          'X-A',
          '1',
          'X-A',
          '2',
          'Content-Length',
          '4',
          'touchstone-forwarded',
          'signed',
          'Connection',
          'keep-alive',
        ],
        body: 'sent',
      },
    ]);
    expect(sealed).toEqual([[{ ...about, method: 'PUT' }, 'other']]);
  });

  test('to its path only if the mock has its own host name, and without an Expect header', async () => {
    const seen: [string | undefined, string | undefined][] = [];
    const address = await there((request, response) => {
      seen.push([request.url, request.headers.expect]);
      response.end();
    });
    const { url } = await here(address, { mount: '', url: '/own' });
    await ask(`${url}/x`, {
      method: 'POST',
      headers: ['Host', 'a.test', 'Expect', '100-continue', 'Content-Length', '1'],
      body: 'x',
    });
    expect(seen).toEqual([['/own', undefined]]);
  });
});

describe('a response is returned', () => {
  test('with its status, reason phrase and all headers', async () => {
    const address = await there((_request, response) => {
      response.writeHead(207, 'Many Things', [
        'X-B',
        '1',
        'X-B',
        '2',
        'Content-Length',
        '5',
        'Connection',
        'keep-alive',
        'Keep-Alive',
        'timeout=9',
      ]);
      response.end('hello');
    });
    const { url } = await here(address);
    const { headers, ...answer } = await ask(url);
    expect(answer).toEqual({ status: 207, message: 'Many Things', text: 'hello', code: undefined });
    expect(headers.slice(0, 6)).toEqual(['X-B', '1', 'X-B', '2', 'Content-Length', '5']);
    expect(headers.join()).not.toContain('timeout=9');
  });

  test('partially if it breaks off', async () => {
    const address = await there((_request, response) => {
      response.writeHead(200, { 'Content-Length': '10' });
      response.write('half');
      setImmediate(() => response.destroy());
    });
    const { url } = await here(address);
    expect(await ask(url)).toMatchObject({ status: 200, text: 'half', code: 'ECONNRESET' });
  });
});

describe('a connection broken by the other process', () => {
  /** A process that runs `work` on the connection of every call. */
  const breaking = (work: (socket: Socket) => void) =>
    listening(createNetServer((socket) => socket.once('data', () => work(socket)).on('error', () => undefined)));

  test.each<[string, (socket: Socket) => void, string]>([
    ['by closing it', (socket) => socket.end(), 'ECONNRESET'],
    ['by resetting it', (socket) => socket.resetAndDestroy(), 'ECONNRESET'],
    ['by sending an invalid response', (socket) => socket.end('no answer at all\r\n\r\n'), 'HPE_INVALID_CONSTANT'],
  ])('is broken here in the same way: %s', async (_, work, code) => {
    const { url, failures } = await here(await breaking(work));
    expect(await ask(url)).toEqual({ headers: [], text: '', code });
    expect(failures).toEqual([]);
  });

  test('is distinguishable to the caller: closed without a response, or reset', async () => {
    const raw = async (work: (socket: Socket) => void) => {
      const { url } = await here(await breaking(work));
      const { port } = new URL(url);
      return new Promise<string>((resolve) => {
        let got = '';
        const socket = connect(Number(port), '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: a.test\r\n\r\n'));
        socket.on('data', (part) => {
          got += part.toString();
        });
        socket.on('error', (error: NodeJS.ErrnoException) => resolve(`${error.code}`));
        socket.on('end', () => resolve(`end ${got}`));
      });
    };
    expect(await raw((socket) => socket.end())).toBe('end ');
    expect(await raw((socket) => socket.resetAndDestroy())).toBe('ECONNRESET');
    expect(await raw((socket) => socket.end('random\r\n\r\n'))).toBe('end random\r\n\r\n');
  });
});

test('a process that does not listen is reported as not reached, and a caller that leaves ends the forwarded call', async () => {
  const { url, failures } = await here(await closed());
  expect((await ask(url)).status).toBe(599);
  expect(failures).toEqual([expect.any(NotReached)]);
  const left = vi.fn();
  const arrived = vi.fn();
  const address = await there((request) => {
    arrived();
    request.socket.once('close', left);
  });
  const waiting = await here(address);
  const sent = send(waiting.url, { agent: false }).on('error', () => undefined);
  sent.end();
  await vi.waitFor(() => expect(arrived).toHaveBeenCalled());
  sent.destroy();
  await vi.waitFor(() => expect(left).toHaveBeenCalled());
  expect(waiting.failures).toEqual([]);
});

test('an HTTP/2 call is forwarded as HTTP/1.1, and its response loses the headers HTTP/2 forbids', async () => {
  const seen: string[][] = [];
  const address = await there((request, response) => {
    seen.push(request.rawHeaders);
    if (request.url === '/broken') return request.socket.destroy();
    response.writeHead(201, [
      'X-B',
      '1',
      'X-B',
      '2',
      'Keep-Alive',
      'x',
      'Proxy-Connection',
      'x',
      'Upgrade',
      'x',
      'TE',
      'x',
    ]);
    return response.end('two');
  });
  const server = createHttp2Server((request, response) => {
    const call = callOf(request as never, response as never, { mount: '', url: request.url });
    void forwardCall(call, { address, to: 'other', processes });
  });
  const session = connectHttp2(await listening(server));
  ends.push(() => session.destroy());
  const over = (path: string, more: object = {}) =>
    new Promise<[headers: Record<string, unknown>, text: string]>((resolve, reject) => {
      const stream = session.request({ ':path': path, 'x-a': '1', ...more });
      let headers = {};
      let text = '';
      stream.on('response', (given) => {
        headers = given;
      });
      stream.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      stream.on('end', () => resolve([headers, text])).on('error', reject);
    });
  const [headers, text] = await over('/a');
  expect(text).toBe('two');
  expect(headers).toMatchObject({ ':status': 201, 'x-b': '1, 2' });
  for (const name of ['keep-alive', 'proxy-connection', 'upgrade', 'te', 'connection', 'transfer-encoding'])
    expect(headers).not.toHaveProperty(name);
  const [sent = []] = seen;
  expect(sent.filter((_, at) => at % 2 === 0)).toEqual(['x-a', 'host', 'touchstone-forwarded', 'Connection']);
  expect(sent[3]).toMatch(/^127\.0\.0\.1:\d+$/);
  const outcome = await over('/broken').catch((error: NodeJS.ErrnoException) => error);
  expect(Array.isArray(outcome) ? outcome[1] : outcome.code).not.toBe('two');
});

describe('a WebSocket', () => {
  /** A process that forwards upgrades to `address`. */
  async function upgrading(address: string) {
    const failures: unknown[] = [];
    const server = createServer();
    listenForUpgrades(server, (request, response, upgrade) => {
      const call = callOf(request, response);
      forwardUpgrade(call, upgrade, { address, to: 'other', processes }).catch((error: unknown) => {
        failures.push(error);
        upgrade.socket.destroy();
      });
    });
    const { port } = new URL(await listening(server));
    const open = () => {
      const socket = connect(Number(port), '127.0.0.1');
      const got = { text: '', isClosed: false };
      socket.on('data', (part) => {
        got.text += part.toString('latin1');
      });
      socket.on('close', () => {
        got.isClosed = true;
      });
      socket.on('error', () => undefined);
      const headers =
        'Host: a.test\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==';
      socket.write(`GET /mock/shop/a?b=1 HTTP/1.1\r\n${headers}\r\n\r\nfirst`);
      ends.push(() => socket.destroy());
      return { socket, got };
    };
    return { open, failures };
  }

  test('is connected to the other process in both directions, with data already received, until either side leaves', async () => {
    const sockets: Socket[] = [];
    let got = '';
    const address = await listening(
      createNetServer((socket) => {
        sockets.push(socket);
        socket
          .on('error', () => undefined)
          .on('data', (part) => {
            got += part.toString('latin1');
          });
      }),
    );
    const { open, failures } = await upgrading(address);
    const one = open();
    await vi.waitFor(() => expect(got).toContain('first'));
    const [head = '', rest] = got.split('\r\n\r\n');
    expect(rest).toBe('first');
    expect(head.split('\r\n').slice(0, 2)).toEqual(['GET /mock/shop/a?b=1 HTTP/1.1', 'Connection: Upgrade']);
    expect(head.split('\r\n').slice(2)).toEqual([
      'Host: a.test',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
      'touchstone-forwarded: signed',
    ]);
    sockets[0]?.write('\x81\x02hi', 'latin1');
    await vi.waitFor(() => expect(one.got.text).toBe('\x81\x02hi'));
    one.socket.write('ping');
    await vi.waitFor(() => expect(got.endsWith('ping')).toBe(true));
    sockets[0]?.destroy();
    await vi.waitFor(() => expect(one.got.isClosed).toBe(true));
    const two = open();
    await vi.waitFor(() => expect(sockets).toHaveLength(2));
    const left = vi.fn();
    sockets[1]?.on('close', left);
    await vi.waitFor(() => expect(got.split('first').length).toBe(3));
    two.socket.destroy();
    await vi.waitFor(() => expect(left).toHaveBeenCalled());
    expect(failures).toEqual([]);
  });

  test('is not connected to a process that does not listen', async () => {
    const { open, failures } = await upgrading(await closed());
    open();
    await vi.waitFor(() => expect(failures).toEqual([expect.any(NotReached)]));
  });
});
