import type { ReconcileCounts } from '@touchstone/contracts/reconcile';
import { expect, test } from 'vitest';
import { rowLimitProblem } from './reconcile-problem.ts';
import { resultBlocks } from './result-report.ts';
import { formatOf, toPlan } from './to-plan.ts';

test.each([
  ['application/json; charset=utf-8', '<a/>', 'json'],
  ['application/vnd.api+JSON', '', 'json'],
  ['text/xml', '{}', 'xml'],
  ['application/atom+xml', '{}', 'xml'],
  [undefined, ' \n<a/>', 'xml'],
  [undefined, '[1]', 'json'],
  ['text/plain', '<a/>', 'xml'],
  ['application/jsonp', '<a/>', 'xml'],
  ['text/plain', '', 'json'],
])('a response of type %s that starts with %j is read as %s', (contentType, text, format) => {
  expect(formatOf(contentType, text)).toBe(format);
});

test('a saved reconciliation becomes the plan of the engine; an empty tolerance is omitted', () => {
  const column = { api: 'total', database: 'total', rule: 'number' as const };
  const fields = {
    keys: [{ api: 'id', database: 'id' }],
    columns: [
      { ...column, tolerance: '0.01' },
      { ...column, tolerance: '' },
    ],
    timeZone: 'Europe/Berlin',
    allowOnlyInApi: true,
    allowOnlyInDatabase: false,
  };
  expect(toPlan(fields as unknown as Parameters<typeof toPlan>[0], 7)).toEqual({
    keys: fields.keys,
    columns: [{ ...column, tolerance: '0.01' }, column],
    timeZone: 'Europe/Berlin',
    allowOnlyIn: { api: true, database: false },
    keep: 7,
  });
});

test('too many rows are reported with the limit', () => {
  const { name, message } = rowLimitProblem('The API has', 25_000);
  expect(name).toBe('ReconcileProblem');
  expect(message).toContain('The API has more than 25,000 rows');
});

const counts: ReconcileCounts = {
  apiRows: 10,
  databaseRows: 9,
  matched: 8,
  equal: 6,
  different: 3,
  onlyInApi: 1,
  onlyInDatabase: 2,
  duplicatesInApi: 0,
  duplicatesInDatabase: 0,
  missingKeyInApi: 0,
  missingKeyInDatabase: 0,
};
const cell = (column: string, api: string | null, database: string | null, isEqual = false) => ({
  column,
  api,
  database,
  isEqual,
  rule: 'text',
});
type Differences = Parameters<typeof resultBlocks>[1];
const result = { summary: '3 of 8 rows differ', counts, byColumn: [{ column: 'total', count: 3 }], notes: [] };

test('a report has a summary, and a table for each kind of difference', () => {
  const differences = [
    {
      kind: 'different',
      side: null,
      key: ['7', null],
      cells: [cell('name', 'A', 'A', true), cell('total', null, '5'), cell('tax', '1', null)],
    },
    { kind: 'onlyInApi', side: 'api', key: ['8'], cells: [cell('name', 'B', null), cell('total', null, null)] },
    { kind: 'onlyInDatabase', side: 'database', key: ['9'], cells: [cell('name', null, 'C')] },
    { kind: 'onlyInDatabase', side: 'database', key: ['10'], cells: [cell('name', null, null)] },
  ] as unknown as Differences;
  const blocks = resultBlocks(result, differences);
  expect(blocks.map((block) => 'title' in block && block.title)).toEqual([
    'Summary',
    'Differences: the first 1 of 3',
    'Only in API',
    'Only in database',
  ]);
  expect(blocks[0]).toMatchObject({ columns: ['Result', '3 of 8 rows differ'] });
  expect(blocks.map((block) => 'rows' in block && block.rows.slice(0, 2))).toEqual([
    [
      ['Rows in the API', '10'],
      ['Rows in the database', '9'],
    ],
    [
      ['7 · –', 'total', '–', '5', 'text'],
      ['7 · –', 'tax', '1', '–', 'text'],
    ],
    [['8', 'B', '–']],
    [
      ['9', 'C'],
      ['10', '–'],
    ],
  ]);
  expect(blocks[0]).toMatchObject({ rows: expect.arrayContaining([['Different in total', '3']]) });
  expect(blocks[2]).toMatchObject({ sheet: 'Only in API', columns: ['Key', 'name', 'total'] });
});

test('notes come first, odd keys last', () => {
  const differences = [
    { kind: 'duplicateKey', side: 'api', key: ['1'], cells: [cell('name', 'A', null), cell('total', null, null)] },
    { kind: 'missingKey', side: 'database', key: [null], cells: [cell('name', null, 'B')] },
  ] as unknown as Differences;
  const blocks = resultBlocks({ ...result, notes: ['Dates are read as UTC.'] }, differences);
  expect(blocks[0]).toEqual({ type: 'text', tone: 'warning', lines: ['Dates are read as UTC.'] });
  expect(blocks.at(-1)).toMatchObject({
    title: 'Keys',
    rows: [
      ['Duplicate', 'API', '1', 'name: A, total: –'],
      ['Missing', 'Database', '–', 'name: B'],
    ],
  });
  expect(blocks).toHaveLength(6);
});

test('a report without differences has its tables too', () => {
  const none = { ...counts, different: 0, onlyInApi: 0, onlyInDatabase: 0 };
  const blocks = resultBlocks({ ...result, counts: none }, []);
  expect(blocks.map((block) => 'title' in block && block.title)).toEqual([
    'Summary',
    'Differences',
    'Only in API',
    'Only in database',
  ]);
  expect(blocks[2]).toMatchObject({ columns: ['Key'], rows: [] });
});
