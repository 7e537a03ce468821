import { connect, createServer, type Socket } from 'node:net';
import pg from 'pg';

/**
 * A database of the test's PostgreSQL, reached through a separate port: the product refuses to query its own database.
 */
export interface DatabaseTargetServer {
  /** Fields of a configuration whose user may read and write table `item`. */
  fields: {
    kind: 'postgresql';
    host: string;
    port: number;
    databaseName: string;
    username: string;
    password: string;
    tls: 'off';
  };
  query(text: string): Promise<pg.QueryResult>;
  close(): Promise<void>;
}

/** startDatabaseTarget creates table `item` in the database behind `url` and opens the port. */
export async function startDatabaseTarget(url: string): Promise<DatabaseTargetServer> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  await client.query(`create table public.item (id bigint, name text, price numeric, made timestamptz, tags jsonb)`);
  await client.query(`insert into public.item values (9007199254740993, 'O''Brien', 12.50, '2026-01-02 03:04:05+00', '["a"]'),
    (2, 'Bolt', 1, null, null)`);
  const { hostname, port, pathname, username, password } = new URL(url);
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const onward = connect({ host: hostname, port: Number(port) });
    for (const end of [socket, onward]) {
      sockets.add(end);
      end.on('error', () => undefined);
      end.once('close', () => sockets.delete(end));
    }
    socket.pipe(onward).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    fields: {
      kind: 'postgresql',
      host: '127.0.0.1',
      port: (server.address() as { port: number }).port,
      databaseName: pathname.slice(1),
      username: decodeURIComponent(username),
      password: decodeURIComponent(password),
      tls: 'off',
    },
    query: (text) => client.query(text),
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
      await client.end();
    },
  };
}
