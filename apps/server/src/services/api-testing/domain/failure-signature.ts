import type { RunStatus } from '@touchstone/contracts/runs';

/** A step that failed, as far as its signature needs it. */
export interface FailedStep {
  status: RunStatus;
  /** First failure or error, in one sentence. */
  message: string | null;
  statusCode: number | null;
  /** Code of the error, where the request could not be sent or answered. */
  errorCode: string | null;
  /** The first assertion that failed. */
  assertion: { kind: string; operator: string; path?: string | undefined } | null;
}

/** What failures of one cause have in common. */
export interface FailureSignature {
  /** The same for the same cause alone. */
  signature: string;
  /** Kind of the assertion that failed, such as `jsonPath`; of an error its code. */
  kind: string;
  /** First digit of the status with `xx`, such as `5xx`; empty: there was no response. */
  statusClass: string;
  /** The message without what differs from one time to the next. */
  template: string;
}

/** Longer messages are alike where their beginnings are. */
const longest = 500;

/** Each kind of value with the word that takes its place, in the order in which they are looked for: longer kinds before those that they hold. */
const values: readonly (readonly [RegExp, string])[] = [
  // Origins: the rest of an address is a path, whose ids go by the lines below.
  [/\b[a-z][a-z0-9+.-]{0,20}:\/\/[^\s/"'<>)\]}]{1,260}/gi, '<host>'],
  [/\b[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}/g, '<email>'],
  [/\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/gi, '<id>'],
  [/\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?/g, '<time>'],
  [/\b\d{1,2}:\d\d(?::\d\d(?:[.,]\d{1,9})?)?\b/g, '<time>'],
  [/\beyJ[\w-]{5,4000}(?:\.[\w-]{0,4000}){0,2}/g, '<token>'],
  [/\b\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?\b/g, '<host>'],
  [/\[[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,7}\](?::\d{1,5})?/gi, '<host>'],
  [/\b(?:localhost|(?:[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?\.){1,6}[a-z]{2,20}):\d{1,5}\b/gi, '<host>'],
  // Hashes and ids of hexadecimal digits; words without a digit stay.
  [/\b(?=[0-9a-f]{0,63}\d)(?=[0-9a-f]{0,63}[a-f])[0-9a-f]{8,64}\b/gi, '<id>'],
  // Ids such as `ord_9f2K3` or `A-1042`.
  [/\b(?=[\w-]{0,63}\d)[a-z]{1,20}[_-][\w-]{1,63}\b/gi, '<id>'],
  [/[-+]?\b\d{1,40}(?:[.,]\d{1,40})*(?:e[-+]?\d{1,4})?(?=\b|[a-z%])/gi, '<n>'],
];

/** templateOf is a message without numbers, ids, instants, hosts, e-mail addresses and tokens, on one line. */
export function templateOf(message: string): string {
  let text = message.slice(0, longest).replace(/\s+/g, ' ').trim();
  for (const [pattern, word] of values) text = text.replace(pattern, word);
  return text;
}

/** statusClassOf is the class of a status, such as `5xx`; empty without a response. */
export const statusClassOf = (statusCode: number | null): string =>
  statusCode === null ? '' : `${Math.floor(statusCode / 100)}xx`;

/** signatureOf gives what a failed step has in common with others of its cause; `digestOf` is short and the same for the same values alone. */
export function signatureOf(step: FailedStep, digestOf: (values: string[]) => string): FailureSignature {
  const { assertion, errorCode, status } = step;
  const kind = errorCode ?? assertion?.kind ?? status;
  const statusClass = statusClassOf(step.statusCode);
  const template = templateOf(step.message ?? '');
  const target = assertion ? templateOf(`${assertion.operator} ${assertion.path ?? ''}`) : '';
  return { signature: digestOf([kind, statusClass, target, template]), kind, statusClass, template };
}
