import { loadXPath } from '@touchstone/engine-assert/core';
import { beforeAll, describe, expect, test } from 'vitest';
import { readApiRows } from './api-rows.ts';
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
  expect(suggestMapping({ format: 'json', responseText, columns, databaseRows })).toEqual({
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
  const { keys, columns: pairs } = suggestMapping({ format: 'json', responseText, columns, databaseRows: [] });
  expect(keys).toEqual([{ apiPath: 'id', dbColumn: 'order_id', compareAs: 'auto' }]);
  expect(pairs.map(({ dbColumn }) => dbColumn)).toEqual(['customer_name', 'total_amount', 'is_paid', 'created_at']);
});

test('a response without rows gives nothing to map', () => {
  expect(suggestMapping({ format: 'json', responseText: '{"message":"none"}', columns, databaseRows })).toMatchObject({
    keys: [],
    columns: [],
  });
});

describe('XML:', () => {
  beforeAll(loadXPath);
  const row = (id: number, name: string, total: string, isPaid: boolean) =>
    `<o:order id="${id}"><customer><name>${name}</name></customer><o:total currency="EUR">${total}</o:total><isPaid>${isPaid}</isPaid></o:order>`;
  const rows = row(11, 'Ada', '42.5', true) + row(12, 'Ben', '7', false) + row(13, 'Cy', '8', true);
  const xml = (inner: string) =>
    `<?xml version="1.0"?><result xmlns:o="urn:orders"><paging page="1"/><o:orders>${inner}</o:orders></result>`;
  const given = { format: 'xml' as const, columns: columns.slice(0, 4), databaseRows };

  test('elements, attributes and nested values are paired with columns, and the paths read the rows', () => {
    const found = suggestMapping({ ...given, responseText: xml(rows) });
    expect(found).toEqual({
      rowPath: '/result/o:orders/o:order',
      keys: [{ apiPath: '@id', dbColumn: 'order_id', compareAs: 'auto' }],
      columns: [
        { apiPath: 'customer/name', dbColumn: 'customer_name', compareAs: 'auto' },
        { apiPath: 'o:total', dbColumn: 'total_amount', compareAs: 'auto' },
        { apiPath: 'isPaid', dbColumn: 'is_paid', compareAs: 'boolean' },
      ],
      unmatched: [],
    });
    const paths = [...found.keys, ...found.columns].map(({ apiPath }) => apiPath);
    const read = readApiRows(xml(rows), { format: 'xml', rowPath: found.rowPath, paths });
    expect(read.rows[1]).toEqual(['12', 'Ben', '7', 'false']);
  });

  test('rows of several parents are one list', () => {
    const two = `<days><day><order id="11"/></day><day><order id="12"/><order id="13"/></day></days>`;
    const { rowPath } = suggestMapping({ ...given, responseText: two });
    expect(rowPath).toBe('/days/day/order');
    expect(readApiRows(two, { format: 'xml', rowPath, paths: ['@id'] }).rows).toEqual([['11'], ['12'], ['13']]);
  });

  test('without rows nothing is suggested; what is no XML is told', () => {
    expect(suggestMapping({ ...given, responseText: '<result/>' })).toMatchObject({ rowPath: '/*', keys: [] });
    expect(() => suggestMapping({ ...given, responseText: '<result>' })).toThrow("isn't well-formed XML");
  });
});
