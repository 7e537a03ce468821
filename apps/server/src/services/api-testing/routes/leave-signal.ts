import { AppError } from '@touchstone/kernel';
import type { FastifyReply } from 'fastify';
import { apiTestingErrors } from '../errors.ts';

/** leaveSignal aborts when the caller goes away before the answer: nobody waits for the rest of the work. */
export function leaveSignal(reply: FastifyReply): AbortSignal {
  const left = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) left.abort(new AppError(apiTestingErrors.importCancelled));
  });
  return left.signal;
}
