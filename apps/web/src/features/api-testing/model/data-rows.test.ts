import { expect, test } from 'vitest';
import { checkDataRows, withRow } from './data-rows.ts';

const choice = { fileId: '01890000-0000-7000-8000-000000000000', fileName: 'users.csv' };

test.each([
  ['no file', null, { fileId: 'Please choose a data file.' }],
  ['the whole file', choice, {}],
  ['a range', { ...choice, firstRow: 2, lastRow: 2 }, {}],
  ['a range from behind', { ...choice, firstRow: 3, lastRow: 2 }, { lastRow: 'The last row comes before the first.' }],
  ['row 0', { ...choice, firstRow: 0 }, { firstRow: 'Rows count from 1.' }],
])('checks a choice of rows: %s', (_name, given, problems) => {
  expect(checkDataRows(given)).toEqual(problems);
});

test('an emptied row field removes the limit', () => {
  expect(withRow(withRow(choice, 'lastRow', 5), 'lastRow', '')).toEqual(choice);
  expect(withRow(choice, 'firstRow', '4')).toEqual({ ...choice, firstRow: 4 });
});
