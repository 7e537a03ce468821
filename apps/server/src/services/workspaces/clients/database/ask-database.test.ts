import { createServer, type Server, type Socket } from 'node:net';
import { createAddressPolicy } from '@touchstone/engine-http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseVersion } from './ask-database.ts';
import { DatabaseError } from './database-error.ts';

let odd: Server;
let port: number;
const sockets = new Set<Socket>();
beforeAll(async () => {
  // Four zero bytes send MongoDB's driver into an endless loop.
  odd = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    socket.write(Buffer.alloc(64));
    socket.once('data', () => socket.end());
  });
  await new Promise<void>((resolve) => odd.listen(0, '127.0.0.1', resolve));
  ({ port } = odd.address() as { port: number });
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => odd.close(resolve));
});

test.each(['postgresql', 'mysql', 'mongodb'] as const)(
  'a %s server that responds wrongly fails its own query and not the process',
  async (kind) => {
    const signIn = {
      databaseName: 'orders',
      username: 'ada',
      password: 'word',
      tls: 'off',
      caCertificate: '',
    } as const;
    const target = { kind, host: '127.0.0.1', port, ...signIn };
    const options = { policy: createAddressPolicy({}), timeoutMs: 1500, driversFolder: '/nowhere' };
    const failure = await databaseVersion(target, options).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(DatabaseError);
    expect((failure as DatabaseError).message).not.toBe('');
  },
);
