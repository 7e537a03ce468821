import { createServer } from 'node:http';
import { get } from 'node:https';
import { createAuthority } from '@touchstone/engine-mock';
import { freePort } from '@touchstone/testing';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Platform } from '../../../../platform/platform.ts';
import type { MockPlaces } from './mock-directory.ts';
import { MockPorts } from './mock-ports.ts';
import type { MockCall } from './serve-call.ts';

const authority = createAuthority(new Date(), 1);
let from: number;
beforeAll(async () => {
  from = await freePort();
});
const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

const shown = ({ key, mount, url, clientIp, scheme }: MockCall) => ({ key, mount, url, clientIp, scheme });

/** Ports of the mocks in `places`, which tests can change. */
function portsOf(given: { roles?: string[]; hasRange?: boolean; places?: () => Promise<MockPlaces[]> } = {}) {
  const { roles = ['api'], hasRange = true } = given;
  const places: MockPlaces[] = [];
  const log = { warn: vi.fn(), error: vi.fn() };
  const platform = {
    config: { roles, HOST: '127.0.0.1', publicUrl: 'http://127.0.0.1:1' },
    clock: { now: () => new Date() },
    log,
  } as unknown as Platform;
  const ports = new MockPorts({
    platform,
    range: hasRange ? { from, to: from + 1 } : undefined,
    authority: async () => authority,
    places: given.places ?? (async () => places),
    serve: async (call) => void call.response.end(JSON.stringify(shown(call))),
  });
  ends.push(() => ports.stop());
  return { ports, places, log };
}
const place = (port: number | null, pathKey = 'shop'): MockPlaces => ({ id: pathKey, pathKey, port });
const ask = async (port: number, path = '/a?b=1') =>
  fetch(`http://127.0.0.1:${port}${path}`, { headers: { connection: 'close' } }).then(
    (answer) => answer.json(),
    () => 'closed',
  );

test('the ports of mocks serve HTTP and HTTPS, and close with their mocks', async () => {
  const { ports, places, log } = portsOf();
  places.push(place(from), place(from + 2, 'outside'), place(null, 'none'));
  await ports.start();
  const call = { key: 'shop', mount: `:${from}`, url: '/a?b=1', clientIp: '127.0.0.1', scheme: 'http' };
  expect(await ask(from)).toEqual(call);
  expect(await ask(from + 2)).toBe('closed');
  const secure = await new Promise((resolve, reject) => {
    get(`https://localhost:${from}/s`, { ca: authority.certificate, agent: false }, (answer) => {
      answer.setEncoding('utf8').on('data', (text: string) => resolve(JSON.parse(text)));
    }).on('error', reject);
  });
  expect(secure).toEqual({ ...call, url: '/s', scheme: 'https' });
  // The port is reassigned to another mock, and a second port is assigned.
  places.splice(0, 3, place(from, 'other'), place(from + 1));
  await ports.follow();
  expect([await ask(from), await ask(from + 1)]).toEqual([
    { ...call, key: 'other' },
    { ...call, mount: `:${from + 1}` },
  ]);
  places.pop();
  await ports.follow();
  await vi.waitFor(async () => expect(await ask(from + 1)).toBe('closed'));
  expect(await ask(from)).toEqual({ ...call, key: 'other' });
  await ports.stop();
  expect(await ask(from)).toBe('closed');
  await ports.follow();
  expect(await ask(from)).toBe('closed');
  expect([log.warn.mock.calls, log.error.mock.calls]).toEqual([[], []]);
});

test('a port in use by another program is logged, and opened once it is free', async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(from, '127.0.0.1', resolve));
  const { ports, places, log } = portsOf();
  places.push(place(from), place(from + 1, 'beside'));
  expect([await ports.isFree(from), await ports.isFree(from + 1)]).toEqual([false, true]);
  vi.useFakeTimers({ toFake: ['setInterval'] });
  await ports.start();
  expect(log.warn.mock.calls).toEqual([
    [
      { err: expect.objectContaining({ code: 'EADDRINUSE' }), port: from },
      'the port of a mock is taken; it is tried again',
    ],
  ]);
  expect(await ask(from + 1)).toMatchObject({ key: 'beside' });
  expect(await ports.isFree(from + 1)).toBe(true);
  await new Promise((resolve) => taken.close(resolve));
  vi.advanceTimersByTime(5000);
  vi.useRealTimers();
  await vi.waitFor(async () => expect(await ask(from)).toMatchObject({ key: 'shop' }));
  expect(log.warn).toHaveBeenCalledTimes(1);
});

test.each([
  ['without ports for mocks', { hasRange: false }],
  ['that does not serve mocks', { roles: ['runner'] }],
])('a process %s opens none', async (_, given) => {
  const { ports, places } = portsOf(given);
  places.push(place(from));
  await ports.start();
  await ports.follow();
  expect(await ask(from)).toBe('closed');
});

test('a failure to read the mocks is logged, and their ports open later', async () => {
  const read = vi.fn<() => Promise<MockPlaces[]>>(async () => [place(from)]).mockRejectedValueOnce(new Error('away'));
  const { ports, log } = portsOf({ places: read });
  await ports.follow();
  expect(log.error.mock.calls).toEqual([[{ err: new Error('away') }, 'the ports of mocks could not be opened']]);
  await ports.follow();
  expect(await ask(from)).toMatchObject({ key: 'shop' });
});
