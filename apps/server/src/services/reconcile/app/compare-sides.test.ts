import type { QueryColumn } from '@touchstone/engine-data';
import type { ReceivedResponse } from '@touchstone/engine-http';
import { beforeEach, expect, test } from 'vitest';
import { type ComparedFields, type CompareScope, createCompareSides } from './compare-sides.ts';

const { signal } = new AbortController();
const columns: QueryColumn[] = [
  { name: 'name', type: 'text' },
  { name: 'id', type: 'number' },
];
/** What the database answers, and what it was asked. */
let database: { batches: unknown[][][]; isDeleted: boolean; findError?: Error; error?: unknown };
let asked: unknown[];
let closed: string[];
beforeEach(() => {
  database = { batches: [], isDeleted: false };
  asked = [];
  closed = [];
});

const fields: ComparedFields = {
  rowPath: '$',
  keys: [{ apiPath: 'id', dbColumn: 'id', compareAs: 'auto', ignoreCase: false, trim: false }],
  columns: ['name', 'alias'].map((apiPath) => ({
    apiPath,
    dbColumn: 'name',
    compareAs: 'auto',
    ignoreCase: false,
    trim: false,
    tolerance: null,
    nullEqualsEmpty: false,
  })) as ComparedFields['columns'],
  timeZone: 'UTC',
  allowOnlyInApi: false,
  allowOnlyInDatabase: false,
  databaseConfigurationId: 'd',
  query: "select name, id from orders where shop = '{{shop}}'",
  timeoutMs: 1500,
};
const scope: CompareScope = {
  organizationId: 'o',
  projectId: 'p',
  userId: 'u',
  rowLimit: null,
  signal,
  variable: (name) => (name === 'shop' ? 'Corner' : undefined),
};
const sides = () =>
  createCompareSides({
    databases: {
      findTarget: async (place: CompareScope, id: string) => {
        if (database.findError) throw database.findError;
        asked.push([place.organizationId, place.projectId, id]);
        return database.isDeleted ? undefined : { name: 'Shop' };
      },
    } as never,
    askDatabases: {
      read: async (_target: object, query: object, limits: object) => {
        asked.push({ ...query, ...limits });
        if (database.error) throw database.error;
        const { batches } = database;
        const read = (async function* () {
          for (const batch of batches) yield batch;
        })();
        return { columns, batches: read, close: () => closed.push('query') };
      },
    } as never,
  });
const compare = (rows: unknown[][], given: Partial<CompareScope> = {}, onRows?: (count: number) => void) =>
  sides().compare(rows, fields, { ...scope, ...given, keep: 1, ...(onRows && { onRows }) });

test('rows are compared as they are read, whatever the order and repetition of the columns', async () => {
  database.batches = [
    [
      ['Ada', 1],
      ['Ben', 2],
    ],
    [['Cy', 3]],
  ];
  const counts: number[] = [];
  const rows = [
    [3, 'Cy', 'Cy'],
    [1, 'Ada', 'Adele'],
    [2, 'Ben', 'Ben'],
  ];
  const result = await compare(rows, {}, (count) => counts.push(count));
  expect(result).toMatchObject({
    databaseName: 'Shop',
    agrees: false,
    summary: '1 of 3 rows differs.',
    counts: { apiRows: 3, databaseRows: 3, matched: 3, equal: 2, different: 1 },
    byColumn: [{ column: 'name', count: 1 }],
  });
  expect(counts).toEqual([2, 3]);
  expect(asked).toEqual([
    ['o', 'p', 'd'],
    {
      text: fields.query,
      values: { shop: 'Corner' },
      maxRows: 1_000_001,
      paths: ['id', 'name'],
      timeoutMs: 1500,
      signal,
    },
  ]);
  expect(closed).toEqual(['query']);
});

test.each([
  ['the limit', 3, [3], undefined],
  ['more than the limit', 2, [], 'The query gives more than 2 rows, the limit of your plan'],
])('a query that gives as many rows as %s', async (_name, rowLimit, read, problem) => {
  database.batches = [
    [
      ['Ada', 1],
      ['Ben', 2],
      ['Cy', 3],
    ],
  ];
  const counts: number[] = [];
  const outcome = compare([], { rowLimit }, (count) => counts.push(count)).catch((error: unknown) => error);
  expect(await outcome).toMatchObject(
    problem ? { name: 'ReconcileProblem', message: expect.stringContaining(problem) } : { counts: { databaseRows: 3 } },
  );
  expect(counts).toEqual(read);
  expect(asked[1]).toMatchObject({ maxRows: rowLimit + 1 });
  expect(closed).toEqual(['query']);
});

test('a limit counts the rows of all batches', async () => {
  database.batches = [[['Ada', 1]], [['Ben', 2]], [['Cy', 3]]];
  const counts: number[] = [];
  await expect(compare([], { rowLimit: 2 }, (count) => counts.push(count))).rejects.toThrow('more than 2 rows');
  expect(counts).toEqual([1, 2]);
});

const response = (text: string, body: object = {}, status = 200): ReceivedResponse =>
  ({
    status,
    statusText: '',
    body: { contentType: 'application/json', bytes: Buffer.from(text), truncated: false, ...body },
  }) as never;
const rowsText = JSON.stringify([
  { id: 1, name: 'Ada', alias: 'Adele' },
  { id: 2, name: 'Ben', more: true },
]);

test('the rows of a response have the cells of the keys, then those of the columns', async () => {
  const rows = [
    [1, 'Ada', 'Adele'],
    [2, 'Ben', undefined],
  ];
  expect(await sides().readApi(response(rowsText), fields, scope)).toEqual(rows);
  expect(await sides().readApi(response(rowsText), fields, { ...scope, rowLimit: 2 })).toEqual(rows);
  const limited = sides().readApi(response(rowsText), fields, { ...scope, rowLimit: 1 });
  await expect(limited).rejects.toMatchObject({
    name: 'ReconcileProblem',
    message: expect.stringContaining('The response has more than 1 rows, the limit of your plan'),
  });
});

test.each([
  ['an error without a text', response('', {}, 404), 'The response is an error: 404. Correct the request first.'],
  [
    'too large',
    response(rowsText, { truncated: true }),
    'The response is too large to be kept whole. Make the request return fewer rows.',
  ],
  ['no JSON', response('hello'), "The response isn't valid JSON. Check the request."],
])('a response that is %s is a problem of the reconciliation', async (_name, given, message) => {
  const reading = sides().readApi(given, fields, scope);
  await expect(reading).rejects.toMatchObject({ name: 'ReconcileProblem', message });
});

test('a failed statement of the product is not reported as a problem of the reconciliation, whose message would show it', async () => {
  database.findError = new Error('Failed query: select "secret"');
  await expect(compare([])).rejects.toBe(database.findError);
  expect(closed).toEqual([]);
});

test('a mistake in the product is not reported as a problem of the reconciliation', async () => {
  database.error = new TypeError('x is not a function');
  await expect(compare([])).rejects.toBe(database.error);
});

test.each([
  ['an error', new Error('The database answered: no such table.'), 'The database answered: no such table.'],
  ['a text', 'no such table', 'no such table'],
])("%s of the user's database is a problem of the reconciliation", async (_name, error, message) => {
  database.error = error;
  await expect(compare([])).rejects.toMatchObject({ name: 'ReconcileProblem', message });
});

test('a query that fails while it is read is a problem of the reconciliation, and is closed', async () => {
  database.batches = {
    *[Symbol.iterator]() {
      yield [['Ada', 1]];
      throw new Error('The connection was lost.');
    },
  } as never;
  await expect(compare([])).rejects.toMatchObject({ name: 'ReconcileProblem', message: 'The connection was lost.' });
  expect(closed).toEqual(['query']);
});

test('a query whose column is missing is closed', async () => {
  const other = { ...fields, keys: fields.keys.map((key) => ({ ...key, dbColumn: 'order_id' })) };
  await expect(sides().compare([], other, { ...scope, keep: 1 })).rejects.toMatchObject({
    name: 'ReconcileProblem',
    message: expect.stringContaining('The query has no column order_id.'),
  });
  expect(closed).toEqual(['query']);
});

test('a deleted database and a variable without a value are problems of the reconciliation', async () => {
  await expect(compare([], { variable: () => undefined })).rejects.toMatchObject({
    name: 'ReconcileProblem',
    message: 'The variable shop has no value.',
  });
  database.isDeleted = true;
  await expect(compare([])).rejects.toMatchObject({
    name: 'ReconcileProblem',
    message: 'Its database configuration was deleted. Choose another one.',
  });
  expect(closed).toEqual([]);
});
