import { queryJson } from '@touchstone/engine-assert/core';

/** The result of a stub's JSONPath: one value, several, or none if a definite path leads nowhere. */
export type JsonPathFinding = { kind: 'one'; value: unknown } | { kind: 'many'; values: unknown[] } | { kind: 'none' };

const trailingFunction = /\.(length|size|min|max|sum|avg|keys|first|last)\(\)$/;

/**
 * findByJsonPath evaluates a JSONPath in the dialect of WireMock's users (Jayway): RFC 9535 plus `=~ /regex/i`, `in
 * [..]`, `nin [..]`, filters without parentheses around their tests, and trailing functions (`length()`, `min()`,
 * `max()`, `sum()`, `avg()`, `keys()`). Throws if the path is invalid.
 */
export function findByJsonPath(path: string, value: unknown): JsonPathFinding {
  const trimmed = path.trim();
  const called = trailingFunction.exec(trimmed);
  if (called) return applied(called[1]!, findByJsonPath(trimmed.slice(0, called.index), value));
  const { values, singular } = queryJson(toRfcPath(trimmed), value);
  if (!singular) return { kind: 'many', values };
  return values.length === 0 ? { kind: 'none' } : { kind: 'one', value: values[0] };
}

function applied(name: string, found: JsonPathFinding): JsonPathFinding {
  if (found.kind === 'none') return found;
  const value = found.kind === 'one' ? found.value : found.values;
  const one = (result: unknown): JsonPathFinding =>
    result === undefined ? { kind: 'none' } : { kind: 'one', value: result };
  if (name === 'length' || name === 'size') return one(lengthOf(value));
  if (name === 'keys') return one(typeof value === 'object' && value !== null ? Object.keys(value) : undefined);
  if (!Array.isArray(value)) return { kind: 'none' };
  if (name === 'first') return one(value[0]);
  if (name === 'last') return one(value.at(-1));
  const numbers = value.filter((item) => typeof item === 'number');
  if (numbers.length === 0) return { kind: 'none' };
  const sum = numbers.reduce((total, item) => total + item, 0);
  if (name === 'sum') return one(sum);
  if (name === 'avg') return one(sum / numbers.length);
  const least = numbers.reduce((a, b) => Math.min(a, b));
  return one(name === 'min' ? least : numbers.reduce((a, b) => Math.max(a, b)));
}

function lengthOf(value: unknown): number | undefined {
  if (typeof value === 'string' || Array.isArray(value)) return value.length;
  return typeof value === 'object' && value !== null ? Object.keys(value).length : undefined;
}

const operand = String.raw`((?:@|\$)(?:\.[\w-]+|\['[^']*'\]|\["[^"]*"\]|\[\d+\])*)`;
const regexTest = new RegExp(String.raw`${operand}\s*=~\s*/((?:\\.|[^/\\])*)/([a-z]*)`, 'g');
const listTest = new RegExp(String.raw`${operand}\s+(in|nin)\s+\[([^\]]*)\]`, 'g');
const lengthTest = new RegExp(String.raw`${operand}\.(?:length|size)\(\)`, 'g');

/** toRfcPath rewrites the extensions of Jayway's dialect in RFC 9535 syntax. */
export function toRfcPath(path: string): string {
  const rooted = path.startsWith('$') || path.startsWith('@') ? path : `$.${path}`;
  if (!rooted.includes('?') && !rooted.includes('(@')) return rooted.replace(/\[\(@\.length\s*-\s*(\d+)\)\]/g, '[-$1]');
  return rooted
    .replace(/\[\(@\.length\s*-\s*(\d+)\)\]/g, '[-$1]')
    .replace(regexTest, (_, left: string, pattern: string, flags: string) => {
      const text = `${flags.includes('i') ? '(?i)' : ''}${pattern}`;
      return `match(${left}, '${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}')`;
    })
    .replace(listTest, (_, left: string, operator: string, list: string) => {
      const items = list.split(',').map((item) => item.trim());
      return operator === 'in'
        ? `(${items.map((item) => `${left} == ${item}`).join(' || ')})`
        : `(${items.map((item) => `${left} != ${item}`).join(' && ')})`;
    })
    .replace(lengthTest, 'length($1)');
}
