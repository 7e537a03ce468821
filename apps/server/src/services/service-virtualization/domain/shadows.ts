import type { Stub } from '@touchstone/engine-mock/core';

/** A stub with its creation order. */
export interface PlacedStub {
  stub: Stub;
  position: number;
}

const addresses = ['url', 'urlPath', 'urlPathTemplate', 'urlPattern', 'urlPathPattern'];
const parts = ['pathParameters', 'headers', 'queryParameters', 'formParameters', 'cookies', 'graphql', 'state'];
const whole = [
  'scheme',
  'host',
  'port',
  'clientIp',
  'basicAuth',
  'basicAuthCredentials',
  'soapAction',
  'customMatcher',
];
const lists = ['bodyPatterns', 'multipartPatterns'];

/**
 * shadows returns whether `first` answers every request that `second` matches: it is tried earlier, and each of its
 * conditions also occurs literally in `second`. A merely possible overlap isn't reported.
 */
export function shadows(first: PlacedStub, second: PlacedStub): boolean {
  return comesBefore(first, second) && isOpenWith(first.stub, second.stub) && asksForLess(first.stub, second.stub);
}

function comesBefore(first: PlacedStub, second: PlacedStub): boolean {
  const [a, b] = [first.stub.priority ?? 5, second.stub.priority ?? 5];
  return a === b ? first.position > second.position : a < b;
}

/** A stub in a scenario applies only in its state. */
const isOpenWith = (first: Stub, second: Stub): boolean =>
  first.requiredScenarioState === undefined ||
  (first.requiredScenarioState === second.requiredScenarioState &&
    first.scenarioName === second.scenarioName &&
    same(first.stateScope, second.stateScope));

function asksForLess({ request: first }: Stub, { request: second }: Stub): boolean {
  if (!methodsInclude(first.method, second.method)) return false;
  const address = addresses.find((name) => first[name] !== undefined);
  if (address !== undefined && first[address] !== second[address]) return false;
  if (!whole.every((name) => first[name] === undefined || same(first[name], second[name]))) return false;
  if (!parts.every((name) => isPart(first[name], second[name]))) return false;
  return lists.every((name) => {
    const there = Array.isArray(second[name]) ? second[name] : [];
    return !Array.isArray(first[name]) || first[name].every((one: unknown) => there.some((other) => same(one, other)));
  });
}

function methodsInclude(first: unknown, second: unknown): boolean {
  if (first === undefined || first === 'ANY') return true;
  if (typeof first === 'string' && typeof second === 'string') return first.toUpperCase() === second.toUpperCase();
  return same(first, second);
}

function isPart(first: unknown, second: unknown): boolean {
  if (typeof first !== 'object' || first === null) return first === undefined || same(first, second);
  const there = (typeof second === 'object' && second !== null ? second : {}) as Record<string, unknown>;
  return Object.entries(first).every(([name, pattern]) => same(pattern, there[name]));
}

/** Whether two patterns are equal, regardless of the order of members. */
function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [left, right] = [Object.entries(a), b as Record<string, unknown>];
  return left.length === Object.keys(right).length && left.every(([name, value]) => same(value, right[name]));
}
