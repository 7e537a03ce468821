import type { Assertion, StepDetail } from '@touchstone/contracts/api-testing';

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const maxValues = 3;
const maxShapes = 3;
const longestText = 80;
/** Larger bodies aren't analysed for suggestions, so that the page stays responsive. */
const longestBody = 1_000_000;

const plainName = /^[A-Za-z_]\w*$/;
const at = (parent: string, name: string): string =>
  plainName.test(name) ? `${parent}.${name}` : `${parent}['${name.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}']`;

/** Values that differ in every response: times, tokens, random ids. */
const changing = [
  /^\d{4}-\d\d-\d\d([T ]|$)/,
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
  /^[\w+/=.-]{24,}$/,
];
const changingName =
  /(token|secret|nonce|signature|timestamp|date|time|expires|cursor|uuid|guid|(created|updated|modified)_?at)$/i;
/** Names that identify an object come first. */
const relevant =
  /^(id|name|title|status|state|type|kind|code|message|error|success|ok|total|count|price|currency|email)$/i;

function isLasting(name: string, value: unknown): boolean {
  if (changingName.test(name)) return false;
  if (typeof value === 'boolean') return true;
  if (typeof value === 'number') return Math.abs(value) < 1e12;
  return (
    typeof value === 'string' &&
    value !== '' &&
    value.length <= longestText &&
    !changing.some((each) => each.test(value))
  );
}

const row = (assertion: Omit<Assertion, 'enabled'>): Assertion => ({ ...assertion, enabled: true });

function readJson(text: string | undefined): unknown {
  if (text === undefined || text.length > longestBody) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function lastingValues(value: Json, parent: string): Assertion[] {
  return Object.entries(value)
    .filter(([name, each]) => isLasting(name, each))
    .sort(([left], [right]) => Number(relevant.test(right)) - Number(relevant.test(left)))
    .slice(0, maxValues)
    .map(([name, each]) =>
      row({ kind: 'jsonPath', path: at(parent, name), operator: 'equals', expected: each as string }),
    );
}

function shapes(value: Json, parent: string): Assertion[] {
  return Object.entries(value)
    .filter(([, each]) => typeof each === 'object' && each !== null)
    .slice(0, maxShapes)
    .map(([name, each]) =>
      row({
        kind: 'jsonPath',
        path: at(parent, name),
        operator: 'type',
        expected: Array.isArray(each) ? 'array' : 'object',
      }),
    );
}

/** For a list: its type and what its entries have in common; its length changes too often. */
function ofList(list: readonly unknown[]): Assertion[] {
  const [first] = list;
  const found = [row({ kind: 'jsonPath', path: '$', operator: 'type', expected: 'array' })];
  if (!isObject(first)) return found;
  const shared = Object.keys(first).filter((name) => list.every((each) => isObject(each) && name in each));
  const named = [...shared].sort((left, right) => Number(relevant.test(right)) - Number(relevant.test(left)));
  return [
    ...found,
    ...named.slice(0, 2).map((name) => row({ kind: 'jsonPath', path: at('$[0]', name), operator: 'exists' })),
  ];
}

function ofBody(text: string | undefined): Assertion[] {
  const value = readJson(text);
  if (Array.isArray(value)) return ofList(value);
  return isObject(value) ? [...lastingValues(value, '$'), ...shapes(value, '$')] : [];
}

const steps = [200, 500, 1000, 2000, 5000, 10_000, 30_000, 60_000];

/** A bound of at least four times this response's time, so that a slow day doesn't break the test. */
const timeBound = (totalMs: number): number => steps.find((step) => step >= totalMs * 4) ?? Math.ceil(totalMs * 4);

/** The target of an assertion; two with the same target would repeat or contradict each other. */
const placeOf = ({ kind, path }: Assertion): string =>
  `${kind} ${kind === 'header' ? path?.toLowerCase() : (path ?? '')}`;

/**
 * suggestAssertions suggests a handful of assertions that this response passes and the next one should: status, content
 * type, contents and shape of the JSON, and a time bound. Omits existing assertions.
 */
export function suggestAssertions({ exchange }: StepDetail, present: readonly Assertion[]): Assertion[] {
  const response = exchange?.response;
  if (!response) return [];
  const contentType = response.headers
    .find(([name]) => name.toLowerCase() === 'content-type')?.[1]
    ?.split(';', 1)[0]
    ?.trim();
  const found = [
    row({ kind: 'status', operator: 'equals', expected: response.status }),
    ...(contentType
      ? [row({ kind: 'header', path: 'Content-Type', operator: 'contains', expected: contentType })]
      : []),
    ...(response.body.truncated ? [] : ofBody(response.body.text)),
    ...(exchange?.timing
      ? [row({ kind: 'responseTime', operator: 'lessThan', expected: timeBound(exchange.timing.totalMs) })]
      : []),
  ];
  const taken = new Set(present.map(placeOf));
  return found.filter((assertion) => !taken.has(placeOf(assertion)));
}
