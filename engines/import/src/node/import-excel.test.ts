import fc from 'fast-check';
import { expect, test } from 'vitest';
import writeSheets from 'write-excel-file/node';
import { importExcel } from './import-excel.ts';

const workbook = async (rows: (string | number | null)[][]): Promise<Buffer> =>
  (await writeSheets(rows.map((row) => row.map((value) => (value === null ? null : { value })))).toBuffer()) as Buffer;

test('reads one request per row, whatever the case and the order of the titles', async () => {
  const bytes = await workbook([
    ['Our API tests', null],
    [
      'S.No',
      'URL',
      'HTTP Method',
      'Test Case Name',
      'expected_status',
      'Headers',
      'Params',
      'Payload',
      'Content Type',
      'User',
      'PASSWORD',
      'Assertions',
      'Extract',
      'Owner',
    ],
    [
      1,
      'https://h/a?x=1',
      'get',
      'List',
      200,
      'Accept: text/plain\nX-A: b:c',
      'p=1&q=a b',
      null,
      null,
      null,
      null,
      '$.items[0].id = 7; header X-B exists\nbody contains "ok"\ntime < 500\nnonsense',
      'id = $.id',
      'me',
    ],
    [null, null, null, null, null, null, null, null, null, null, null, null, null, null],
    [
      2,
      'https://h/b',
      'POST',
      'Make',
      '201, 202',
      '{"X-C":"1"}',
      null,
      '{"a":1}',
      'application/json',
      'ada',
      'pw',
      '//r/s[1] != x',
      null,
      null,
    ],
    [3, null, 'GET', 'No address', null, null, null, null, null, null, null, null, null, null],
  ]);
  const { steps, problems } = await importExcel(bytes);
  expect(steps).toHaveLength(2);
  expect(steps[0]).toMatchObject({
    name: 'List',
    method: 'GET',
    url: 'https://h/a',
    headers: [
      { key: 'Accept', value: 'text/plain' },
      { key: 'X-A', value: 'b:c' },
    ],
    queryParams: [
      { key: 'x', value: '1' },
      { key: 'p', value: '1' },
      { key: 'q', value: 'a b' },
    ],
    assertions: [
      { kind: 'status', operator: 'equals', expected: '200' },
      { kind: 'jsonPath', path: '$.items[0].id', operator: 'equals', expected: '7' },
      { kind: 'header', path: 'X-B', operator: 'exists' },
      { kind: 'body', operator: 'contains', expected: 'ok' },
      { kind: 'responseTime', operator: 'lessThan', expected: '500' },
    ],
    dataHandlers: [{ name: 'id', source: 'jsonPath', path: '$.id' }],
  });
  expect(steps[1]).toMatchObject({
    method: 'POST',
    headers: [{ key: 'X-C', value: '1' }],
    body: { type: 'json', content: '{"a":1}' },
    authentication: { type: 'basic', username: 'ada', password: 'pw' },
    assertions: [
      { kind: 'status', operator: 'in', expected: '201, 202' },
      { kind: 'xpath', path: '//r/s[1]', operator: 'notEquals', expected: 'x' },
    ],
  });
  expect(problems.map(({ reason }) => reason)).toEqual([
    'The column Owner is not known; it was left out.',
    expect.stringContaining('"nonsense" is no assertion'),
    'The row has no address; it was left out.',
  ]);
});

test.each([
  ['text', Buffer.from('name,url\na,b')],
  ['nothing', Buffer.alloc(0)],
  ['an empty archive', Buffer.from(`PK\u0005\u0006${'\0'.repeat(18)}`, 'latin1')],
])('rejects %s', async (_name, bytes) => {
  const { problems } = await importExcel(bytes);
  expect(problems).toEqual([{ place: 'document', reason: 'Only excel file is allowed.' }]);
});

test('a sheet without titles is reported', async () => {
  const { steps, problems } = await importExcel(
    await workbook([
      ['a', 'b'],
      ['1', '2'],
    ]),
  );
  expect(steps).toEqual([]);
  expect(problems[0]?.reason).toContain('no row of titles');
});

test('mutated workbooks never throw', async () => {
  const bytes = await workbook([
    ['name', 'url'],
    ['a', 'http://h/'],
  ]);
  await fc.assert(
    fc.asyncProperty(fc.nat(bytes.length - 1), fc.uint8Array({ maxLength: 12 }), async (at, inserted) => {
      const changed = Buffer.from(bytes);
      changed.set(inserted.subarray(0, changed.length - at), at);
      await importExcel(changed);
    }),
    { numRuns: 100 },
  );
});
