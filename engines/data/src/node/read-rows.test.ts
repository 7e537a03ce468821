import { Interpolator } from '@touchstone/engine-http/core';
import { seededRandom } from '@touchstone/kernel';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import writeXlsxFile from 'write-excel-file/node';
import { rowValues } from '../core/row-values.ts';
import { collect } from '../testing/collect.ts';
import { fakerNames, loadDynamicValues } from './dynamic-names.ts';
import { type ReadRowsOptions, readRows } from './read-rows.ts';

const pieces = async function* (...list: (string | Uint8Array)[]) {
  yield* list;
};
const all = (text: string | Uint8Array, options: ReadRowsOptions) => collect(readRows(pieces(text), options));

test.each<[name: string, text: string, options: ReadRowsOptions, rows: Record<string, string>[]]>([
  [
    'csv',
    'name, age\nAda,36\nBen',
    { type: 'csv' },
    [
      { name: 'Ada', age: '36' },
      { name: 'Ben', age: '' },
    ],
  ],
  [
    'json list',
    ' [{"a":1,"b":"x]","c":null},{"a":{"d":[1]}}] ',
    { type: 'json' },
    [{ a: '1', b: 'x]', c: '' }, { a: '{"d":[1]}' }],
  ],
  ['json lines', '{"a":1}\n\n{"a":2}', { type: 'json' }, [{ a: '1' }, { a: '2' }]],
  ['empty list', '[]', { type: 'json' }, []],
  ['maxRows', 'a\n1\n2\n3', { type: 'csv', maxRows: 2 }, [{ a: '1' }, { a: '2' }]],
])('reads rows: %s', async (_name, text, options, rows) => {
  expect(await all(text, options)).toEqual(rows);
  const bytes = new TextEncoder().encode(text);
  const single = readRows(pieces(...Array.from(bytes, (byte) => Uint8Array.of(byte))), options);
  expect(await collect(single)).toEqual(rows);
});

test.each<[text: string, options: ReadRowsOptions, message: string]>([
  ['[{"a":1},', { type: 'json' }, 'ends in the middle'],
  ['[1]', { type: 'json' }, 'Row 1 of the JSON file is not an object'],
  ['[{"a":x}]', { type: 'json' }, 'Row 1 of the JSON file is not valid JSON'],
  ['a,b\n1,2\n3,4,5', { type: 'csv' }, 'Row 2, column 3: the value "5" stands in a column without a name'],
  ['a,b,a\n1,2,3', { type: 'csv' }, 'Columns 1 and 3 are both named "a"'],
  ['a,b\n1,"2\n3,4', { type: 'csv' }, 'line 2 of the CSV file, column 2'],
  ['no zip', { type: 'excel' }, 'not an Excel file'],
  ['x'.repeat(100), { type: 'excel', maxExcelBytes: 10 }, 'larger than'],
])('explains what is wrong with %j', async (text, options, message) => {
  await expect(all(text, options)).rejects.toThrow(message);
});

const commas = ','.repeat(16_383);
test.each<[name: string, text: string, type: ReadRowsOptions['type'], message: string]>([
  ['a million columns', `a${',a'.repeat(499_999)}\n1\n`, 'csv', 'more than 16,384 columns'],
  ['a million empty values', `a\n${','.repeat(1_000_001)}`, 'csv', 'longer than 1000000 characters'],
  ['a row of a million characters', `a\n${'x'.repeat(1_000_001)}\n`, 'csv', 'longer than 1000000 characters'],
  ['short rows of many columns', `a${commas}\n${'1\n'.repeat(1000)}`, 'csv', 'columns are empty down to row 123'],
  [
    'a JSON row of many members',
    `[{${Array.from({ length: 16_385 }, (_, i) => `"${i}":1`).join(',')}}]`,
    'json',
    'more than 16,384 columns',
  ],
  ['a JSON row without an end', `[{"a":"${'x'.repeat(1_000_001)}"}]`, 'json', 'longer than 1000000 characters'],
])('refuses %s', async (_, text, type, message) => {
  const read = async () => {
    for await (const _row of readRows(pieces(text), { type }));
  };
  await expect(read()).rejects.toThrow(message);
});

test('reads rows of an Excel sheet by number and name', async () => {
  const cells = (rows: (string | number | Date)[][]) =>
    rows.map((row) => row.map((value) => ({ value, ...(value instanceof Date ? { format: 'yyyy-mm-dd' } : {}) })));
  const file = await writeXlsxFile([
    {
      data: cells([
        ['name', 'age', 'born'],
        ['Ada', 36, new Date('2020-05-06T00:00:00Z')],
      ]),
      sheet: 'People',
    },
    { data: cells([['x'], ['1']]), sheet: 'Other' },
  ]).toBuffer();
  expect(await all(file, { type: 'excel' })).toEqual([{ name: 'Ada', age: '36', born: '2020-05-06' }]);
  expect(await all(file, { type: 'excel', sheet: 'Other' })).toEqual([{ x: '1' }]);
  await expect(all(file, { type: 'excel', sheet: 'None' })).rejects.toThrow('cannot be read');
});

test('a large CSV is streamed: never more than a chunk ahead of its rows', async () => {
  const inPiece = 1000;
  const piece = `${'x'.repeat(100)},1\n`.repeat(inPiece);
  let pieces = 0;
  const source = async function* () {
    yield 'a,b\n';
    for (; pieces < 20; ) {
      pieces += 1;
      yield piece;
    }
  };
  let count = 0;
  let maxAhead = 0;
  for await (const row of readRows(source(), { type: 'csv' })) {
    count += row.b === '1' ? 1 : 0;
    maxAhead = Math.max(maxAhead, pieces * inPiece - count);
  }
  expect(count).toBe(20 * inPiece);
  expect(maxAhead).toBeLessThan(2 * inPiece);
});

test.each(['csv', 'json'] as const)('other work gets its turn while blank lines of %s are read', async (type) => {
  let turns = 0;
  const count = () => {
    turns += 1;
    timer = setImmediate(count);
  };
  let timer = setImmediate(count);
  expect(await all('\n'.repeat(5_000_000), { type })).toEqual([]);
  clearImmediate(timer);
  expect(turns).toBeGreaterThan(2);
});

test('mutated files end with rows or an error, never hang', async () => {
  const seeds = ['a,b\n"x",1\n', '[{"a":"\\"x"},{"b":[1,{}]}]', '{"a":1}\n{"b":2}'];
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...seeds),
      fc.array(fc.tuple(fc.nat(), fc.constantFrom('"', '[', '{', '}', ']', ',', '\\', '\n', 'x')), { maxLength: 4 }),
      fc.constantFrom('csv' as const, 'json' as const),
      async (seed, edits, type) => {
        let text = seed;
        for (const [at, character] of edits)
          text = text.slice(0, at % text.length) + character + text.slice((at % text.length) + 1);
        await all(text, { type }).catch((error: unknown) => expect(error).toBeInstanceOf(Error));
      },
    ),
    { numRuns: 300 },
  );
});

test('all documented dynamic names have a value, the same for the same seed, and unknown names none', async () => {
  const dynamicValues = await loadDynamicValues();
  const now = () => new Date('2026-01-01T00:00:00Z');
  const values = (seed: number) => {
    const interpolator = new Interpolator({ scopes: [], random: seededRandom(seed), now, dynamicValues });
    return fakerNames.map((name) => interpolator.text(`{{${name}}}`, 'url'));
  };
  expect(new Set(fakerNames).size).toBeGreaterThanOrEqual(118);
  expect(values(1)).toEqual(values(1));
  expect(values(1)).not.toEqual(values(2));
  for (const value of values(3)) expect(value).not.toMatch(/^$|\{\{|undefined|\[object/);
  for (const name of ['$faker', '$constructor', '$__proto__', '$random{{faker}}']) {
    expect(dynamicValues(name, { random: Math.random, now })).toBeUndefined();
  }
});

test('unquoted numbers in CSV are numbers for scripts, as in newman, and stay as written for requests', async () => {
  const text =
    'id,zip,price,quoted,text,sign,small,long,hex,empty\n7,007, 1.50 ,"8",8a,-3,1e-3,12345678901234567890,0x1F,\n1,2,3,4,5,6,7,8,9,"0"\n';
  const source = async function* () {
    yield text;
  };
  const rows = [];
  for await (const row of readRows(source(), { type: 'csv' })) rows.push(row);
  expect(rows[0]).toEqual({
    id: '7',
    zip: '007',
    price: ' 1.50 ',
    quoted: '8',
    text: '8a',
    sign: '-3',
    small: '1e-3',
    long: '12345678901234567890',
    hex: '0x1F',
    empty: '',
  });
  expect(rowValues(rows[0]!)).toEqual({ id: 7, zip: 7, price: 1.5, sign: -3, small: 0.001 });
  expect(rowValues(rows[1]!)).toEqual({
    id: 1,
    zip: 2,
    price: 3,
    quoted: 4,
    text: 5,
    sign: 6,
    small: 7,
    long: 8,
    hex: 9,
  });
});
