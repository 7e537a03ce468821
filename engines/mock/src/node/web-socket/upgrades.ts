import { type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A connection whose request asks for a WebSocket. */
export interface Upgrade {
  socket: Socket;
  /** Bytes read beyond the request. */
  head: Buffer;
}

/**
 * listenForUpgrades reports requests that ask for a WebSocket; those that name another protocol stay ordinary requests.
 * Using the response ends the connection.
 */
export function listenForUpgrades(
  server: Server,
  serve: (request: IncomingMessage, response: ServerResponse, upgrade: Upgrade) => void,
): void {
  // Java clients offer h2c with their first request, and continue without it.
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
