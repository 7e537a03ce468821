import type { ErrorAnswer } from '@touchstone/contracts';
import { AppError } from '@touchstone/kernel';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { outageOf } from '../database/outage.ts';
import { platformErrors } from '../errors.ts';

/** Seconds after which a call answered with 503 may be retried. */
export const retryAfterSeconds = 3;

/** toAppError translates any thrown value into an error for the user; unknown ones become an internal error. */
export function toAppError(error: unknown, bodyLimitMb: number, limitedSeconds = 60): AppError {
  if (error instanceof AppError) return error;
  const { code, statusCode } = error as FastifyError;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' || code === 'FST_REQ_FILE_TOO_LARGE' || statusCode === 413)
    return new AppError(platformErrors.tooLarge, { params: { limitMb: bodyLimitMb }, cause: error });
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return new AppError(platformErrors.unsupportedMediaType, { cause: error });
  if (
    code === 'FST_ERR_CTP_EMPTY_JSON_BODY' ||
    code === 'FST_ERR_CTP_INVALID_JSON_BODY' ||
    error instanceof SyntaxError
  )
    return new AppError(platformErrors.invalidJson, { cause: error });
  if (statusCode === 429)
    return new AppError(platformErrors.tooManyRequests, { params: { seconds: limitedSeconds }, cause: error });
  if (statusCode === 503) return new AppError(platformErrors.overloaded, { cause: error });
  if (statusCode && statusCode >= 400 && statusCode < 500)
    return new AppError(
      { ...platformErrors.invalidInput, status: statusCode },
      { detail: (error as Error).message, cause: error },
    );
  if (isUnstorableText(error)) return new AppError(platformErrors.unstorableText, { cause: error });
  if (isWaitingTooLong(error)) return new AppError(platformErrors.overloaded, { cause: error });
  return outageError(error) ?? new AppError(platformErrors.internal, { cause: error });
}

/** outageError returns the user's error if the database as a whole is the cause; undefined for any other failure. */
export function outageError(error: unknown): AppError | undefined {
  const outage = outageOf(error);
  if (outage?.kind === 'full')
    return new AppError(platformErrors.storageFull, { params: { place: 'the folder of the database' }, cause: error });
  return (
    outage &&
    new AppError(platformErrors.databaseUnavailable, {
      params: { reason: outage.reason, seconds: retryAfterSeconds },
      cause: error,
    })
  );
}

/** PostgreSQL can't store NUL in text, or lone surrogates in JSON. */
function isUnstorableText(error: unknown): boolean {
  return causesOf(error).some(({ code, detail }) => {
    if (code === '22021' || code === '22P05') return true;
    return code === '22P02' && /surrogate/i.test(detail ?? '');
  });
}

/** The pool's message if no connection became available in time. */
const isWaitingTooLong = (error: unknown): boolean =>
  causesOf(error).some(({ message }) => message === 'timeout exceeded when trying to connect');

function causesOf(error: unknown): { message: string; code?: string; detail?: string }[] {
  const causes: Error[] = [];
  for (let current = error; current instanceof Error; current = current.cause) causes.push(current);
  return causes;
}

export function errorAnswer(error: AppError, requestId: string): ErrorAnswer {
  const { code, message, details, data } = error;
  return { code, message, errorMessage: message, details, requestId, ...(data !== undefined && { data }) };
}

/**
 * createErrorHandler responds to every failure in the same shape; the log gets the cause, the user the message and the
 * request id.
 */
export function createErrorHandler(bodyLimitMb: number) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const failure = toAppError(error, bodyLimitMb, Number(reply.getHeader('retry-after')) || undefined);
    const entry = { code: failure.code, status: failure.status, detail: failure.detail, err: failure.cause };
    if (failure.status >= 500) request.log.error(entry, failure.message);
    else request.log.debug(entry, failure.message);
    if (reply.raw.headersSent) return reply.raw.destroy();
    if (failure.status === 503 && !reply.hasHeader('retry-after')) reply.header('retry-after', retryAfterSeconds);
    if (failure.status === 401) reply.header('www-authenticate', 'Bearer');
    return reply.code(failure.status).type('application/json').send(errorAnswer(failure, request.id));
  };
}
