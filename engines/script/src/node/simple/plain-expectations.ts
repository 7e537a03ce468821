import type { SimpleResponse } from './simple-response.ts';

/**
 * What most expectations state, answered without the expectation libraries, whose loading and many layers take longer
 * than the request in a short run. Each answers true only if the libraries would agree; whatever else it is, they
 * decide, and word the failure.
 */
export const plainMethods: Readonly<Record<string, (subject: unknown, expected: unknown) => boolean>> = {
  equal: isSame,
  equals: isSame,
  eq: isSame,
  eql: Object.is,
  eqls: Object.is,
  include: hasText,
  includes: hasText,
  contain: hasText,
  contains: hasText,
  a: isOfType,
  an: isOfType,
  above: numbers((subject, limit) => subject > limit),
  gt: numbers((subject, limit) => subject > limit),
  greaterThan: numbers((subject, limit) => subject > limit),
  least: numbers((subject, limit) => subject >= limit),
  gte: numbers((subject, limit) => subject >= limit),
  below: numbers((subject, limit) => subject < limit),
  lt: numbers((subject, limit) => subject < limit),
  lessThan: numbers((subject, limit) => subject < limit),
  most: numbers((subject, limit) => subject <= limit),
  lte: numbers((subject, limit) => subject <= limit),
  property: (subject, name) => isPlainObject(subject) && typeof name === 'string' && Object.hasOwn(subject, name),
  lengthOf: hasLength,
  length: hasLength,
  oneOf: (subject, list) => Array.isArray(list) && list.indexOf(subject) !== -1,
};

/** The same for words without an argument. */
export const plainStates: Readonly<Record<string, (subject: unknown) => boolean>> = {
  ok: Boolean,
  true: (subject) => subject === true,
  false: (subject) => subject === false,
  null: (subject) => subject === null,
  undefined: (subject) => subject === undefined,
  exist: (subject) => subject !== null && subject !== undefined,
};

/** The same for methods of `pm.response.to`. */
export const plainResponseMethods: Readonly<Record<string, (response: SimpleResponse, expected: unknown) => boolean>> =
  {
    status: (response, expected) => response.code === expected || response.status === expected,
    header: (response, name) => response.headers.has(name),
  };

/** Words that only make a sentence of an expectation. */
export const fillers: ReadonlySet<string> = new Set(
  'to be been is that which and has have with at of same but does still also'.split(' '),
);

function isSame(subject: unknown, expected: unknown): boolean {
  return subject === expected;
}

function hasText(subject: unknown, expected: unknown): boolean {
  return typeof subject === 'string' && typeof expected === 'string' && subject.includes(expected);
}

function hasLength(subject: unknown, expected: unknown): boolean {
  return (typeof subject === 'string' || Array.isArray(subject)) && subject.length === expected;
}

function isOfType(subject: unknown, expected: unknown): boolean {
  if (subject === null) return expected === 'null';
  if (Array.isArray(subject)) return expected === 'array';
  return typeof subject === 'object' ? expected === 'object' && isPlainObject(subject) : typeof subject === expected;
}

function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

function numbers(holds: (subject: number, limit: number) => boolean) {
  return (subject: unknown, limit: unknown): boolean =>
    typeof subject === 'number' && typeof limit === 'number' && holds(subject, limit);
}
