import { loadXPath } from '@touchstone/engine-assert/core';
import { beforeAll, describe, expect, test } from 'vitest';
import { readApiRows } from './api-rows.ts';
import type { Cell, QueryColumn } from './plan.ts';
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

test('without database rows, names decide', () => {
  const { keys, columns: pairs } = suggestMapping({ format: 'json', responseText, columns, databaseRows: [] });
  expect(keys).toEqual([{ apiPath: 'id', dbColumn: 'order_id', compareAs: 'auto' }]);
  expect(pairs.map(({ dbColumn }) => dbColumn)).toEqual(['customer_name', 'total_amount', 'is_paid', 'created_at']);
});

test('a response without rows has nothing to map', () => {
  expect(suggestMapping({ format: 'json', responseText: '{"message":"none"}', columns, databaseRows })).toMatchObject({
    keys: [],
    columns: [],
  });
});

test.each<[what: string, rows: object[], names: string[], databaseRows: Cell[][], expected: string[]]>([
  [
    'the same name, whatever its case and signs',
    [{ 'Order-No': 1 }, { 'Order-No': 2 }],
    ['order_no'],
    [[1], [2]],
    ['$["Order-No"] is order_no, the key'],
  ],
  [
    'the same name before one that is nested',
    [{ name: 'a', customer: { name: 'b' } }],
    ['name'],
    [],
    ['name is name, the key'],
  ],
  [
    'one that is nested before one that ends so',
    [{ customer: { name: 'b' }, nickname: 'c' }],
    ['name'],
    [],
    ['customer.name is name, the key'],
  ],
  ['a singular for a plural', [{ orders: 1 }], ['order'], [], ['orders is order, the key']],
  ['a name that ends with the other', [{ total: 1 }], ['order_total'], [], ['total is order_total, the key']],
  [
    'a name that begins with the other',
    [{ customer: { city: 'x' } }],
    ['customer'],
    [],
    ['customer.city is customer, the key'],
  ],
  ['no short name by its end', [{ a: 1 }], ['data'], [], ['nothing is data']],
  ['no other name without values', [{ x1: 1 }], ['total'], [], ['nothing is total']],
  [
    'other names where at least three values are met',
    [{ x1: 'p' }, { x1: 'q' }, { x1: 'r' }],
    ['total'],
    [['p'], ['q'], ['r']],
    ['x1 is total, the key'],
  ],
  [
    'no other names where only two values are met',
    [{ x1: 'p' }, { x1: 'q' }, { x1: 'q' }],
    ['total'],
    [['p'], ['q'], ['q']],
    ['nothing is total'],
  ],
  [
    'no other names where most values are not met',
    [{ x1: 'p' }, { x1: 'q' }, { x1: 'r' }, { x1: 's' }],
    ['total'],
    [['p'], ['q'], ['r'], ['z']],
    ['nothing is total'],
  ],
  [
    'each value and each column once',
    [
      { id: 1, order_id: 1 },
      { id: 2, order_id: 2 },
    ],
    ['order_id', 'id'],
    [
      [1, 1],
      [2, 2],
    ],
    ['id is id, the key', 'order_id is order_id'],
  ],
  [
    'as true or false what the database writes otherwise',
    [
      { id: 11, paid: true, late: 'false' },
      { id: 12, paid: false, late: 'true' },
    ],
    ['id', 'paid', 'late'],
    [
      [11, 1, 'n'],
      [12, 0, 'y'],
    ],
    ['id is id, the key', 'paid is paid, as boolean', 'late is late, as boolean'],
  ],
  [
    'as usual what is true or false on both sides',
    [
      { id: 11, paid: true },
      { id: 12, paid: false },
    ],
    ['id', 'paid'],
    [
      [11, true],
      [12, false],
    ],
    ['id is id, the key', 'paid is paid'],
  ],
  [
    'as usual what the database does not write as true or false',
    [
      { id: 11, paid: true },
      { id: 12, paid: false },
    ],
    ['id', 'paid'],
    [
      [11, 'maybe'],
      [12, 'no'],
    ],
    ['id is id, the key', 'paid is paid'],
  ],
  [
    'as dates what is one on both sides',
    [
      { id: 11, at: '2026-01-01' },
      { id: 12, at: '2026-01-02' },
    ],
    ['id', 'at'],
    [
      [11, '2026-01-01 00:00:00'],
      [12, null],
    ],
    ['id is id, the key', 'at is at, as date'],
  ],
  [
    'as usual dates beside no date',
    [{ id: 11, at: '2026-01-01' }],
    ['id', 'at'],
    [[11, 'soon']],
    ['id is id, the key', 'at is at'],
  ],
  [
    'as usual dates beside nothing',
    [{ id: 11, at: '2026-01-01' }],
    ['id', 'at'],
    [[11, null]],
    ['id is id, the key', 'at is at'],
  ],
  [
    'as usual what is no date',
    [{ id: 11, at: 'soon' }],
    ['id', 'at'],
    [[11, '2026-01-01']],
    ['id is id, the key', 'at is at'],
  ],
  [
    'the id as the key before other unique values',
    [
      { name: 'a', id: 5 },
      { name: 'b', id: 6 },
    ],
    ['name', 'id'],
    [
      ['a', 5],
      ['b', 6],
    ],
    ['id is id, the key', 'name is name'],
  ],
  [
    'a code as the key before a name',
    [
      { name: 'a', zip_code: 5 },
      { name: 'b', zip_code: 6 },
    ],
    ['name', 'zip_code'],
    [
      ['a', 5],
      ['b', 6],
    ],
    ['zip_code is zip_code, the key', 'name is name'],
  ],
  [
    'no key whose values are there twice',
    [
      { id: 1, name: 'a' },
      { id: 1, name: 'b' },
    ],
    ['id', 'name'],
    [
      [1, 'a'],
      [2, 'b'],
    ],
    ['name is name, the key', 'id is id'],
  ],
  [
    'no key whose values the database has twice',
    [
      { id: 1, name: 'a' },
      { id: 2, name: 'b' },
    ],
    ['id', 'name'],
    [
      [1, 'a'],
      [1, 'b'],
    ],
    ['name is name, the key', 'id is id'],
  ],
  [
    'no key that is missing in a row',
    [{ id: 1, name: 'a' }, { name: 'b' }],
    ['id', 'name'],
    [
      [1, 'a'],
      [2, 'b'],
    ],
    ['name is name, the key', 'id is id'],
  ],
  ['no key that is a list', [{ id: [1] }, { id: [2] }], ['id'], [[1], [2]], ['id is id']],
  [
    'names that need quotes',
    [{ 'a b': 1, c: { 'd e': 2 } }],
    ['a b', 'd e'],
    [],
    ['$["a b"] is a b, the key', '$.c["d e"] is d e'],
  ],
  [
    'values down to the fourth level',
    [
      {
        a: {
          b: { c: { total: 1, d: { sum: 2 } } },
        },
      },
    ],
    ['total', 'sum'],
    [],
    ['a.b.c.total is total, the key', 'nothing is sum'],
  ],
])('column pairs: %s', (_what, rows, names, databaseRows, expected) => {
  const {
    keys,
    columns: pairs,
    unmatched,
  } = suggestMapping({
    format: 'json',
    responseText: JSON.stringify(rows),
    columns: names.map((name) => ({ name, type: 'text' })),
    databaseRows,
  });
  expect([
    ...keys.map(({ apiPath, dbColumn }) => `${apiPath} is ${dbColumn}, the key`),
    ...pairs.map(
      ({ apiPath, dbColumn, compareAs }) =>
        `${apiPath} is ${dbColumn}${compareAs === 'auto' ? '' : `, as ${compareAs}`}`,
    ),
    ...unmatched.map((name) => `nothing is ${name}`),
  ]).toEqual(expected);
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

  test("without rows nothing is suggested; text that isn't XML is reported", () => {
    expect(suggestMapping({ ...given, responseText: '<result/>' })).toMatchObject({ rowPath: '/*', keys: [] });
    expect(() => suggestMapping({ ...given, responseText: '<result>' })).toThrow("isn't well-formed XML");
  });
});
