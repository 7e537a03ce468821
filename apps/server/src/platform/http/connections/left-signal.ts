import type { FastifyReply } from 'fastify';

/** leftSignal aborts when the caller disconnects before the response is complete. */
export function leftSignal(reply: FastifyReply): AbortSignal {
  const left = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) left.abort();
  });
  return left.signal;
}
