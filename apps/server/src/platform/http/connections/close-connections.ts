import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

const sweepEveryMs = 50;

/**
 * closeConnections makes a stopping server wait only for calls in flight, at most `withinMs` milliseconds. Otherwise
 * connections whose response ends after the close began would stay open for their keep-alive time, and unused ones that
 * browsers opened in advance, until they time out.
 */
export function closeConnections(app: FastifyInstance, withinMs: number): void {
  const { server } = app;
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  app.addHook('preClose', async () => {
    const sweep = setInterval(() => {
      server.closeIdleConnections();
      // Node treats only connections that have had a call as idle.
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
    }, sweepEveryMs);
    const cut = setTimeout(() => server.closeAllConnections(), withinMs);
    const stop = () => {
      clearInterval(sweep);
      clearTimeout(cut);
    };
    if (server.listening) server.once('close', stop);
    else stop();
  });
}
