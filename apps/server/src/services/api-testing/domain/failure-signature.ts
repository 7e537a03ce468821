import type { RunStatus } from '@touchstone/contracts/runs';

/** What the signature of a failed step is made from. */
export interface FailedStep {
  status: RunStatus;
  /** The first failure or error, in one sentence. */
  message: string | null;
  statusCode: number | null;
  /** The error code, if the request couldn't be sent or answered. */
  errorCode: string | null;
  /** The first failed assertion. */
  assertion: { kind: string; operator: string; path?: string | undefined } | null;
}

/** What failures with the same cause have in common. */
export interface FailureSignature {
  /** Equal exactly for failures with the same cause. */
  signature: string;
  /** Kind of the failed assertion, such as `jsonPath`; for an error, its code. */
  kind: string;
  /** First digit of the status with `xx`, such as `5xx`; empty if there was no response. */
  statusClass: string;
  /** The message without the parts that vary between runs. */
  template: string;
}

/** Longer messages are compared by their first 500 characters. */
const longest = 500;

/** Each kind of value with its placeholder, in match order: longer kinds before the kinds they contain. */
const values: readonly (readonly [RegExp, string])[] = [
  // Origins: the rest of an address is a path, whose ids match the patterns below.
  [/\b[a-z][a-z0-9+.-]{0,20}:\/\/[^\s/"'<>)\]}]{1,260}/gi, '<host>'],
  [/\b[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}/g, '<email>'],
  [/\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/gi, '<id>'],
  [/\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?/g, '<time>'],
  [/\b\d{1,2}:\d\d(?::\d\d(?:[.,]\d{1,9})?)?\b/g, '<time>'],
  [/\beyJ[\w-]{5,4000}(?:\.[\w-]{0,4000}){0,2}/g, '<token>'],
  [/\b\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?\b/g, '<host>'],
  [/\[[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,7}\](?::\d{1,5})?/gi, '<host>'],
  [/\b(?:localhost|(?:[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?\.){1,6}[a-z]{2,20}):\d{1,5}\b/gi, '<host>'],
  // Hashes and hexadecimal ids; words without a digit stay.
  [/\b(?=[0-9a-f]{0,63}\d)(?=[0-9a-f]{0,63}[a-f])[0-9a-f]{8,64}\b/gi, '<id>'],
  // Ids such as `ord_9f2K3` or `A-1042`.
  [/\b(?=[\w-]{0,63}\d)[a-z]{1,20}[_-][\w-]{1,63}\b/gi, '<id>'],
  [/[-+]?\b\d{1,40}(?:[.,]\d{1,40})*(?:e[-+]?\d{1,4})?(?=\b|[a-z%])/gi, '<n>'],
];

/** templateOf returns the message on one line, without numbers, ids, instants, hosts, email addresses and tokens. */
export function templateOf(message: string): string {
  let text = message.slice(0, longest).replace(/\s+/g, ' ').trim();
  for (const [pattern, word] of values) text = text.replace(pattern, word);
  return text;
}

/** statusClassOf returns the class of a status, such as `5xx`; empty without a response. */
export const statusClassOf = (statusCode: number | null): string =>
  statusCode === null ? '' : `${Math.floor(statusCode / 100)}xx`;

/** signatureOf returns the signature of a failed step. `digestOf` must be short, and equal exactly for equal values. */
export function signatureOf(step: FailedStep, digestOf: (values: string[]) => string): FailureSignature {
  const { assertion, errorCode, status } = step;
  const kind = errorCode ?? assertion?.kind ?? status;
  const statusClass = statusClassOf(step.statusCode);
  const template = templateOf(step.message ?? '');
  const target = assertion ? templateOf(`${assertion.operator} ${assertion.path ?? ''}`) : '';
  return { signature: digestOf([kind, statusClass, target, template]), kind, statusClass, template };
}
