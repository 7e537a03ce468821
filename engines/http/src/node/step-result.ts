import { BudgetError } from '@touchstone/kernel';
import { HttpError } from '../core/http-error.ts';
import type { HttpStepResult } from '../core/result.ts';

/** emptyResult is the result of a step about which nothing is known yet. */
export function emptyResult(stepId: string, startedAt: Date): HttpStepResult {
  return {
    stepId,
    status: 'error',
    startedAt,
    durationMs: 0,
    request: undefined,
    response: undefined,
    redirects: [],
    timing: undefined,
    certificate: undefined,
    assertions: [],
    extracted: [],
    unresolved: [],
    error: undefined,
  };
}

/** setFailure records in a result why there was no response. */
export function setFailure(result: HttpStepResult, failure: HttpError): void {
  result.status = failure.code === 'CANCELLED' ? 'cancelled' : 'error';
  result.error = failure.toFailure();
}

/** asHttpError converts any error to an HttpError. */
export function asHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  if (error instanceof BudgetError) return new HttpError('TOO_MUCH_WORK', error.message, error);
  const message = error instanceof Error ? error.message : String(error);
  return new HttpError('INTERNAL', `The request could not be completed: ${message}`, error);
}
