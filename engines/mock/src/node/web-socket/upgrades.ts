import { type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A connection that a request asks to use for a WebSocket. */
export interface Upgrade {
  socket: Socket;
  /** What was read beyond the request. */
  head: Buffer;
}

/** listenForUpgrades tells of requests that ask for a WebSocket; others that name another protocol stay ordinary requests. A response that is used ends the connection. */
export function listenForUpgrades(
  server: Server,
  serve: (request: IncomingMessage, response: ServerResponse, upgrade: Upgrade) => void,
): void {
  // Clients of Java offer h2c with their first request, and go on without it.
  const choosing = server as { shouldUpgradeCallback?: (request: IncomingMessage) => boolean };
  choosing.shouldUpgradeCallback = ({ headers }) => /^websocket$/i.test(headers.upgrade ?? '');
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    response.once('finish', () => socket.end());
    socket.on('error', () => socket.destroy());
    serve(request, response, { socket, head });
  });
}
