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

test('a number says by how much it is off', () => {
  show(failed({ expected: 42, actual: 42.5 }));
  expect(screen.getByText('(+0.5)')).toBeTruthy();
});

test('inside a long text only the place that differs is shown and marked', () => {
  const long = 'The order is confirmed. '.repeat(20);
  const { container } = show(failed({ expected: `${long}Thank you.`, actual: `${long}Thank him.` }));
  expect([...container.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['you', 'him']);
  const shown = [...container.querySelectorAll('code')].map((code) => code.textContent);
  expect(shown.some((text) => text.endsWith('Thank him.') && text.startsWith('…') && text.length < 100)).toBe(true);
});

test('values of several lines are compared line by line', () => {
  show(failed({ expected: { id: 1, total: 42, items: [] }, actual: { id: 1, total: 42.5, items: [] } }));
  const values = within(screen.getByRole('region', { name: 'Expected and actual value' }));
  expect(values.getByRole('deletion').textContent).toBe('  "total": 42,');
  expect(values.getByRole('insertion').textContent).toBe('  "total": 42.5,');
});

test('a value that is missing is named', () => {
  show(failed({ expected: 42, actual: undefined }));
  expect(screen.getByText('nothing')).toBeTruthy();
});
