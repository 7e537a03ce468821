import { isObject, type Json, pretty } from './json.ts';

/** How a value is written: as text, as JSON, or not at all. */
type Given = 'text' | 'json' | 'none';

interface Operator {
  label: string;
  given: Given;
  /** Boolean members next to the operator. */
  flags?: readonly { name: string; label: string }[];
}

const ignoring = [
  { name: 'ignoreArrayOrder', label: 'Ignore order of arrays' },
  { name: 'ignoreExtraElements', label: 'Ignore extra members' },
];

/** Operators that the form edits, by their member; all others are edited as JSON. */
export const operators = {
  equalTo: { label: 'equals', given: 'text', flags: [{ name: 'caseInsensitive', label: 'Ignore case' }] },
  contains: { label: 'contains', given: 'text' },
  doesNotContain: { label: 'does not contain', given: 'text' },
  matches: { label: 'matches regex', given: 'text' },
  doesNotMatch: { label: 'does not match regex', given: 'text' },
  absent: { label: 'is absent', given: 'none' },
  equalToJson: { label: 'equals JSON', given: 'json', flags: ignoring },
  matchesJsonPath: { label: 'matches JSONPath', given: 'text' },
  matchesJsonSchema: { label: 'matches JSON Schema', given: 'json' },
  equalToXml: { label: 'equals XML', given: 'text' },
  matchesXPath: { label: 'matches XPath', given: 'text' },
  binaryEqualTo: { label: 'equals Base64', given: 'text' },
  before: { label: 'is before', given: 'text' },
  after: { label: 'is after', given: 'text' },
  equalToDateTime: { label: 'is at', given: 'text' },
} as const satisfies Record<string, Operator>;

/** An operator of the form, or JSON for all others. */
export type OperatorName = keyof typeof operators | 'json';

/** operatorOf returns the form's definition of an operator; undefined for JSON. */
export const operatorOf = (name: OperatorName): Operator | undefined => (name === 'json' ? undefined : operators[name]);

/** A matcher as a form row. */
export interface MatcherRow {
  /** Name of the header or parameter; empty for a body. */
  name: string;
  operator: OperatorName;
  value: string;
  flags: Readonly<Record<string, boolean>>;
}

/** rowOf converts a matcher to a row; what the form can't show becomes JSON. */
export function rowOf(name: string, matcher: unknown): MatcherRow {
  const asJson: MatcherRow = { name, operator: 'json', value: pretty(matcher), flags: {} };
  if (typeof matcher === 'string') return { name, operator: 'equalTo', value: matcher, flags: {} };
  if (!isObject(matcher)) return asJson;
  const found = Object.keys(matcher).filter((key) => Object.hasOwn(operators, key)) as (keyof typeof operators)[];
  const [operator] = found;
  if (found.length !== 1 || operator === undefined) return asJson;
  const { given, flags = [] }: Operator = operators[operator];
  const others = Object.keys(matcher).filter((key) => key !== operator);
  const isKnown = others.every((key) => flags.some((flag) => flag.name === key) && typeof matcher[key] === 'boolean');
  const value = matcher[operator];
  const isShown = given === 'none' ? value === true : given === 'json' || typeof value === 'string';
  if (!isKnown || !isShown) return asJson;
  return {
    name,
    operator,
    value: given === 'none' ? '' : typeof value === 'string' ? value : pretty(value),
    flags: Object.fromEntries(others.map((key) => [key, matcher[key] === true])),
  };
}

/** matcherOf returns the matcher of a row. Invalid JSON stays text, which the check reports. */
export function matcherOf({ operator, value, flags }: MatcherRow): unknown {
  if (operator === 'json') return parsed(value);
  const { given, flags: known = [] }: Operator = operators[operator];
  const kept = Object.fromEntries(known.filter(({ name }) => flags[name]).map(({ name }) => [name, true]));
  return { [operator]: given === 'none' ? true : given === 'json' ? parsed(value) : value, ...kept } satisfies Json;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** rowsOf converts matchers by name to rows, such as those of headers. */
export const rowsOf = (matchers: Json): MatcherRow[] =>
  Object.entries(matchers).map(([name, matcher]) => rowOf(name, matcher));

/** matchersOf returns the matchers of rows; rows without a name are ignored. */
export const matchersOf = (rows: readonly MatcherRow[]): Json =>
  Object.fromEntries(rows.filter(({ name }) => name !== '').map((row) => [row.name, matcherOf(row)]));
