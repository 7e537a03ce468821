import type { HttpAssertion } from '@touchstone/engine-assert/core';
import type { KeyValue } from '@touchstone/engine-http/core';
import { isObject } from '../json-values.ts';
import { asText } from '../openapi/parameters.ts';

/** Columns of a sheet of requests, by common titles. */
const titles = {
  name: [
    'name',
    'test name',
    'test case',
    'test case name',
    'testcase',
    'request name',
    'request',
    'title',
    'summary',
    'scenario',
    'api name',
  ],
  group: ['group', 'folder', 'module', 'collection', 'suite'],
  method: ['method', 'http method', 'request method', 'verb', 'request type', 'api method'],
  url: ['url', 'uri', 'endpoint', 'request url', 'api url', 'address', 'api endpoint', 'path'],
  headers: ['headers', 'header', 'request headers', 'http headers'],
  query: ['query', 'params', 'query params', 'query parameters', 'parameters', 'query string'],
  pathParams: ['path params', 'path parameters', 'path variables'],
  body: ['body', 'payload', 'request body', 'data', 'request payload', 'json body'],
  bodyType: ['body type', 'payload type', 'body format', 'content type', 'media type'],
  username: ['username', 'user', 'user name', 'login'],
  password: ['password', 'pass', 'passwd'],
  token: ['token', 'bearer token', 'access token', 'auth token', 'bearer', 'authorization'],
  status: [
    'expected status',
    'status',
    'status code',
    'expected status code',
    'expected code',
    'response code',
    'expected response code',
  ],
  assertions: [
    'assertions',
    'assertion',
    'validations',
    'validation',
    'checks',
    'asserts',
    'expected',
    'expected result',
  ],
  extract: ['extract', 'extractors', 'variables', 'data handlers', 'save', 'capture'],
} as const;
export type ExcelColumn = keyof typeof titles;

const columnsByTitle = new Map<string, ExcelColumn>(
  Object.entries(titles).flatMap(([column, words]) => words.map((word) => [word, column as ExcelColumn] as const)),
);

/** columnOf finds the column that a title means, regardless of case and separators. */
export const columnOf = (title: string): ExcelColumn | undefined =>
  columnsByTitle.get(
    title
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .replace(/\([^)]*\)/g, ' ')
      .replace(/[^a-z]+/g, ' ')
      .trim(),
  );

/**
 * rowsOfCell parses pairs written as JSON, as `name: value` lines, or as `a=b&c=d`; anything else is returned in
 * `rest`.
 */
export function rowsOfCell(text: string, separator: ':' | '='): { rows: KeyValue[]; rest: string[] } {
  const json = parsed(text);
  if (isObject(json))
    return { rows: Object.entries(json).map(([key, value]) => ({ key, value: asText(value) })), rest: [] };
  const rows: KeyValue[] = [];
  const rest: string[] = [];
  const parts = text.replace(/^\?/, '').split(separator === '=' ? /\r?\n|&|;/ : /\r?\n|;(?=\s*[\w-]+\s*:)/);
  for (const part of parts.map((line) => line.trim())) {
    if (part === '') continue;
    const match = (separator === '=' ? /^([^=:]+?)\s*[=:]\s*(.*)$/s : /^([^:=\s]+)\s*[:=]\s*(.*)$/s).exec(part);
    if (match) rows.push({ key: match[1] ?? '', value: match[2] ?? '' });
    else rest.push(part);
  }
  return { rows, rest };
}

const operators: [RegExp, HttpAssertion['operator']][] = [
  [/^(?:not\s+exists?|does\s+not\s+exist|absent)$/i, 'notExists'],
  [/^(?:exists?|present)$/i, 'exists'],
  [/^(?:!=|<>|not\s+equals?|is\s+not)\s*/i, 'notEquals'],
  [/^(?:={1,3}|equals?(?:\s+to)?|is)\s*/i, 'equals'],
  [/^(?:not\s+contains?|does\s+not\s+contain|!~)\s*/i, 'notContains'],
  [/^contains?\s*/i, 'contains'],
  [/^(?:=~|~|matches|match)\s*/i, 'matches'],
  [/^(?:>|greater\s+than)\s*(?!=)/i, 'greaterThan'],
  [/^(?:<|less\s+than)\s*(?!=)/i, 'lessThan'],
  [/^(?:has\s+)?length\s*=?\s*/i, 'length'],
  [/^(?:has\s+)?type\s*=?\s*/i, 'type'],
  [/^in\s+/i, 'in'],
];
/** A filter may contain spaces, comparisons and nested brackets. */
const bracket = String.raw`\[(?:[^[\]]|\[[^[\]]*\])*\]`;
const subject = new RegExp(
  String.raw`^(?:(\$(?:${bracket}|[^\s=!<>~"'[])*)|(/{1,2}(?:${bracket}|[^\s=!<>~[])+)|header\s+([\w-]+)|(status(?:\s*code)?|body|(?:response\s*)?time|size))\s*(.*)$`,
  'is',
);

/** assertionOfText parses a line such as `$.a = b`, `status = 200`, `header X contains y` or `//a exists`. */
export function assertionOfText(text: string): HttpAssertion | undefined {
  const match = subject.exec(text.trim());
  if (!match) return undefined;
  const [, jsonPath, xpath, header, word, rest = ''] = match;
  const target: Pick<HttpAssertion, 'kind' | 'path'> = jsonPath
    ? { kind: 'jsonPath', path: jsonPath }
    : xpath
      ? { kind: 'xpath', path: xpath }
      : header
        ? { kind: 'header', path: header }
        : { kind: kindOf(word ?? '') };
  if (rest === '') return jsonPath || xpath || header ? { ...target, operator: 'exists' } : undefined;
  for (const [pattern, operator] of operators) {
    const found = pattern.exec(rest);
    if (!found) continue;
    if (operator === 'exists' || operator === 'notExists') return { ...target, operator };
    return { ...target, operator, expected: expectedOf(rest.slice(found[0].length).trim()) };
  }
  return undefined;
}

function kindOf(word: string): HttpAssertion['kind'] {
  const lower = word.toLowerCase();
  if (lower.startsWith('status')) return 'status';
  if (lower === 'body' || lower === 'size') return lower;
  return 'responseTime';
}

const expectedOf = (text: string): string => /^(["'])(.*)\1$/s.exec(text)?.[2] ?? text;

function parsed(text: string): unknown {
  if (!/^\s*\{/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
