import { HttpError } from '@touchstone/engine-http/core';
import type { FastStep } from './compile-step.ts';
import { LoadResponse } from './fast/load-response.ts';
import type { ResponseReader } from './fast/response-reader.ts';
import type { VariableSource } from './fast/step-variables.ts';
import { failureOf, type RequestFailure, type RequestOutcome, statusFailure } from './request-outcome.ts';

/** Who is judged: a virtual user whose extracted values are set. */
interface JudgedUser extends VariableSource {
  setVariable(name: string, value: string): void;
}

const response = new LoadResponse();

/** judge looks at the response of a fast step: checks, extracted values, status. The result is put into the outcome. */
export function judge(
  fast: FastStep,
  options: {
    user: JudgedUser;
    assertsStatus: boolean;
    reader: ResponseReader;
    durationMs: number;
    outcome: RequestOutcome;
  },
): void {
  const { user, assertsStatus, reader, durationMs, outcome } = options;
  const { checks, extractors } = fast;
  try {
    response.use(reader, durationMs, fast);
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    outcome.failure = failureOf(error);
    return;
  }
  for (const check of checks) {
    if (check.passes(response, user)) outcome.checksPassed += 1;
    else {
      outcome.checksFailed += 1;
      outcome.failure ??= assertionFailure(check.label, () => check.message(response, user));
    }
  }
  if (!assertsStatus && reader.head.status >= 400) outcome.failure ??= statusFailure(reader.head.status);
  for (const extractor of extractors) {
    const value = extractor.read(response, user);
    if (value !== undefined) user.setVariable(extractor.name, value);
  }
}

/** assertionFailure: `label` names what is asserted; `message` is the sentence with its values. */
export function assertionFailure(label: string, message: () => string): RequestFailure {
  return {
    kind: 'assertion',
    message: `Assertion failed: ${label}.`,
    sample: () => ({ message: message(), method: '', url: '' }),
  };
}
