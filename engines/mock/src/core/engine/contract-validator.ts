import { type MockAnswer, plainAnswer } from '../answer/mock-answer.ts';
import type { ContractViolation } from '../journal/journal.ts';
import type { RequestView } from '../request/request-view.ts';
import type { Stub } from '../stub.ts';
import { refusesViolations } from './settings.ts';

/** Judges requests and answers against a description, such as an OpenAPI document. */
export interface ContractValidator {
  request(request: RequestView): ContractViolation[];
  answer(request: RequestView, answer: MockAnswer): ContractViolation[];
  /** How a request that violates the description is refused in its protocol; undefined where it is not one of that protocol. */
  refusal?(request: RequestView, violations: ContractViolation[]): MockAnswer | undefined;
}

/** What descriptions say about a request; `refusal` refuses it in its own protocol, where it violates a description that has one. */
export interface JudgedRequest {
  violations: ContractViolation[];
  refusal: MockAnswer | undefined;
}

/** judgeRequest holds a request against all descriptions. */
export function judgeRequest(validators: readonly ContractValidator[], request: RequestView): JudgedRequest {
  const judged: JudgedRequest = { violations: [], refusal: undefined };
  for (const validator of validators) {
    const found = validator.request(request);
    judged.violations.push(...found);
    if (found.length > 0) judged.refusal ??= validator.refusal?.(request, found);
  }
  return judged;
}

/** strictRefusal is how a strict mock refuses a request with violations. */
export const strictRefusal = ({ violations, refusal }: JudgedRequest): MockAnswer =>
  refusal ??
  plainAnswer(
    422,
    JSON.stringify({ error: 'The request does not fit the description of the API.', violations }),
    'application/json',
  );

/** isRefusedBy says whether a refusal stands in for what a stub would answer; what no stub matches goes to the upstream, where there is one. */
export const isRefusedBy = (stub: Stub | undefined, hasUpstream: boolean): boolean =>
  stub === undefined ? !hasUpstream : stub.metadata?.[refusesViolations] === true;
