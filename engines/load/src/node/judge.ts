import type { AssertionResult } from '@touchstone/engine-assert/core';
import { HttpError } from '@touchstone/engine-http/core';
import type { ScriptResponse } from '@touchstone/engine-script/core';
import type { FastStep } from './compile-step.ts';
import { LoadResponse } from './fast/load-response.ts';
import type { ResponseReader } from './fast/response-reader.ts';
import type { VariableSource } from './fast/step-variables.ts';
import { failureOf, type RequestFailure, type RequestOutcome, statusFailure } from './request-outcome.ts';

/** A virtual user whose extracted values are set. */
interface JudgedUser extends VariableSource {
  setVariable(name: string, value: string): void;
}

const response = new LoadResponse();

/**
 * judge judges the response of a fast step: checks, extracted values, test script, status. The result is added to the
 * outcome. Returns the response if the script needs the sandbox to judge it; its tests and the status are not in the
 * outcome then.
 */
export function judge(
  fast: FastStep,
  options: {
    user: JudgedUser;
    assertsStatus: boolean;
    reader: ResponseReader;
    durationMs: number;
    outcome: RequestOutcome;
  },
): ScriptResponse | undefined {
  const { user, assertsStatus, reader, durationMs, outcome } = options;
  const { checks, extractors } = fast;
  try {
    response.use(reader, durationMs, fast);
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    outcome.failure = failureOf(error);
    return undefined;
  }
  for (const check of checks) {
    if (check.passes(response, user)) outcome.checksPassed += 1;
    else {
      outcome.checksFailed += 1;
      outcome.failure ??= assertionFailure(check.label, () => check.message(response, user));
    }
  }
  for (const extractor of extractors) {
    const value = extractor.read(response, user);
    if (value !== undefined) user.setVariable(extractor.name, value);
  }
  if (fast.judge !== undefined) {
    const shown = response.forScript();
    const tests = fast.judge.sync(shown);
    if (tests === undefined) return shown;
    countTests(outcome, tests);
  }
  if (!assertsStatus) countStatus(outcome, reader.head.status);
  return undefined;
}

/** countTests adds a script's test results for a response. */
export function countTests(outcome: RequestOutcome, tests: readonly AssertionResult[]): void {
  for (const { path, status, message } of tests) {
    if (status === 'passed') outcome.checksPassed += 1;
    else {
      outcome.checksFailed += 1;
      outcome.failure ??= assertionFailure(assertionLabel({ kind: 'script', path, operator: 'equals' }), () => message);
    }
  }
}

/** countStatus lets a request fail by the server's own status. */
export function countStatus(outcome: RequestOutcome, status: number): void {
  if (status >= 400) outcome.failure ??= statusFailure(status);
}

/** assertionLabel returns an assertion without its values. */
export function assertionLabel({ kind, path, operator }: Pick<AssertionResult, 'kind' | 'path' | 'operator'>): string {
  return [kind, path, operator].filter((part) => part !== undefined).join(' ');
}

/** assertionFailure: `label` names the assertion; `message` is the message with its values. */
export function assertionFailure(label: string, message: () => string): RequestFailure {
  return {
    kind: 'assertion',
    message: `Assertion failed: ${label}.`,
    sample: () => ({ message: message(), method: '', url: '' }),
  };
}
