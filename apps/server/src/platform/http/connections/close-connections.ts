import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

const sweepEveryMs = 50;

/**
 * closeConnections lets a server that stops wait for calls in flight alone, at most `withinMs` milliseconds. Without it connections whose answer
 * ends after the close began would stay open for their keep-alive time, and those that browsers open for a call that may follow, until they time out.
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
      // Node counts as idle only what has had a call.
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
