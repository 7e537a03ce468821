import type { HttpFailure, HttpFailureCode } from './result.ts';

/** HttpError carries a failure of the exchange through the engine; it never leaves it, results carry `HttpFailure`. */
export class HttpError extends Error {
  readonly code: HttpFailureCode;

  constructor(code: HttpFailureCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'HttpError';
    this.code = code;
  }

  toFailure(): HttpFailure {
    return { code: this.code, message: this.message };
  }
}
