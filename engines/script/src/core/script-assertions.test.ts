import { expect, test } from 'vitest';
import { assertionOfFailure, assertionOfTest, describeFailure } from './script-assertions.ts';

const base = { kind: 'script', operator: 'equals' };

test.each([
  [
    { name: 't', passed: true, message: '' },
    { path: 't', status: 'passed', message: 't' },
  ],
  [
    { name: 't', passed: false, message: 'why' },
    { path: 't', status: 'failed', message: "Test 't' failed: why" },
  ],
  [
    { name: 't', passed: false, message: 'why', values: { expected: 200, actual: 'x' } },
    { path: 't', status: 'failed', message: `Test 't' failed: expected 200, got "x"`, expected: 200, actual: 'x' },
  ],
])('the test %j is shown as %j', (given, wanted) => {
  expect(assertionOfTest(given)).toEqual({ ...base, ...wanted });
});

test.each([
  [{ code: 'SCRIPT_ERROR', message: 'no x', line: 3 }, undefined, 'Test script failed: no x (line 3)'],
  [{ code: 'TIME_LIMIT', message: 'too long' }, 'test', 'Test script failed: too long'],
  [{ code: 'TIME_LIMIT', message: 'too long' }, 'preRequest', 'Pre-request script failed: too long'],
] as const)('the failure %j of a script is shown as failed', (failure, kind, message) => {
  expect(assertionOfFailure(failure, kind)).toEqual({ ...base, status: 'failed', message });
  expect(message).toContain(describeFailure(failure));
});
