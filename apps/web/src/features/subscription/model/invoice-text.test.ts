import type { Invoice } from '@touchstone/contracts/subscription';
import { expect, test } from 'vitest';
import { invoiceTotal } from './invoice-text.ts';

test.each([
  [2900, 'EUR', '€29.00'],
  [278_405, 'EUR', '€2,784.05'],
  [1, 'USD', '$0.01'],
  [0, 'EUR', '€0.00'],
])('%i hundredths of %s are written %s', (totalCents, currency, text) => {
  expect(invoiceTotal({ totalCents, currency } as Invoice)).toBe(text);
});
