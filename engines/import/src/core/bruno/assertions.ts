import type { AssertionOperator, HttpAssertion, HttpDataHandler } from '@touchstone/engine-assert/core';
import { scalarText } from '../document/scalar-text.ts';
import type { JsonObject } from '../json-values.ts';
import type { ProblemList } from '../problems.ts';

const operators: Record<string, AssertionOperator> = {
  eq: 'equals',
  neq: 'notEquals',
  gt: 'greaterThan',
  gte: 'greaterOrEqual',
  lt: 'lessThan',
  lte: 'lessOrEqual',
  in: 'in',
  contains: 'contains',
  notContains: 'notContains',
  matches: 'matches',
  startsWith: 'matches',
  endsWith: 'matches',
  length: 'length',
  isDefined: 'exists',
  isUndefined: 'notExists',
};
const notEmptySchema = {
  anyOf: [
    { type: 'string', minLength: 1 },
    { type: 'array', minItems: 1 },
    { type: 'object', minProperties: 1 },
  ],
};

const types: Record<string, string> = {
  isNumber: 'number',
  isString: 'string',
  isBoolean: 'boolean',
  isArray: 'array',
  isNull: 'null',
};

type Place = Pick<HttpAssertion, 'kind' | 'path'>;

/** assertionsOf reads the rows of an assert block: an expression, an operator and a value. */
export function assertionsOf(rows: JsonObject[], place: string, problems: ProblemList): HttpAssertion[] {
  return rows.flatMap((row) => {
    const expression = scalarText(row.name).trim();
    const [, operator = 'eq', operand = ''] = /^([A-Za-z]+)(?:\s+([\s\S]*))?$/.exec(scalarText(row.value).trim()) ?? [
      '',
      'eq',
      scalarText(row.value),
    ];
    const subject = subjectOf(expression);
    const asserted = operator === 'isNotEmpty' ? notEmpty(subject) : assertedBy(operator, operand);
    if (subject === undefined || asserted === undefined) {
      problems.add(
        place,
        `The assertion ${`${expression}: ${scalarText(row.value)}`.slice(0, 120)} is not supported and was left out.`,
      );
      return [];
    }
    return [{ ...subject, ...asserted, ...(row.enabled === false ? { enabled: false } : {}) }];
  });
}

/** Only texts, lists and objects can be empty. */
function notEmpty(subject: Place | undefined): Pick<HttpAssertion, 'operator' | 'expected'> | undefined {
  if (subject?.kind === 'jsonPath') return { operator: 'schema', expected: notEmptySchema };
  return subject?.kind === 'header' || subject?.kind === 'body' ? { operator: 'notEquals', expected: '' } : undefined;
}

function assertedBy(operator: string, operand: string): Pick<HttpAssertion, 'operator' | 'expected'> | undefined {
  const type = types[operator];
  if (type !== undefined) return { operator: 'type', expected: type };
  if (operator === 'isTruthy' || operator === 'isFalsy')
    return { operator: 'equals', expected: operator === 'isTruthy' };
  const known = operators[operator];
  if (known === undefined) return undefined;
  if (known === 'exists' || known === 'notExists') return { operator: known };
  if (known === 'in')
    return {
      operator: known,
      expected: operand
        .replace(/^\[|\]$/g, '')
        .split(',')
        .map((item) => literalOf(item.trim()))
        .join(','),
    };
  return { operator: known, expected: known === 'matches' ? patternOf(operator, operand.trim()) : literalOf(operand) };
}

/** Bruno accepts a pattern with and without slashes around it. */
function patternOf(operator: string, operand: string): string {
  if (operator === 'matches') return operand.replace(/^\/(.*)\/$/s, '$1');
  const escaped = String(literalOf(operand)).replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return operator === 'startsWith' ? `^${escaped}` : `${escaped}$`;
}

/** Bruno compares numbers, booleans and quoted strings by type. */
function literalOf(text: string): unknown {
  const trimmed = text.trim();
  if (/^'.*'$/s.test(trimmed)) return trimmed.slice(1, -1);
  if (!/^(?:-?\d|true$|false$|null$|")/.test(trimmed)) return trimmed;
  try {
    return JSON.parse(trimmed);
  } catch {
    return trimmed;
  }
}

function subjectOf(expression: string): Place | undefined {
  if (expression === 'res.status' || expression === 'res.getStatus()') return { kind: 'status' };
  if (expression === 'res.responseTime' || expression === 'res.getResponseTime()') return { kind: 'responseTime' };
  const header =
    /^res\.headers(?:\.([\w-]+)|\[['"]([^'"]+)['"]\])$/.exec(expression) ??
    /^res\.getHeader\(['"]()([^'"]+)['"]\)$/.exec(expression);
  if (header !== null) return { kind: 'header', path: header[1] || header[2] || '' };
  if (expression === 'res.body') return { kind: 'body' };
  const path = jsonPathOf(expression) ?? queryPathOf(expression);
  return path === undefined ? undefined : { kind: 'jsonPath', path };
}

const jsonPathOf = (expression: string): string | undefined => {
  const rest = /^res(?:\.(?:body|getBody\(\)))?((?:\.[A-Za-z_$][\w$]*|\[\d+\]|\[['"][^'"]+['"]\])+)$/.exec(
    expression,
  )?.[1];
  if (
    rest === undefined ||
    (/^\.(?:status|headers|responseTime|statusText)\b/.test(rest) && !/^res\.(?:body|getBody)/.test(expression))
  )
    return undefined;
  return `$${rest}`;
};

/** `res('data.items[0].id')` queries the body; filters and deep searches have no equivalent. */
const queryPathOf = (expression: string): string | undefined => {
  const query = /^res\((['"])([A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*|\[\d+\])*)\1\)$/.exec(expression)?.[2];
  return query === undefined ? undefined : `$.${query}`;
};

/** dataHandlersOf reads the rows of `vars:post-response`. */
export function dataHandlersOf(rows: JsonObject[], place: string, problems: ProblemList): HttpDataHandler[] {
  return rows.flatMap((row): HttpDataHandler[] => {
    const name = scalarText(row.name).replace(/^@/, '');
    const expression = scalarText(row.value).trim();
    const off = row.enabled === false ? { enabled: false } : {};
    const subject = subjectOf(expression);
    if (subject?.kind === 'status') return [{ name, source: 'status', path: '', ...off }];
    if (subject?.kind === 'header') return [{ name, source: 'header', path: subject.path ?? '', ...off }];
    if (subject?.kind === 'jsonPath') return [{ name, source: 'jsonPath', path: subject.path ?? '', ...off }];
    if (subject?.kind === 'body') return [{ name, source: 'body', path: '', ...off }];
    problems.add(
      place,
      `The variable ${name} is taken by an expression that is not supported: ${expression.slice(0, 80)}.`,
    );
    return [];
  });
}
