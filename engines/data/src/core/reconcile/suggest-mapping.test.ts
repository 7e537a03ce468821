import { expect, test } from 'vitest';
import type { QueryColumn } from './plan.ts';
import { suggestMapping } from './suggest-mapping.ts';

const responseText = JSON.stringify({
  page: 1,
  links: [{ rel: 'self', href: '/orders' }],
  data: {
    orders: [
      {
        id: 11,
        customer: { name: 'Ada' },
        totalAmount: 42.5,
        isPaid: true,
        createdAt: '2026-01-02T03:04:05Z',
        ref: 'x-1',
      },
      {
        id: 12,
        customer: { name: 'Ben' },
        totalAmount: 7,
        isPaid: false,
        createdAt: '2026-01-03T03:04:05Z',
        ref: 'x-2',
      },
      { id: 13, customer: { name: 'Cy' }, totalAmount: 8, isPaid: true, createdAt: '2026-01-04T03:04:05Z', ref: 'x-3' },
    ],
  },
});
const columns: QueryColumn[] = [
  { name: 'order_id', type: 'number' },
  { name: 'customer_name', type: 'text' },
  { name: 'total_amount', type: 'number' },
  { name: 'is_paid', type: 'number' },
  { name: 'created_at', type: 'date' },
  { name: 'external', type: 'text' },
  { name: 'note', type: 'text' },
];
const databaseRows = [
  ['11', 'Ada', '42.50', 1, '2026-01-02 03:04:05', 'x-1', null],
  ['12', 'Ben', '7.00', 0, '2026-01-03 03:04:05', 'x-2', null],
  ['13', 'Cy', '8.00', 1, '2026-01-04 03:04:05', 'x-3', null],
];

test('rows, key and columns are found by names, types and values', () => {
  expect(suggestMapping({ responseText, columns, databaseRows })).toEqual({
    rowPath: '$.data.orders',
    keys: [{ apiPath: 'id', dbColumn: 'order_id', compareAs: 'auto' }],
    columns: [
      { apiPath: 'customer.name', dbColumn: 'customer_name', compareAs: 'auto' },
      { apiPath: 'totalAmount', dbColumn: 'total_amount', compareAs: 'auto' },
      { apiPath: 'isPaid', dbColumn: 'is_paid', compareAs: 'boolean' },
      { apiPath: 'createdAt', dbColumn: 'created_at', compareAs: 'date' },
      { apiPath: 'ref', dbColumn: 'external', compareAs: 'auto' },
    ],
    unmatched: ['note'],
  });
});

test('without rows of the database, names decide', () => {
  const { keys, columns: pairs } = suggestMapping({ responseText, columns, databaseRows: [] });
  expect(keys).toEqual([{ apiPath: 'id', dbColumn: 'order_id', compareAs: 'auto' }]);
  expect(pairs.map(({ dbColumn }) => dbColumn)).toEqual(['customer_name', 'total_amount', 'is_paid', 'created_at']);
});

test('a response without rows gives nothing to map', () => {
  expect(suggestMapping({ responseText: '{"message":"none"}', columns, databaseRows })).toMatchObject({
    keys: [],
    columns: [],
  });
});
