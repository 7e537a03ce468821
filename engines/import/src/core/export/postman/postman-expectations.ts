import type { AssertionKind, AssertionOperator, HttpAssertion, HttpDataHandler } from '@touchstone/engine-assert/core';

/** Helpers of the generated tests; they compare values like the product's own assertions. */
export const prelude = `  const filled = (expected) => (typeof expected === "string" ? pm.variables.replaceIn(expected) : expected);
  const text = (value) => (typeof value === "string" ? value : JSON.stringify(value));
  const plain = (value) => { try { return typeof value === "string" ? JSON.parse(value) : value; } catch (error) { return value; } };
  const number = (value) => (value === "" || Number.isNaN(Number(value)) ? Date.parse(value) : Number(value));
  const sorted = (value) => Array.isArray(value) ? value.map(sorted).sort((a, b) => (text(a) < text(b) ? -1 : 1))
    : value && typeof value === "object" ? Object.fromEntries(Object.keys(value).sort().map((key) => [key, sorted(value[key])])) : value;
  const same = (left, right) => text(sorted(plain(left))) === text(sorted(plain(right)));
  const list = (value) => (Array.isArray(plain(value)) ? plain(value) : text(value).split(",").map((item) => item.trim()));
  const has = (value, part) => (Array.isArray(value) ? value.some((item) => same(item, part)) : text(value).includes(text(part)));
  const size = (value) => (value && typeof value === "object" ? Object.keys(value).length : [...value].length);
  const types = (value) => (value === null ? ["null"] : Array.isArray(value) ? ["array"] : Number.isInteger(value) ? ["integer", "number"] : [typeof value]);
  const statusIs = (wanted) => list(wanted).some((item) => {
    const [from, to = from] = String(item).toLowerCase().split("-");
    return pm.response.code >= Number(from.replace(/x/g, "0")) && pm.response.code <= Number(to.replace(/x/g, "9"));
  });
  const at = (path) => path.reduce((value, key) => (value === null || value === undefined ? undefined : value[key]), pm.response.json());
  const keep = (name, read) => {
    try {
      const value = read();
      if (value !== undefined && value !== null) pm.environment.set(name, text(value));
    } catch (error) { console.log(name + " was not set: " + error.message); }
  };`;

/** JavaScript source of a value, without line terminators inside. */
export const literal = (value: unknown): string =>
  (JSON.stringify(value) ?? 'undefined').replace(/[\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16)}`);

const subjects: Partial<Record<AssertionKind, string>> = {
  status: 'pm.response.code',
  responseTime: 'pm.response.responseTime',
  size: 'pm.response.responseSize',
  body: 'pm.response.text()',
};

/** subjectOf returns the expression for an assertion's value; undefined if Postman has none. */
function subjectOf({ kind, path = '' }: HttpAssertion): string | undefined {
  if (kind === 'header') return `pm.response.headers.get(${literal(path)})`;
  if (kind === 'jsonPath') return valueAt(path);
  if (kind === 'jsonSchema') return valueAt(path.trim() || '$');
  return subjects[kind];
}

/** Supports only paths of names and indexes, because Postman has no JSONPath. */
function valueAt(path: string): string | undefined {
  const written = path.trim();
  if (!/^\$(?:\.[A-Za-z_$][\w$]*|\[\d+\]|\['[^'\\]*'\]|\["[^"\\]*"\])*$/.test(written)) return undefined;
  const keys = [...written.slice(1).matchAll(/\.([A-Za-z_$][\w$]*)|\[(\d+)\]|\['([^']*)'\]|\["([^"]*)"\]/g)].map(
    ([, name, position, single, double]) =>
      position === undefined ? (name ?? single ?? double ?? '') : Number(position),
  );
  return `at(${literal(keys)})`;
}

type Statement = (actual: string, expected: unknown) => string | undefined;
const wanted = (expected: unknown): string => `filled(${literal(expected)})`;
const order =
  (chain: string): Statement =>
  (actual, expected) =>
    `pm.expect(number(${actual})).to.be.${chain}(number(${wanted(expected)}))`;
const holds = (condition: string): string => `pm.expect(${condition}, ${literal(condition)}).to.equal(true)`;

const statements: Record<AssertionOperator, Statement> = {
  equals: (actual, expected) => `pm.expect(plain(${actual})).to.eql(plain(${wanted(expected)}))`,
  notEquals: (actual, expected) => `pm.expect(plain(${actual})).to.not.eql(plain(${wanted(expected)}))`,
  contains: (actual, expected) => holds(`has(${actual}, ${wanted(expected)})`),
  notContains: (actual, expected) => holds(`!has(${actual}, ${wanted(expected)})`),
  matches: (actual, expected) => `pm.expect(text(${actual})).to.match(new RegExp(text(${wanted(expected)})))`,
  greaterThan: order('above'),
  greaterOrEqual: order('at.least'),
  lessThan: order('below'),
  lessOrEqual: order('at.most'),
  exists: (actual) => holds(`${actual} !== undefined`),
  notExists: (actual) => holds(`${actual} === undefined`),
  type: (actual, expected) => `pm.expect(types(${actual})).to.include(text(${wanted(expected)}))`,
  length: (actual, expected) => `pm.expect(size(${actual})).to.equal(number(${wanted(expected)}))`,
  in: (actual, expected) => holds(`list(${wanted(expected)}).some((item) => same(${actual}, item))`),
  equalsIgnoringOrder: (actual, expected) => holds(`same(${actual}, ${wanted(expected)})`),
  each: eachStatement,
  schema: (actual, expected) => schemaStatement(actual, expected, 'to.have'),
};

function eachStatement(actual: string, expected: unknown): string | undefined {
  const value = typeof expected === 'string' ? (readJson(expected) ?? expected) : expected;
  const condition = isCondition(value) ? value : { operator: 'equals' as const, expected };
  const write = Object.hasOwn(statements, condition.operator) ? statements[condition.operator] : undefined;
  const each = write?.('item', condition.expected);
  if (each === undefined || condition.operator === 'each') return undefined;
  return `{ const items = [].concat(${actual}); pm.expect(items.length).to.be.above(0); for (const item of items) ${each}; }`;
}

const isCondition = (value: unknown): value is { operator: AssertionOperator; expected: unknown } =>
  typeof value === 'object' && value !== null && 'operator' in value && typeof value.operator === 'string';

function schemaStatement(actual: string, expected: unknown, chain: string): string | undefined {
  const schema = typeof expected === 'string' ? readJson(expected) : expected;
  if (typeof schema !== 'object' || schema === null) return undefined;
  return `pm.expect(${actual}).${chain}.jsonSchema(${literal(schema)})`;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** expectationOf converts an assertion to a statement of a Postman test; undefined if Postman has no equivalent. */
export function expectationOf(assertion: HttpAssertion): string | undefined {
  const { kind, operator, expected } = assertion;
  const actual = subjectOf(assertion);
  if (actual === undefined) return undefined;
  if (kind === 'status' && (operator === 'equals' || operator === 'in')) return holds(`statusIs(${wanted(expected)})`);
  if (kind === 'status' && operator === 'notEquals') return holds(`!statusIs(${wanted(expected)})`);
  if (kind === 'jsonSchema')
    return schemaStatement(actual, expected, operator === 'notEquals' ? 'to.not.have' : 'to.have');
  if (kind === 'body' && operator === 'schema') return schemaStatement('pm.response.json()', expected, 'to.have');
  if (kind === 'body' && operator === 'exists') return holds(`${actual} !== ""`);
  if (kind === 'body' && operator === 'notExists') return holds(`${actual} === ""`);
  return statements[operator]?.(actual, expected);
}

/** readingOf returns the expression for a data handler's value; undefined if Postman has none. */
export function readingOf({ source, path }: HttpDataHandler): string | undefined {
  switch (source) {
    case 'status':
      return 'pm.response.code';
    case 'body':
      return 'pm.response.text()';
    case 'header':
      return `pm.response.headers.get(${literal(path)})`;
    case 'cookie':
      return `pm.cookies.get(${literal(path)})`;
    case 'regex':
      return `(([whole, group]) => group ?? whole)(new RegExp(${literal(path)}).exec(pm.response.text()) ?? [])`;
    case 'jsonPath':
      return valueAt(path);
    default:
      return undefined;
  }
}
