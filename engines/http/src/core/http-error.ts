import type { HttpFailure, HttpFailureCode } from './result.ts';

/** HttpError is a failed exchange inside the engine; it never leaves the engine, results contain `HttpFailure`. */
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

/**
 * RefusedSubscription says that a server refused a subscription after the handshake; `event` is the final event that
 * the stream of results gets for it.
 */
export class RefusedSubscription extends HttpError {
  readonly event: string;

  constructor(message: string, event: string) {
    super('PROTOCOL', message);
    this.event = event;
  }
}
