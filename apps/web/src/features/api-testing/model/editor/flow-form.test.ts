import { scriptInputSchema } from '@touchstone/contracts/api-testing';
import { expect, test } from 'vitest';
import { withCondition, withRetry } from './flow-form.ts';
import { problemsBySection, problemsOf } from './script-draft.ts';

const draft = scriptInputSchema.parse({ scriptName: 'S', method: 'GET', url: 'https://a.test' });

test('retries and condition are set, kept valid, and leave no trace when switched off', () => {
  const retried = withRetry(draft, { retries: 2, delayMs: 100, factor: 2, on: 'error' });
  expect(scriptInputSchema.parse(retried).settings.retry).toEqual({ retries: 2, delayMs: 100, factor: 2, on: 'error' });
  expect(withRetry(retried, undefined)).toEqual(draft);
  const asked = withCondition(draft, { variable: 'status', operator: 'equals', expected: 'ready' });
  expect(asked.condition).toEqual({ variable: 'status', operator: 'equals', expected: 'ready' });
  const exists = withCondition(asked, { variable: 'status', operator: 'exists', expected: 'ready' });
  expect(exists.condition).toEqual({ variable: 'status', operator: 'exists' });
  expect(withCondition(exists, undefined)).toEqual(draft);
});

test('a condition without a variable marks the settings', () => {
  const problems = problemsOf(withCondition(draft, { variable: '', operator: 'equals' }));
  expect(problems['condition.variable']).toBe('Please enter variable name.');
  expect([...problemsBySection(problems).keys()]).toEqual(['settings']);
});
