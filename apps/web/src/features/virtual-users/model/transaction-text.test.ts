import { expect, test } from 'vitest';
import { formatMoney } from '../../../shared/format.ts';
import { signed, statusText, transactionText } from './transaction-text.ts';

test.each([
  [0, '–'],
  [1200, '+1,200'],
  [-3, '−3'],
])('a change of %i is written %s', (value, text) => expect(signed(value)).toBe(text));

test('a purchase shows its progress', () => {
  expect(transactionText({ type: 'PURCHASE', status: 'INITIATED' })).toBe('Purchase, awaiting payment');
  expect(transactionText({ type: 'TRANSFER', status: 'COMPLETED' })).toBe('Transfer');
});

test('a price has its currency', () => expect(formatMoney(45, 'EUR')).toBe('€45.00'));

test.each(['INITIATED', 'COMPLETED', 'FAILED', 'CANCELLED'] as const)(
  'the status %s is an invoice status',
  (status) => {
    const text = statusText(status);
    expect(transactionText({ type: 'PURCHASE', status })).toBe(`Purchase, ${text.toLowerCase()}`);
    expect(text).toMatch(/^[A-Z]/);
  },
);
