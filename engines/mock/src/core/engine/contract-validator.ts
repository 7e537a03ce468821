import { type MockAnswer, plainAnswer } from '../answer/mock-answer.ts';
import type { ContractViolation } from '../journal/journal.ts';
import type { RequestView } from '../request/request-view.ts';
import type { Stub } from '../stub.ts';
import { refusesViolations } from './settings.ts';

/** Validates requests and responses against a description, such as an OpenAPI document. */
export interface ContractValidator {
  request(request: RequestView): ContractViolation[];
  answer(request: RequestView, answer: MockAnswer): ContractViolation[];
  /**
   * The protocol's own refusal of a request that violates the description; undefined if the request doesn't use that
   * protocol.
   */
  refusal?(request: RequestView, violations: ContractViolation[]): MockAnswer | undefined;
}

/**
 * The result of checking a request against all descriptions; `refusal` is the response in the protocol of the first
 * violated description that has one.
 */
export interface JudgedRequest {
  violations: ContractViolation[];
  refusal: MockAnswer | undefined;
}

/** judgeRequest checks a request against all descriptions. */
export function judgeRequest(validators: readonly ContractValidator[], request: RequestView): JudgedRequest {
  const judged: JudgedRequest = { violations: [], refusal: undefined };
  for (const validator of validators) {
    const found = validator.request(request);
    judged.violations.push(...found);
    if (found.length > 0) judged.refusal ??= validator.refusal?.(request, found);
  }
  return judged;
}

/** strictRefusal returns the response with which a strict mock refuses a request that has violations. */
export const strictRefusal = ({ violations, refusal }: JudgedRequest): MockAnswer =>
  refusal ??
  plainAnswer(
    422,
    JSON.stringify({ error: 'The request does not fit the description of the API.', violations }),
    'application/json',
  );

/**
 * isRefusedBy returns whether a refusal replaces the stub's response; a request that no stub matches goes to the
 * upstream, if there is one.
 */
export const isRefusedBy = (stub: Stub | undefined, hasUpstream: boolean): boolean =>
  stub === undefined ? !hasUpstream : stub.metadata?.[refusesViolations] === true;
