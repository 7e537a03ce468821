import { MantineProvider } from '@mantine/core';
import { render, screen, within } from '@testing-library/react';
import type { AssertionResult } from '@touchstone/contracts/api-testing';
import { expect, test } from 'vitest';
import { AssertionsView } from './assertions-view.tsx';

const failed = (given: Partial<AssertionResult>): AssertionResult => ({
  kind: 'jsonPath',
  path: '$.total',
  operator: 'equals',
  status: 'failed',
  message: 'JSON $.total: expected 42, got 42.5.',
  ...given,
});
const show = (...results: AssertionResult[]) =>
  render(
    <MantineProvider env="test">
      <AssertionsView results={results} />
    </MantineProvider>,
  );

test('a number shows its difference', () => {
  show(failed({ expected: 42, actual: 42.5 }));
  expect(screen.getByText('(+0.5)')).toBeTruthy();
});

test('inside a long text only the difference is shown and marked', () => {
  const long = 'The order is confirmed. '.repeat(20);
  const { container } = show(failed({ expected: `${long}Thank you.`, actual: `${long}Thank him.` }));
  expect([...container.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['you', 'him']);
  const shown = [...container.querySelectorAll('code')].map((code) => code.textContent);
  expect(shown.some((text) => text.endsWith('Thank him.') && text.startsWith('…') && text.length < 100)).toBe(true);
});

test('multi-line values are compared line by line', () => {
  show(failed({ expected: { id: 1, total: 42, items: [] }, actual: { id: 1, total: 42.5, items: [] } }));
  const values = within(screen.getByRole('region', { name: 'Expected and actual value' }));
  expect(values.getByRole('deletion').textContent).toBe('  "total": 42,');
  expect(values.getByRole('insertion').textContent).toBe('  "total": 42.5,');
});

test('a missing value is named', () => {
  show(failed({ expected: 42, actual: undefined }));
  expect(screen.getByText('nothing')).toBeTruthy();
});

test('a failure lists the response lines that prove it', () => {
  const lines = [{ number: 4, text: '  "total": 42.5', isMarked: true as const }];
  show(failed({ expected: 42, actual: 42.5, proof: { source: 'body', lines } }));
  expect(within(screen.getByRole('figure')).getByRole('mark').textContent).toBe('  "total": 42.5');
});

test('a schema is a sentence and its faults with their locations', () => {
  show(
    failed({
      kind: 'jsonSchema',
      operator: 'matches',
      expected: { title: 'Order' },
      message:
        'Body matches schema Order: 2 faults. The property "id" is missing; /total: expected string, got number.',
      faults: [
        { place: '', message: 'the property "id" is missing', line: 1 },
        { place: '/total', message: 'expected string, got number', line: 4 },
      ],
    }),
  );
  expect(screen.getByText('Body matches schema Order: 2 faults')).toBeTruthy();
  expect(screen.getByText('/total').closest('li')!.textContent).toBe('/total expected string, got number · line 4');
  expect(screen.queryByText('expected')).toBeNull();
});

test('a script test is a sentence with its values', () => {
  const message = "Test 'total is 42' failed: expected 42, got 42.5";
  show(failed({ kind: 'script', path: 'total is 42', message, expected: 42, actual: 42.5 }), {
    kind: 'script',
    path: 'is quick',
    operator: 'equals',
    status: 'passed',
    message: 'is quick',
  });
  expect(screen.getByText(message)).toBeTruthy();
  expect(screen.getByText('(+0.5)')).toBeTruthy();
  expect(screen.getByText("Test 'is quick'")).toBeTruthy();
});
