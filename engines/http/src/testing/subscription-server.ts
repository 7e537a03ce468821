import type { Server } from 'node:http';
import { WebSocketServer } from 'ws';

/** What a client sends to a subscription server. */
export interface AskedSubscription {
  variables: Record<string, unknown>;
  /** Payload that started the connection. */
  init: Record<string, unknown>;
}

/**
 * serveSubscriptions makes a server answer GraphQL subscriptions over WebSocket with the data from `dataOf`, without
 * ending them. Returns a function that closes their connections.
 */
export function serveSubscriptions(server: Server, dataOf: (asked: AskedSubscription) => unknown[]): () => void {
  const sockets = new WebSocketServer({ server, handleProtocols: () => 'graphql-transport-ws' });
  sockets.on('connection', (socket) => {
    let init = {};
    socket.on('message', (message) => {
      const { type, id, payload } = JSON.parse(String(message));
      if (type === 'connection_init') {
        init = payload;
        socket.send('{"type":"connection_ack"}');
      }
      if (type !== 'subscribe') return;
      for (const data of dataOf({ variables: payload.variables, init }))
        socket.send(JSON.stringify({ id, type: 'next', payload: { data } }));
    });
  });
  return () => {
    for (const socket of sockets.clients) socket.terminate();
  };
}
