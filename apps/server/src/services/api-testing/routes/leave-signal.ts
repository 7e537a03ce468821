import { AppError } from '@touchstone/kernel';
import type { FastifyReply } from 'fastify';
import { apiTestingErrors } from '../errors.ts';

/** leaveSignal aborts when the caller disconnects before the answer, so that the rest of the work is dropped. */
export function leaveSignal(reply: FastifyReply): AbortSignal {
  const left = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) left.abort(new AppError(apiTestingErrors.importCancelled));
  });
  return left.signal;
}
