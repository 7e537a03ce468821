import type { FastifyReply } from 'fastify';

/** leaveSignal aborts when the caller disconnects before the answer, so that query and request are stopped. */
export function leaveSignal(reply: FastifyReply): AbortSignal {
  const left = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) left.abort();
  });
  return left.signal;
}
