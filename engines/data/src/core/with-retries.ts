import type { HttpSession, HttpStep, HttpStepResult } from '@touchstone/engine-http/core';

/** RetryOptions of `withRetries`. */
export interface RetryOptions {
  /** Attempts after the first; default 2. */
  retries?: number;
  /** Wait before the first repetition, in milliseconds; default 200. */
  delayMs?: number;
  /** Each wait is so many times the one before; default 2. */
  factor?: number;
  /** Longest wait; default 10,000. */
  maxDelayMs?: number;
  /** Default: every result that did not pass, unless it was cancelled. */
  shouldRetry?: (result: HttpStepResult, step: HttpStep) => boolean;
  /** Called before a wait. */
  onRetry?: (step: HttpStep, result: HttpStepResult, attempt: number) => void;
  /** Waits; default: a timer that the signal ends. */
  wait?: (delayMs: number, signal: AbortSignal | undefined) => Promise<void>;
}

/** withRetries gives a session that sends a step again, after growing waits, until it passes; the last result counts. */
export function withRetries(session: HttpSession, options: RetryOptions = {}): HttpSession {
  const {
    retries = 2,
    delayMs = 200,
    factor = 2,
    maxDelayMs = 10_000,
    shouldRetry = didNotPass,
    onRetry,
    wait = timer,
  } = options;
  return {
    state: () => session.state(),
    close: () => session.close(),
    ...(session.variablesUsedBy === undefined
      ? {}
      : { variablesUsedBy: (step) => session.variablesUsedBy?.(step) ?? [] }),
    async execute(step, given = {}) {
      let result = await session.execute(step, given);
      for (let attempt = 1; attempt <= retries; attempt += 1) {
        if (given.signal?.aborted || result.status === 'cancelled' || !shouldRetry(result, step)) break;
        onRetry?.(step, result, attempt);
        await wait(Math.min(delayMs * factor ** (attempt - 1), maxDelayMs), given.signal);
        if (given.signal?.aborted) break;
        result = await session.execute(step, given);
      }
      return result;
    },
  };
}

function didNotPass({ status }: HttpStepResult): boolean {
  return status === 'failed' || status === 'error';
}

function timer(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timeout);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timeout = setTimeout(end, delayMs);
    if (signal?.aborted) end();
    else signal?.addEventListener('abort', end, { once: true });
  });
}
