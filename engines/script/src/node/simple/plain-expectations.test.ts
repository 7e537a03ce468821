import { describe, expect, test } from 'vitest';
import { type Assertion, expectations } from '../expectations.ts';
import { fillers, plainMethods, plainResponseMethods, plainStates } from './plain-expectations.ts';
import { SimpleResponse } from './simple-response.ts';

const values = [
  ...[undefined, null, true, false, 0, -0, 1, 2, 4.5, NaN, Infinity, '', 'a', 'Ada', '2', 'length', 'name'],
  ...[[], [1], ['a', 'Ada'], [null], {}, { name: 'Ada' }, { length: 2 }, { name: undefined }, { a: [] }],
  ...['string', 'number', 'boolean', 'array', 'object', 'null', 'undefined', 'String', new Date(0)],
];
const response = new SimpleResponse({
  status: 200,
  statusText: 'OK',
  headers: [['X-Id', '7']],
  text: '{}',
  durationMs: 1,
  sizeBytes: 2,
});

/** Whether chai accepts what `state` says. */
function isAccepted(state: () => unknown): boolean {
  try {
    state();
    return true;
  } catch {
    return false;
  }
}

const sentence = (subject: unknown) => expectations().expect(subject).to as Assertion;
const called = (assertion: Assertion, word: string, expected: unknown) =>
  Reflect.apply(assertion[word] as (value: unknown) => unknown, assertion, [expected]);

describe('an expectation that is plainly met is also met for the libraries', () => {
  test.each(Object.entries(plainMethods))('%s', (word, holds) => {
    const met = values.flatMap((subject) =>
      values.filter((expected) => holds(subject, expected)).map((expected) => ({ subject, expected })),
    );
    expect(met.length).toBeGreaterThan(0);
    const refused = met.filter(({ subject, expected }) => !isAccepted(() => called(sentence(subject), word, expected)));
    expect(refused).toEqual([]);
  });

  test.each(Object.entries(plainStates))('%s', (word, holds) => {
    const met = values.filter(holds);
    expect(met.length).toBeGreaterThan(0);
    expect(met.filter((subject) => !isAccepted(() => sentence(subject)[word]))).toEqual([]);
  });

  test.each(Object.entries(plainResponseMethods))('pm.response.to.have.%s', (word, holds) => {
    const met = [200, '200', 'OK', 404, undefined, 'x-id', 'X-ID', 'nope'].filter((value) => holds(response, value));
    expect(met.length).toBeGreaterThan(0);
    expect(met.filter((value) => !isAccepted(() => called(sentence(response), word, value)))).toEqual([]);
  });

  test.each([...fillers])('the filler word %s changes nothing', (word) => {
    const after = (subject: unknown) => expectations().expect(subject)[word] as Assertion;
    expect(isAccepted(() => called(after(2), 'equal', 2))).toBe(true);
    expect(isAccepted(() => called(after(2), 'equal', 3))).toBe(false);
    expect(isAccepted(() => called(after({ a: 1 }), 'equal', { a: 1 }))).toBe(false);
  });
});
