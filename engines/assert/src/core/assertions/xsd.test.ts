import { expect, test } from 'vitest';
import type { AssertionOperator } from '../assertion.ts';
import { ResponseView, type XsdVerdict } from '../response-view.ts';
import { evaluateAssertions } from './evaluate.ts';

function judge(verdict: XsdVerdict, operator: AssertionOperator = 'matches') {
  const body = { bytes: new Uint8Array(), contentType: undefined, sizeBytes: 0, truncated: false };
  const facts = { status: 200, headers: [], body, durationMs: 1, xsdVerdicts: new Map([['<schema/>', verdict]]) };
  return evaluateAssertions([{ kind: 'xsd', operator, expected: '<schema/>' }], new ResponseView(facts))[0];
}

test('a valid body passes, and fails if it must be invalid', () => {
  expect(judge({ errors: [] })).toMatchObject({
    status: 'passed',
    actual: 'valid',
    message: 'Body matches XML schema.',
  });
  for (const operator of ['notEquals', 'notContains', 'notExists'] as const)
    expect(judge({ errors: [] }, operator)).toMatchObject({
      status: 'failed',
      actual: 'valid',
      message: 'XML schema: expected a body that the schema refuses.',
    });
});

test.each([
  [['one'], '1 fault. One'],
  [['line 3: one', 'two', 'three'], '3 faults. Line 3: one; two; three'],
  [['one', 'two', 'three', 'four'], '4 faults. One; two; three (and 1 more)'],
  [['one', 'two', 'three', 'four', 'five'], '5 faults. One; two; three (and 2 more)'],
])('the displayed errors of %j: %s', (errors, shown) => {
  expect(judge({ errors })).toMatchObject({
    status: 'failed',
    actual: shown,
    message: `Body matches XML schema: ${shown}.`,
  });
  expect(judge({ errors }, 'notEquals')).toMatchObject({
    status: 'passed',
    actual: shown,
    message: 'XML schema: found a body that the schema refuses.',
  });
});

test('an unusable schema fails either way and says why', () => {
  for (const operator of ['matches', 'notEquals'] as const)
    expect(judge({ problem: 'The schema is no XML.' }, operator)).toMatchObject({
      status: 'failed',
      message: 'XML schema: The schema is no XML.',
    });
});
