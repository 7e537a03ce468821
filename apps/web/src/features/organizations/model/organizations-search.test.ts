import { expect, test } from 'vitest';
import { limitsSearchSchema, organizationsSearchSchema } from './organizations-search.ts';

const nothing = { q: '', page: 1, size: 10, sortItem: 'organizationName', sort: 'asc' };

test.each([
  [{}, nothing],
  [
    { q: 'shop', page: '2', size: '50', sortItem: 'planType', sort: 'desc' },
    { q: 'shop', page: 2, size: 50, sortItem: 'planType', sort: 'desc' },
  ],
  [{ page: '0', size: '201', sortItem: 'password', sort: 'up' }, nothing],
  [{ size: '200' }, { ...nothing, size: 200 }],
  [{ q: 'a'.repeat(256) }, nothing],
])('the address %j requests %j', (raw, asked) => {
  expect(organizationsSearchSchema.parse(raw)).toEqual(asked);
});

test.each([
  [{}, ''],
  [{ name: 'runs' }, 'runs'],
  [{ name: 'a'.repeat(65) }, ''],
])('the address %j requests the limit "%s"', (raw, name) => {
  expect(limitsSearchSchema.parse(raw)).toEqual({ name });
});
