import type { HttpSession, HttpStep, HttpStepResult, StepAttempt, StepRetry } from '@touchstone/engine-http/core';

/** RetryOptions of `withRetries`. */
export interface RetryOptions {
  /** Attempts after the first; default 2. */
  retries?: number;
  /** Delay of the first retry, in milliseconds; default 200. */
  delayMs?: number;
  /** Factor by which each wait grows; default 2. */
  factor?: number;
  /** Longest wait in milliseconds; default 10,000. */
  maxDelayMs?: number;
  /** Default: every result that didn't pass, unless it was cancelled. */
  shouldRetry?: (result: HttpStepResult, step: HttpStep) => boolean;
  /** Called before a wait. */
  onRetry?: (step: HttpStep, result: HttpStepResult, attempt: number) => void;
  /** Waits; default: a timer that the signal ends. */
  wait?: (delayMs: number, signal: AbortSignal | undefined) => Promise<void>;
}

/**
 * withRetries returns a session that retries a step, with growing delays, until it passes; the last result counts and
 * includes the attempts before it. A step's own retry settings override the options.
 */
export function withRetries(session: HttpSession, options: RetryOptions = {}): HttpSession {
  const { maxDelayMs = 10_000, onRetry, wait = timer } = options;
  return {
    state: () => session.state(),
    close: () => session.close(),
    ...(session.variablesUsedBy === undefined
      ? {}
      : { variablesUsedBy: (step) => session.variablesUsedBy?.(step) ?? [] }),
    async execute(step, given = {}) {
      const { retries, delayMs, factor, shouldRetry } = ruleOf(step.settings.retry, options);
      const earlier: StepAttempt[] = [];
      let result = await session.execute(step, given);
      for (let attempt = 1; attempt <= retries; attempt += 1) {
        if (given.signal?.aborted || result.status === 'cancelled' || !shouldRetry(result, step)) break;
        onRetry?.(step, result, attempt);
        await wait(Math.min(delayMs * factor ** (attempt - 1), maxDelayMs), given.signal);
        if (given.signal?.aborted) break;
        earlier.push(attemptOf(result));
        result = await session.execute(step, given);
      }
      return earlier.length === 0 ? result : { ...result, earlierAttempts: earlier };
    },
  };
}

type RetryRule = Required<Pick<RetryOptions, 'retries' | 'delayMs' | 'factor' | 'shouldRetry'>>;

function ruleOf(own: StepRetry | undefined, options: RetryOptions): RetryRule {
  const { retries = 2, delayMs = 200, factor = 2, shouldRetry = didNotPass } = options;
  if (own === undefined) return { retries, delayMs, factor, shouldRetry };
  const { on, ...rest } = own;
  return { ...rest, shouldRetry: on === 'notPassed' ? didNotPass : ({ status }) => status === on };
}

function didNotPass({ status }: HttpStepResult): boolean {
  return status === 'failed' || status === 'error';
}

function attemptOf({ status, response, startedAt, durationMs, error, assertions }: HttpStepResult): StepAttempt {
  const message = error?.message ?? assertions.find((assertion) => assertion.status === 'failed')?.message;
  return { status, statusCode: response?.status, startedAt, durationMs, message };
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
