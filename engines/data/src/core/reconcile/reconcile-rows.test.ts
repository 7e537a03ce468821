import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readApiRows } from './api-rows.ts';
import type { Cell, QueryColumn, ReconcilePlan, ReconcileResult } from './plan.ts';
import { RowReconciler } from './reconcile-rows.ts';

const columns: QueryColumn[] = [
  { name: 'id', type: 'number' },
  { name: 'name', type: 'text' },
  { name: 'total', type: 'number' },
];
const plan: ReconcilePlan = {
  keys: [{ apiPath: 'id', dbColumn: 'id', compareAs: 'auto' }],
  columns: [
    { apiPath: 'name', dbColumn: 'name', compareAs: 'auto' },
    { apiPath: 'total', dbColumn: 'total', compareAs: 'auto' },
  ],
};

function reconcile(api: Cell[][], database: Cell[][], changed: Partial<ReconcilePlan> = {}): ReconcileResult {
  const reconciler = new RowReconciler({ ...plan, ...changed }, api, columns);
  reconciler.readApi().toArray();
  for (const row of database) reconciler.take(row);
  return reconciler.finish();
}

describe('rows of both sides', () => {
  test('a different value is reported with both values and the rule', () => {
    const result = reconcile(
      [
        [1, 'Ada', 42.5],
        [2, 'Ben', 7],
      ],
      [
        ['2', 'Ben', '7.00'],
        ['1', 'Ada', '42.05'],
      ],
    );
    expect(result).toMatchObject({
      agrees: false,
      summary: '1 of 2 rows differs.',
      counts: { apiRows: 2, databaseRows: 2, matched: 2, equal: 1, different: 1 },
      byColumn: [{ column: 'total', count: 1 }],
      differences: [
        {
          kind: 'different',
          key: ['1'],
          cells: [
            { column: 'name', api: 'Ada', database: 'Ada', isEqual: true, rule: '' },
            { column: 'total', api: '42.5', database: '42.05', isEqual: false, rule: 'Numbers differ' },
          ],
        },
      ],
    });
  });

  test('the columns with the most differences come first', () => {
    const rows = (names: string[], totals: number[]) => names.map((name, index) => [index, name, totals[index]]);
    const { byColumn } = reconcile(rows(['a', 'b', 'c'], [1, 2, 3]), rows(['x', 'b', 'c'], [1, 5, 6]));
    expect(byColumn).toEqual([
      { column: 'total', count: 2 },
      { column: 'name', count: 1 },
    ]);
  });

  test("a row on one side only is reported with that side's values", () => {
    const { differences } = reconcile([[2, 'Ben', 2]], [[3, 'Cy', 3]]);
    const cell = (column: string, api: string | null, database: string | null) => ({
      column,
      api,
      database,
      isEqual: false,
      rule: '',
    });
    expect(differences.map(({ key, cells }) => [key, cells])).toEqual([
      [['3'], [cell('name', null, 'Cy'), cell('total', null, '3')]],
      [['2'], [cell('name', 'Ben', null), cell('total', '2', null)]],
    ]);
  });

  test.each<[string, Partial<ReconcilePlan>, boolean, string]>([
    ['count', {}, false, '1 only in the API, 1 only in the database.'],
    ['may be more in the API', { allowOnlyIn: { api: true } }, false, '1 only in the database.'],
    ['may be more on both sides', { allowOnlyIn: { api: true, database: true } }, true, '1 row matches.'],
  ])('rows on only one side %s', (_name, changed, agrees, summary) => {
    const api = [
      [1, 'Ada', 1],
      [2, 'Ben', 2],
    ];
    const result = reconcile(
      api,
      [
        [1, 'Ada', 1],
        [3, 'Cy', 3],
      ],
      changed,
    );
    expect(result).toMatchObject({ agrees, summary, counts: { onlyInApi: 1, onlyInDatabase: 1 } });
    expect(result.differences.map(({ kind, key }) => [kind, ...key]).sort()).toEqual([
      ['onlyInApi', '2'],
      ['onlyInDatabase', '3'],
    ]);
  });

  test('a duplicate key, and a row without a key, are reported on their side', () => {
    const { agrees, summary, counts, differences } = reconcile(
      [
        [1, 'Ada', 1],
        [1, 'Again', 1],
        [null, 'Nobody', 0],
      ],
      [
        [1, 'Ada', 1],
        [1, 'Twice', 1],
        [9, 'Other', 1],
        [9, 'Other again', 1],
        ['', 'Nobody', 0],
      ],
      { allowOnlyIn: { database: true } },
    );
    expect(agrees).toBe(false);
    expect(summary).toBe('3 with a duplicate key, 2 without a key.');
    expect(counts).toMatchObject({
      duplicatesInApi: 1,
      duplicatesInDatabase: 2,
      missingKeyInApi: 1,
      missingKeyInDatabase: 1,
    });
    expect(differences.map(({ kind, side }) => [kind, side])).toEqual([
      ['duplicateKey', 'api'],
      ['duplicateKey', 'database'],
      ['duplicateKey', 'database'],
      ['missingKey', 'api'],
      ['missingKey', 'database'],
      ['onlyInDatabase', undefined],
    ]);
  });

  test('several columns form one key', () => {
    const keys = [
      { apiPath: 'a', dbColumn: 'id', compareAs: 'auto' as const },
      { apiPath: 'b', dbColumn: 'name', compareAs: 'auto' as const },
    ];
    const result = reconcile(
      [
        ['x', 'y z', 1],
        ['x y', 'z', 2],
      ],
      [
        ['x y', 'z', 2],
        ['x', 'y z', 1],
      ],
      { keys, columns: [{ apiPath: 'total', dbColumn: 'total', compareAs: 'auto' }] },
    );
    expect(result).toMatchObject({ agrees: true, summary: 'All 2 rows match.' });
  });

  test('the first of each kind are kept, and all are counted', () => {
    const api = Array.from({ length: 50 }, (_, index) => [index, 'a', 1]);
    const database = Array.from({ length: 50 }, (_, index) => [index, 'b', 1]);
    const { counts, differences } = reconcile(api, database, { keep: 5 });
    expect(counts.different).toBe(50);
    expect(differences).toHaveLength(5);
  });

  test("a column that the query doesn't have is refused, with a list of those it has", () => {
    expect(() => reconcile([], [], { columns: [{ apiPath: 'x', dbColumn: 'nmae', compareAs: 'auto' }] })).toThrow(
      'The query has no column nmae. It has id, name, total.',
    );
  });

  test('a path that finds nothing in any row, and keys that never match, are noted', () => {
    const { notes } = reconcile([[1, undefined, 1]], [[2, 'Ada', 1]]);
    expect(notes).toEqual([
      'The path name finds nothing in any row of the API. Check its spelling.',
      'No row has the same key on both sides. Check the key columns.',
    ]);
  });

  test('two empty sides agree', () => {
    expect(reconcile([], [])).toMatchObject({ agrees: true, summary: 'Both sides have no rows.' });
  });
});

describe('any rows', () => {
  const cell = fc.oneof(
    fc.string({ maxLength: 8 }),
    fc.integer(),
    fc.bigInt(),
    fc.boolean(),
    fc.constant(null),
    fc.double({ noNaN: true }),
  );
  const rows = fc.uniqueArray(fc.tuple(fc.integer(), cell, cell), { selector: ([id]) => id, maxLength: 60 });

  test('a side agrees with itself in any order', () => {
    fc.assert(
      fc.property(rows, fc.infiniteStream(fc.nat()), (api, order) => {
        const database = api.map((row) => ({ row, at: order.next().value })).sort((one, other) => one.at - other.at);
        const result = reconcile(
          api,
          database.map(({ row }) => row),
        );
        expect(result).toMatchObject({ agrees: true, differences: [] });
        expect(result.counts.equal).toBe(api.length);
      }),
    );
  });

  test('exactly the seeded differences are found', () => {
    fc.assert(
      fc.property(rows, fc.array(fc.nat(), { maxLength: 10 }), (api, places) => {
        const fates = new Map(places.map((place, index) => [place % Math.max(api.length, 1), index % 3]));
        const changed: string[] = [];
        const database = api.flatMap((row, index): Cell[][] => {
          const fate = api.length === 0 ? undefined : fates.get(index);
          if (fate === undefined) return [row];
          changed.push(String(row[0]));
          if (fate === 0) return [];
          if (fate === 1) return [[row[0], '#changed#', row[2]]];
          return [row, row];
        });
        const { differences } = reconcile(api, database);
        expect(differences.map(({ key }) => key[0]).sort()).toEqual(changed.sort());
      }),
    );
  });
});

describe('rows of a response', () => {
  const read = (text: string, rowPath: string, paths: string[], format: 'json' | 'xml' = 'json') =>
    readApiRows(text, { format, rowPath, paths });

  test.each<[string, string, string, string[], unknown[][]]>([
    ['a list at the top', '[{"id":1},{"id":2}]', '$', ['id'], [[1], [2]]],
    ['a list inside', '{"data":{"items":[{"id":1}]}}', '$.data.items', ['$.id'], [[1]]],
    ['items of a list', '{"items":[{"id":1}]}', '$.items[*]', ['id'], [[1]]],
    ['an empty list', '{"items":[]}', '$.items', ['id'], []],
    ['items of an empty list', '{"items":[]}', '$.items[*]', ['id'], []],
    ['nested values', '[{"a":{"b":[{"c":5}]}}]', '$', ['a.b[0].c', "$['a'].b[0]['c']", 'a.x'], [[5, 5, undefined]]],
    ['several values', '[{"a":[{"b":1},{"b":2}]}]', '$', ['a[*].b'], [[[1, 2]]]],
    ['values themselves', '[1,2]', '$', ['$'], [[1], [2]]],
    ['a long id', '[{"id":9007199254740993}]', '$', ['id'], [[9007199254740993n]]],
    ['a long decimal', '[{"id":12345678901234.5678}]', '$', ['id'], [[{ '#number': '12345678901234.5678' }]]],
    ['a member that objects inherit', '[{"id":1}]', '$', ['constructor'], [[undefined]]],
  ])('%s', (_name, text, rowPath, paths, expected) => {
    expect(read(text, rowPath, paths).rows).toEqual(expected);
  });

  test('no more rows are read than requested, and all are counted', () => {
    const query = { format: 'json', rowPath: '$', paths: ['id'], maxRows: 2 } as const;
    expect(readApiRows('\uFEFF[{"id":1},{"id":2},{"id":3}]', query)).toEqual({ rows: [[1], [2]], total: 3 });
  });

  test.each<[string, string, string, RegExp]>([
    ['no JSON', '<html>', '$', /isn't valid JSON/],
    ['no body', '', '$', /has no body/],
    ['a path that finds nothing', '{"a":1}', '$.items', /finds nothing in the response/],
    ['items that are nowhere', '{"a":1}', '$.items[*]', /finds nothing in the response/],
    ['an object', '{"a":{}}', '$.a', /finds an object, not a list/],
    ['a path that is none', '[]', 'items[', /is not valid/],
    ['null', '{"a":null}', '$.a', /finds null, not a list/],
    ['a text', '{"a":"x"}', '$.a', /finds a string, not a list/],
    ['a list that is too deep', `${'['.repeat(501)}${']'.repeat(501)}`, '$', /The JSON .*500 levels/],
  ])('refuses %s and says what to correct', (_name, text, rowPath, message) => {
    expect(() => read(text, rowPath, ['id'])).toThrow(message);
  });

  test('XML elements are rows, with their names and attributes', async () => {
    const { loadXPath } = await import('@touchstone/engine-assert/core');
    await loadXPath();
    const text =
      '<orders xmlns="urn:o"><order id="1"><customer><name>Ada</name></customer></order><order id="2"/></orders>';
    expect(read(text, '//order', ['@id', 'customer/name'], 'xml').rows).toEqual([
      ['1', 'Ada'],
      ['2', undefined],
    ]);
    expect(() => read(text, '//nothing', ['@id'], 'xml')).toThrow(/finds nothing/);
    expect(() => read('no xml', '//a', ['@id'], 'xml')).toThrow(/isn't well-formed XML/);
    const deep = `${'<a>'.repeat(501)}${'</a>'.repeat(501)}`;
    expect(() => read(deep, '//a', ['@id'], 'xml')).toThrow(/500 levels/);
    expect(() => read(text, '//order', ['count(*)'], 'xml')).toThrow(/can't be read/);
  });
});
