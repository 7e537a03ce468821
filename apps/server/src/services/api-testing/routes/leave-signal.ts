import { AppError } from '@touchstone/kernel';
import type { FastifyReply } from 'fastify';
import { apiTestingErrors } from '../errors.ts';

/**
 * leaveSignal returns a signal that aborts when the caller disconnects before the response, so that the remaining work
 * is dropped.
 */
export function leaveSignal(reply: FastifyReply): AbortSignal {
  const left = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) left.abort(new AppError(apiTestingErrors.importCancelled));
  });
  return left.signal;
}
