import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { AppError } from '@touchstone/kernel';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Platform } from '../../../../platform/platform.ts';
import { virtualizationErrors } from '../../errors.ts';
import { hashOfKey } from '../projects/mocks.ts';
import type { MockHost } from './mock-host.ts';
import { createServeCall, type MockCall } from './serve-call.ts';
import { ServedElsewhere } from './served-elsewhere.ts';

let addressOf: () => string | undefined;
/** What a header of another process says. */
let forwarded: object | undefined;
beforeEach(() => {
  addressOf = () => undefined;
  forwarded = undefined;
});
const platform = {
  clock: { monotonicMs: () => 7000 },
  engineMark: { name: 'X-Mark' },
  stepReferences: { name: 'X-Step' },
  processes: { open: () => forwarded, seal: () => 'sealed', addressOf: async () => addressOf() },
} as unknown as Platform;

const key = 'k'.repeat(32);
interface Row {
  keyHash: string | null;
  settings: { access?: 'key' };
}

/** A mock that admits everyone and answers 200; `row` is its stored row. */
function mockOf({ isAdmitted = true, hasAllowance = true, row = { keyHash: null, settings: {} } as Row } = {}) {
  return {
    mock: {
      lastCallMs: 0,
      isAdmitted: () => isAdmitted,
      allowance: { take: () => hasAllowance },
      row,
      server: { handle: async (_request: unknown, response: Answer) => response.writeHead(200, {}).end('"mocked"') },
    },
  };
}

/** A caller's response. */
class Answer {
  status = 0;
  headers: Record<string, string | number> = {};
  body: unknown;
  headersSent = false;
  destroyed = false;
  readonly req: { httpVersionMajor: number };
  constructor(httpVersionMajor: number) {
    this.req = { httpVersionMajor };
  }
  writeHead(status: number, headers: Record<string, string | number>): this {
    Object.assign(this, { status, headers, headersSent: true });
    return this;
  }
  end(body: string): void {
    this.body = JSON.parse(body);
  }
  destroy(): void {
    this.destroyed = true;
  }
  once(): void {}
}

interface Asked {
  url?: string;
  headers?: Record<string, string>;
  httpVersionMajor?: number;
}

/** The answer to a call whose mock is looked up with `find`. */
async function answerTo(find: () => unknown, { url = '/orders', headers = {}, httpVersionMajor = 1 }: Asked = {}) {
  const response = new Answer(httpVersionMajor);
  const log = { error: vi.fn() };
  const host = { find: async () => find(), editAsAdmin: async (_hosted: unknown, edit: () => unknown) => edit() };
  const request = Object.assign(Readable.from([]), { method: 'GET', headers, rawHeaders: [], httpVersionMajor });
  const call = { request, response, key: 'shop', mount: '', url, log };
  const given = { ...call, clientIp: '::ffff:10.0.0.7', scheme: 'http' } as unknown as MockCall;
  await createServeCall({ platform, host: host as unknown as MockHost })(given);
  return { response, log };
}

const withKey = { keyHash: hashOfKey(key), settings: { access: 'key' as const } };
const wait = { 'Retry-After': '1' };

test.each<[name: string, find: () => unknown, asked: Asked, status: number, message: RegExp, headers: object]>([
  ['no mock', () => undefined, {}, 404, /^No mock has this address/, {}],
  ['a network of others', () => mockOf({ isAdmitted: false }), {}, 403, /allowed networks only/, {}],
  ['too many calls', () => mockOf({ hasAllowance: false }), {}, 429, /Slow down/, wait],
  ['the admin API without a key', () => mockOf(), { url: '/__admin/mappings' }, 401, /The admin API needs a key/, {}],
  [
    'the admin API with a wrong key',
    () => mockOf({ row: { ...withKey, settings: {} } }),
    { url: '/__admin/mappings', headers: { 'x-mock-key': 'no' } },
    401,
    /needs the key of the mock/,
    {},
  ],
  ['a mock that needs its key', () => mockOf({ row: withKey }), {}, 401, /^This mock needs its key/, {}],
  [
    'an installation that cannot serve it now',
    () => {
      throw new AppError(virtualizationErrors.servedElsewhere);
    },
    {},
    503,
    /^Another process is taking over this mock/,
    wait,
  ],
])('refuses a call: %s', async (_name, find, asked, status, message, headers) => {
  const { response, log } = await answerTo(find, asked);
  expect(response).toMatchObject({ status, body: { message: expect.stringMatching(message) } });
  expect(response.headers).toMatchObject({ Connection: 'close', 'Content-Security-Policy': 'sandbox', ...headers });
  if (!('Retry-After' in headers)) expect(response.headers).not.toHaveProperty('Retry-After');
  expect(log.error).not.toHaveBeenCalled();
});

test.each([
  ['every caller by default', mockOf(), {}],
  ['a caller with the key', mockOf({ row: withKey }), { 'x-mock-key': key }],
  ['a caller with the key as a token', mockOf({ row: withKey }), { authorization: `Token ${key}` }],
])('answers %s', async (_name, hosted, headers) => {
  const { response } = await answerTo(() => hosted, { headers });
  expect(response).toMatchObject({ status: 200, body: 'mocked' });
  expect(hosted.mock.lastCallMs).toBe(7000);
});

test('an internal failure is logged, and reported without its message', async () => {
  const { response, log } = await answerTo(
    () => {
      throw new Error('Failed query: select "secret"');
    },
    { httpVersionMajor: 2 },
  );
  expect(response).toMatchObject({ status: 500, body: { message: 'The mock failed. Try again.' } });
  expect(response.headers).not.toHaveProperty('Connection');
  expect(log.error).toHaveBeenCalledTimes(1);
});

test.each(['headersSent', 'destroyed'] as const)('a failure after the answer has started ends it: %s', async (how) => {
  const hosted = mockOf();
  hosted.mock.server.handle = async (_request, response) => {
    response[how] = true;
    throw new Error('too late');
  };
  const { response } = await answerTo(() => hosted);
  expect(response).toMatchObject({ status: 0, body: undefined, destroyed: true });
});

/** The address of a port that was just closed. */
async function closedAddress(): Promise<string> {
  const closed = createServer();
  await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
  const { port } = closed.address() as AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  return `http://127.0.0.1:${port}`;
}

test.each([
  ['has left the list of processes', async () => undefined],
  ['refuses connections', closedAddress],
])('answers here when the process that had the mock %s', async (_name, findAddress) => {
  const address = await findAddress();
  addressOf = () => address;
  const found = vi
    .fn<() => unknown>(() => mockOf())
    .mockImplementationOnce(() => {
      throw new ServedElsewhere('other');
    });
  const { response } = await answerTo(found);
  expect(response).toMatchObject({ status: 200, body: 'mocked' });
  expect(found).toHaveBeenCalledTimes(2);
});

describe('a call that another process passes on', () => {
  const sent = { key: 'shop', mount: ':1', url: '/theirs', clientIp: '10.0.0.8', scheme: 'https', method: 'GET' };
  const headers = { 'touchstone-forwarded': 'signed' };
  /** Where and how the mock is asked. */
  async function asked() {
    const hosted = mockOf();
    const handle = vi.fn(hosted.mock.server.handle);
    hosted.mock.server.handle = handle;
    const { response } = await answerTo(() => hosted, { headers });
    const [, , about] = handle.mock.calls[0] as unknown as [unknown, unknown, Record<string, unknown>];
    return {
      status: response.status,
      url: about.url,
      mount: about.mount,
      clientIp: about.clientIp,
      scheme: about.scheme,
    };
  }

  test('is answered as that process got it', async () => {
    forwarded = sent;
    const { key: _key, method: _method, ...about } = sent;
    expect(await asked()).toEqual({ status: 200, ...about });
  });

  test.each<[string, object | undefined]>([
    ['whose header nobody signed', undefined],
    ['whose header is of another method', { ...sent, method: 'POST' }],
    ['whose header is of another mock', { ...sent, key: 'other' }],
  ])('is one like others: %s', async (_, given) => {
    forwarded = given;
    expect(await asked()).toEqual({ status: 200, url: '/orders', mount: '', clientIp: '10.0.0.7', scheme: 'http' });
  });

  test('is not passed on again', async () => {
    forwarded = sent;
    const found = vi.fn<() => unknown>(() => {
      throw new ServedElsewhere('third');
    });
    const { response } = await answerTo(found, { headers });
    expect(response).toMatchObject({ status: 503, headers: wait });
    expect(found).toHaveBeenCalledTimes(1);
  });
});

test.each<[string, Record<string, string>, Row, number]>([
  ['the key of the mock', { 'x-mock-key': key }, { keyHash: hashOfKey(key), settings: {} }, 200],
  ['a bearer of the key', { authorization: `bearer ${key}` }, { keyHash: hashOfKey(key), settings: {} }, 200],
  [
    'the key in front of a token',
    { 'x-mock-key': key, authorization: 'Token no' },
    { keyHash: hashOfKey(key), settings: {} },
    200,
  ],
  ['a token that is not alone', { authorization: `Token ${key} x` }, { keyHash: hashOfKey(key), settings: {} }, 401],
  ['another scheme', { authorization: `Basic ${key}` }, { keyHash: hashOfKey(key), settings: {} }, 401],
  ['a part of the key', { 'x-mock-key': key.slice(1) }, { keyHash: hashOfKey(key), settings: {} }, 401],
  ['a hash that is cut', { 'x-mock-key': key }, { keyHash: hashOfKey(key).slice(1), settings: {} }, 401],
  ['no key at all', {}, { keyHash: null, settings: { access: 'key' } }, 401],
])('the admin API is answered for %s', async (_, headers, row, status) => {
  for (const url of ['/__admin', '/__admin/mappings', '/__admin?a=1'])
    expect((await answerTo(() => mockOf({ row }), { url, headers })).response.status).toBe(status);
});

test('an address that only begins like the admin API is none of it', async () => {
  expect((await answerTo(() => mockOf(), { url: '/__administration' })).response.status).toBe(200);
});

test('a mock that needs its key and has none is closed to all', async () => {
  const row: Row = { keyHash: null, settings: { access: 'key' } };
  expect((await answerTo(() => mockOf({ row }), { headers: { 'x-mock-key': key } })).response.status).toBe(401);
});
