import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { createTestDatabase, loopbackUrl } from '@touchstone/testing';
import pg from 'pg';
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest';
import { Notifier } from './notifier.ts';

const waitOptions = { timeout: 10_000 };

let copy: { url: string; drop(): Promise<void> };
let admin: pg.Client;
let errors: Error[];
const notifiers: Notifier[] = [];
const newNotifier = (url = copy.url) => {
  const notifier = new Notifier(url, (error) => errors.push(error));
  notifiers.push(notifier);
  return notifier;
};
beforeEach(async () => {
  errors = [];
  copy = await createTestDatabase(inject('postgresUrl'));
  admin = new pg.Client({ connectionString: copy.url });
  await admin.connect();
});
afterEach(async () => {
  for (const notifier of notifiers.splice(0)) await notifier.stop();
  await admin.end();
  await copy.drop();
});

const notify = (channel: string, payload: string) => admin.query('select pg_notify($1, $2)', [channel, payload]);
const connections = async (): Promise<number[]> =>
  (
    await admin.query(
      `select pid from pg_stat_activity where application_name = 'touchstone-notifier' and datname = current_database()`,
    )
  ).rows.map((row) => row.pid);
/** The next payload that a new listener of `channel` receives. */
async function listen(notifier: Notifier, channel: string) {
  const received: string[] = [];
  const stop = await notifier.listen(channel, (payload) => received.push(payload));
  return { received, stop };
}

test('every listener of a channel receives its notifications, until it stops', async () => {
  const notifier = newNotifier();
  await notifier.start();
  const [first, second, other] = [
    await listen(notifier, 'runs'),
    await listen(notifier, 'runs'),
    await listen(notifier, 'a "b" channel'),
  ];
  await notify('runs', 'one');
  await notify('a "b" channel', 'two');
  await vi.waitFor(() => expect(other.received).toEqual(['two']), waitOptions);
  first.stop();
  await notify('runs', 'three');
  await vi.waitFor(() => expect(second.received).toEqual(['one', 'three']), waitOptions);
  expect(first.received).toEqual(['one']);
});

test('a broken connection is restored, receives again, and reports that something may have been missed', async () => {
  const notifier = newNotifier();
  await notifier.start();
  const { received } = await listen(notifier, 'runs');
  const reconnected = new Promise<void>((resolve) => notifier.onReconnect(resolve));
  const [pid] = await connections();
  await admin.query('select pg_terminate_backend($1)', [pid]);
  await reconnected;
  await notify('runs', 'after');
  await vi.waitFor(() => expect(received).toEqual(['after']), waitOptions);
  expect(errors).toHaveLength(1);
  expect(await connections()).toHaveLength(1);
});

test('channels subscribed to while disconnected are received once connected again', async () => {
  const notifier = newNotifier();
  await notifier.start();
  const reconnected = new Promise<void>((resolve) => notifier.onReconnect(resolve));
  const lost = vi.waitFor(() => expect(errors).toHaveLength(1), { interval: 1 });
  await admin.query('select pg_terminate_backend($1)', [(await connections())[0]]);
  await lost;
  const { received } = await listen(notifier, 'late');
  await reconnected;
  await notify('late', 'yes');
  await vi.waitFor(() => expect(received).toEqual(['yes']), waitOptions);
});

/** A proxy to the server that cuts each connection when the client sends `LISTEN`, as long as `isCutting`. */
async function startCuttingProxy() {
  const target = new URL(copy.url);
  const sockets = new Set<Socket>();
  const state = { isCutting: true, cuts: 0 };
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => sockets.delete(socket));
    }
    client.on('data', (chunk) => {
      if (state.isCutting && chunk.includes('listen ')) {
        state.cuts += 1;
        client.destroy();
        upstream.destroy();
      } else upstream.write(chunk);
    });
    upstream.pipe(client);
    client.once('close', () => upstream.end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(loopbackUrl(copy.url));
  url.port = String((server.address() as { port: number }).port);
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  };
  return { url: url.href, state, close };
}

test('a start that fails halfway leaves no connection, and a listener is never duplicated', async () => {
  const proxy = await startCuttingProxy();
  const notifier = newNotifier(proxy.url);
  const { received } = await listen(notifier, 'runs');
  for (const attempt of [1, 2, 3]) {
    await expect(notifier.start()).rejects.toThrow();
    expect(proxy.state.cuts).toBe(attempt);
  }
  await vi.waitFor(async () => expect(await connections()).toEqual([]), waitOptions);
  proxy.state.isCutting = false;
  await notifier.start();
  expect(await connections()).toHaveLength(1);
  await notify('runs', 'once');
  await notify('runs', 'end');
  await vi.waitFor(() => expect(received).toContain('end'), waitOptions);
  expect(received).toEqual(['once', 'end']);
  expect(errors).toEqual([]);
  await notifier.stop();
  await proxy.close();
});

test('a connection lost during a reconnect is retried, still with a single connection', async () => {
  const proxy = await startCuttingProxy();
  proxy.state.isCutting = false;
  const notifier = newNotifier(proxy.url);
  await notifier.start();
  const { received } = await listen(notifier, 'runs');
  proxy.state.isCutting = true;
  const reconnected = new Promise<void>((resolve) => notifier.onReconnect(resolve));
  await admin.query('select pg_terminate_backend($1)', [(await connections())[0]]);
  await vi.waitFor(() => expect(proxy.state.cuts).toBeGreaterThanOrEqual(2), { timeout: 5000 });
  proxy.state.isCutting = false;
  await reconnected;
  await notify('runs', 'once');
  await notify('runs', 'end');
  await vi.waitFor(() => expect(received).toContain('end'), waitOptions);
  expect(received).toEqual(['once', 'end']);
  await vi.waitFor(async () => expect(await connections()).toHaveLength(1), waitOptions);
  await notifier.stop();
  await proxy.close();
});

test('a notifier that is stopped while starting leaves no connection', async () => {
  const notifier = newNotifier();
  const starting = notifier.start();
  await notifier.stop();
  await starting;
  await vi.waitFor(async () => expect(await connections()).toEqual([]), waitOptions);
});

/** A proxy to the server that can stop forwarding, like a hanging network or server. */
async function startStallingProxy() {
  const target = new URL(copy.url);
  const sockets = new Set<Socket>();
  let isStalled = false;
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => sockets.delete(socket));
    }
    upstream.pipe(client).pipe(upstream);
    client.once('close', () => upstream.end());
    if (isStalled) client.pause();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(loopbackUrl(copy.url));
  url.port = String((server.address() as { port: number }).port);
  return {
    url: url.href,
    stall(wanted: boolean) {
      isStalled = wanted;
      for (const socket of sockets) wanted ? socket.pause() : socket.resume();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

test('an unresponsive database is away until it answers again; a single broken connection is not', async () => {
  const proxy = await startStallingProxy();
  const notifier = newNotifier(proxy.url);
  const reasons: (string | undefined)[] = [];
  notifier.onOutage((reason) => reasons.push(reason?.message));
  await notifier.start();
  const reconnected = new Promise<void>((resolve) => notifier.onReconnect(resolve));
  await admin.query('select pg_terminate_backend($1)', [(await connections())[0]]);
  await reconnected;
  expect(reasons).toEqual([]);
  proxy.stall(true);
  await vi.waitFor(() => expect(reasons).toEqual(['The database did not answer in time.']), waitOptions);
  proxy.stall(false);
  await vi.waitFor(() => expect(reasons).toEqual(['The database did not answer in time.', undefined]), waitOptions);
  const { received } = await listen(notifier, 'runs');
  await notify('runs', 'after');
  await vi.waitFor(() => expect(received).toEqual(['after']), waitOptions);
  await notifier.stop();
  await proxy.close();
});
