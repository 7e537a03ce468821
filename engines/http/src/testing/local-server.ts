import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server as NetServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** A real server on loopback for one test file. */
export interface LocalServer {
  port: number;
  url: string;
  close(): Promise<void>;
}

/** startHttp starts a plain server; `onUpgrade` handles upgrade requests. */
export function startHttp(
  listener: RequestListener,
  host = '127.0.0.1',
  onUpgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer) => void,
): Promise<LocalServer> {
  const server = createServer(listener);
  if (onUpgrade !== undefined) server.on('upgrade', onUpgrade);
  return listen(server, 'http', host);
}

/** startHttps starts a TLS server. */
export function startHttps(options: ServerOptions, listener: RequestListener): Promise<LocalServer> {
  return listen(createTlsServer(options, listener), 'https', '127.0.0.1');
}

/** startTcp starts a server with an arbitrary protocol. */
export function startTcp(onConnection: (socket: Socket) => void): Promise<LocalServer> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    onConnection(socket);
  });
  return listen(server, 'http', '127.0.0.1', () => {
    for (const socket of sockets) socket.destroy();
  });
}

async function listen(
  server: NetServer | Server,
  scheme: string,
  host: string,
  beforeClose: () => void = () => undefined,
): Promise<LocalServer> {
  await new Promise<void>((done) => server.listen(0, host, done));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`,
    close: () =>
      new Promise((done) => {
        beforeClose();
        if ('closeAllConnections' in server) server.closeAllConnections();
        server.close(() => done());
      }),
  };
}
