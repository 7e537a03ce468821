import { ApiError } from '@touchstone/contracts';

/** titled prepends the documented sentence to the server's message, and keeps its code. */
export function titled(text: string, error: Error): Error {
  const message = error.message.startsWith(text) ? error.message : `${text}. ${error.message}`;
  if (!(error instanceof ApiError)) return new Error(message);
  const { status, code, details, requestId } = error;
  return new ApiError(status, { message, code, details, ...(requestId && { requestId }) });
}
