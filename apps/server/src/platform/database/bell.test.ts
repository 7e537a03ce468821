import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { createTestDatabase } from '@touchstone/testing';
import pg from 'pg';
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest';
import { Bell } from './bell.ts';

const patience = { timeout: 10_000 };

let copy: { url: string; drop(): Promise<void> };
let admin: pg.Client;
let errors: Error[];
const bells: Bell[] = [];
const newBell = (url = copy.url) => {
  const bell = new Bell(url, (error) => errors.push(error));
  bells.push(bell);
  return bell;
};
beforeEach(async () => {
  errors = [];
  copy = await createTestDatabase(inject('postgresUrl'));
  admin = new pg.Client({ connectionString: copy.url });
  await admin.connect();
});
afterEach(async () => {
  for (const bell of bells.splice(0)) await bell.stop();
  await admin.end();
  await copy.drop();
});

const ring = (channel: string, payload: string) => admin.query('select pg_notify($1, $2)', [channel, payload]);
const connections = async (): Promise<number[]> =>
  (
    await admin.query(
      `select pid from pg_stat_activity where application_name = 'touchstone-bell' and datname = current_database()`,
    )
  ).rows.map((row) => row.pid);
/** The next payload that a new listener of `channel` hears. */
async function hear(bell: Bell, channel: string) {
  const heard: string[] = [];
  const stop = await bell.listen(channel, (payload) => heard.push(payload));
  return { heard, stop };
}

test('every listener of a channel hears it, until it stops', async () => {
  const bell = newBell();
  await bell.start();
  const [first, second, other] = [
    await hear(bell, 'runs'),
    await hear(bell, 'runs'),
    await hear(bell, 'a "b" channel'),
  ];
  await ring('runs', 'one');
  await ring('a "b" channel', 'two');
  await vi.waitFor(() => expect(other.heard).toEqual(['two']), patience);
  first.stop();
  await ring('runs', 'three');
  await vi.waitFor(() => expect(second.heard).toEqual(['one', 'three']), patience);
  expect(first.heard).toEqual(['one']);
});

test('a connection that is cut comes back, hears again, and tells that something may have been missed', async () => {
  const bell = newBell();
  await bell.start();
  const { heard } = await hear(bell, 'runs');
  const reconnected = new Promise<void>((resolve) => bell.onReconnect(resolve));
  const [pid] = await connections();
  await admin.query('select pg_terminate_backend($1)', [pid]);
  await reconnected;
  await ring('runs', 'after');
  await vi.waitFor(() => expect(heard).toEqual(['after']), patience);
  expect(errors).toHaveLength(1);
  expect(await connections()).toHaveLength(1);
});

test('what is listened to while the connection is away is heard when it is back', async () => {
  const bell = newBell();
  await bell.start();
  const reconnected = new Promise<void>((resolve) => bell.onReconnect(resolve));
  const lost = vi.waitFor(() => expect(errors).toHaveLength(1), { interval: 1 });
  await admin.query('select pg_terminate_backend($1)', [(await connections())[0]]);
  await lost;
  const { heard } = await hear(bell, 'late');
  await reconnected;
  await ring('late', 'yes');
  await vi.waitFor(() => expect(heard).toEqual(['yes']), patience);
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
  const url = new URL(copy.url);
  url.port = String((server.address() as { port: number }).port);
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  };
  return { url: url.href, state, close };
}

test('a start that fails half-way leaves no connection, and one listener never becomes two', async () => {
  const proxy = await startCuttingProxy();
  const bell = newBell(proxy.url);
  const { heard } = await hear(bell, 'runs');
  for (const attempt of [1, 2, 3]) {
    await expect(bell.start()).rejects.toThrow();
    expect(proxy.state.cuts).toBe(attempt);
  }
  await vi.waitFor(async () => expect(await connections()).toEqual([]), patience);
  proxy.state.isCutting = false;
  await bell.start();
  expect(await connections()).toHaveLength(1);
  await ring('runs', 'once');
  await ring('runs', 'end');
  await vi.waitFor(() => expect(heard).toContain('end'), patience);
  expect(heard).toEqual(['once', 'end']);
  expect(errors).toEqual([]);
  await bell.stop();
  await proxy.close();
});

test('a connection that is lost while it comes back is tried again, still with one connection', async () => {
  const proxy = await startCuttingProxy();
  proxy.state.isCutting = false;
  const bell = newBell(proxy.url);
  await bell.start();
  const { heard } = await hear(bell, 'runs');
  proxy.state.isCutting = true;
  const reconnected = new Promise<void>((resolve) => bell.onReconnect(resolve));
  await admin.query('select pg_terminate_backend($1)', [(await connections())[0]]);
  await vi.waitFor(() => expect(proxy.state.cuts).toBeGreaterThanOrEqual(2), { timeout: 5000 });
  proxy.state.isCutting = false;
  await reconnected;
  await ring('runs', 'once');
  await ring('runs', 'end');
  await vi.waitFor(() => expect(heard).toContain('end'), patience);
  expect(heard).toEqual(['once', 'end']);
  await vi.waitFor(async () => expect(await connections()).toHaveLength(1), patience);
  await bell.stop();
  await proxy.close();
});

test('a bell that is stopped while it starts leaves no connection', async () => {
  const bell = newBell();
  const starting = bell.start();
  await bell.stop();
  await starting;
  await vi.waitFor(async () => expect(await connections()).toEqual([]), patience);
});

/** A proxy to the server that can stop passing anything on, as a network or a server does that hangs. */
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
  const url = new URL(copy.url);
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

test('a database that does nothing is away until it answers again; one connection that is cut is not', async () => {
  const proxy = await startStallingProxy();
  const bell = newBell(proxy.url);
  const told: (string | undefined)[] = [];
  bell.onAway((reason) => told.push(reason?.message));
  await bell.start();
  const reconnected = new Promise<void>((resolve) => bell.onReconnect(resolve));
  await admin.query('select pg_terminate_backend($1)', [(await connections())[0]]);
  await reconnected;
  expect(told).toEqual([]);
  proxy.stall(true);
  await vi.waitFor(() => expect(told).toEqual(['The database did not answer in time.']), patience);
  proxy.stall(false);
  await vi.waitFor(() => expect(told).toEqual(['The database did not answer in time.', undefined]), patience);
  const { heard } = await hear(bell, 'runs');
  await ring('runs', 'after');
  await vi.waitFor(() => expect(heard).toEqual(['after']), patience);
  await bell.stop();
  await proxy.close();
});
