import type { DescribedAnswer, DescribedApi, DescribedOperation } from '@touchstone/engine-import/core';
import { plainAnswer } from '../answer/mock-answer.ts';
import type { ContractValidator } from '../engine/contract-validator.ts';
import type { ContractViolation } from '../journal/journal.ts';
import { operationFinder } from './openapi-operations.ts';

/** Statuses of the refusals, by the header that asks for something undescribed. */
const refusals: Record<string, number> = { 'header.Prefer': 404, 'header.Accept': 406 };

/**
 * openApiNegotiation refuses `Prefer` and `Accept` values that an OpenAPI document does not describe, as Prism does: a
 * status or an example with 404, a type with 406. Your own stubs answer as defined.
 */
export function openApiNegotiation(api: DescribedApi, basePath = ''): ContractValidator {
  const find = operationFinder(api, basePath);
  return {
    request(request) {
      const prefer = request.header('prefer').join(', ');
      const accept = request.header('accept').join(', ');
      if (prefer === '' && (accept === '' || accept.includes('*/*'))) return [];
      const operation = find(request)?.operation;
      if (operation === undefined || operation.answers.length === 0) return [];
      return [...preferViolations(operation, prefer), ...acceptViolations(operation, { prefer, accept })];
    },
    answer: () => [],
    refusal(_request, violations) {
      const [first] = violations;
      const status = refusals[first?.place ?? ''];
      if (first === undefined || status === undefined) return undefined;
      return plainAnswer(status, JSON.stringify({ error: first.message, violations }), 'application/json');
    },
  };
}

const codeIn = (prefer: string): string | undefined => /(?:^|[,;\s])code="?(\d{3})/.exec(prefer)?.[1];
const exampleIn = (prefer: string): string | undefined => /(?:^|[,;\s])example="?([^",;\s]+)/.exec(prefer)?.[1];

function preferViolations(operation: DescribedOperation, prefer: string): ContractViolation[] {
  const { method, path, answers } = operation;
  const violation = (message: string): ContractViolation[] => [{ in: 'request', place: 'header.Prefer', message }];
  const code = codeIn(prefer);
  const described = code === undefined ? answers : answers.filter(({ status }) => isOf(status, code));
  if (described.length === 0)
    return violation(
      `${method} ${path} has no answer ${code}. Described: ${answers.map(({ status }) => status).join(', ')}.`,
    );
  const example = exampleIn(prefer);
  if (example === undefined) return [];
  const names = described.flatMap(({ contents }) =>
    contents.flatMap(({ examples }) => examples.map(({ name }) => name)),
  );
  if (names.includes(example)) return [];
  const list = names.filter((name) => name !== 'sample');
  return violation(
    `${method} ${path} has no example ${example}. ${list.length === 0 ? 'It has no named examples.' : `Described: ${[...new Set(list)].join(', ')}.`}`,
  );
}

function isOf(status: string, code: string): boolean {
  return status === code || status === 'default' || status.toUpperCase() === `${code[0]}XX`;
}

function acceptViolations(
  { method, path, answers }: DescribedOperation,
  { prefer, accept }: { prefer: string; accept: string },
): ContractViolation[] {
  if (accept === '') return [];
  const code = codeIn(prefer);
  const chosen = code === undefined ? firstAnswer(answers) : answers.find(({ status }) => isOf(status, code));
  const types = chosen?.contents.map(({ type }) => type) ?? [];
  if (types.length === 0 || accept.split(',').some((range) => types.some((type) => isAccepted(type, range)))) return [];
  const message = `${method} ${path} does not answer ${accept}. Described: ${types.join(', ')}.`;
  return [{ in: 'request', place: 'header.Accept', message }];
}

const bare = (text: string): string => text.split(';')[0]!.trim().toLowerCase();

function isAccepted(type: string, range: string): boolean {
  if (/;\s*q=0(?:\.0*)?\s*(?:;|$)/i.test(range)) return false;
  const [wanted, described] = [bare(range), bare(type)];
  if (wanted === '*/*' || wanted === described || described === '*/*') return true;
  const [kind] = wanted.split('/');
  return (wanted === `${kind}/*` && described.startsWith(`${kind}/`)) || described === `${kind}/*`;
}

const firstAnswer = (answers: readonly DescribedAnswer[]): DescribedAnswer | undefined =>
  answers.toSorted((a, b) => rank(a.status) - rank(b.status))[0];

/** rank orders statuses: success first, then general descriptions, then errors. */
export function rank(status: string): number {
  if (/^2/.test(status)) return Number(status.replace(/X/gi, '0'));
  return status === 'default' ? 300 : 1000 + statusOf(status);
}

/** statusOf returns the code of a status; for a class, its first code. */
export function statusOf(status: string): number {
  if (/^\dxx$/i.test(status)) return Number(status[0]) * 100;
  return /^\d{3}$/.test(status) ? Number(status) : 200;
}
