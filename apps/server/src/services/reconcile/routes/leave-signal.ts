import type { FastifyReply } from 'fastify';

/**
 * leaveSignal returns a signal that aborts when the caller disconnects before the response, so that query and request
 * are stopped.
 */
export function leaveSignal(reply: FastifyReply): AbortSignal {
  const left = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) left.abort();
  });
  return left.signal;
}
