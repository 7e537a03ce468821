import { expect, test } from 'vitest';
import { dataFileType, rowsInRange } from './data-file.ts';

test.each([
  ['users.csv', 'csv'],
  ['users.tsv', 'csv'],
  ['users.txt', 'csv'],
  ['USERS.CSV', 'csv'],
  ['users.json', 'json'],
  ['users.jsonl', 'json'],
  ['users.ndjson', 'json'],
  ['users.xlsx', 'excel'],
  ['users.xlsm', 'excel'],
  ['users.2026.json', 'json'],
  ['users.xls', undefined],
  ['users.csv.zip', undefined],
  ['users.csv2', undefined],
  ['csv', undefined],
  ['users.', undefined],
  ['', undefined],
])('"%s" is read as %s', (fileName, type) => {
  expect(dataFileType(fileName)).toBe(type);
});

/** Rows 1 to 5; `read` counts how many were requested. */
function rows() {
  const counted = { read: 0, ended: false };
  async function* source() {
    try {
      for (let row = 1; row <= 5; row += 1) {
        counted.read = row;
        yield row;
      }
    } finally {
      counted.ended = true;
    }
  }
  return { counted, source: source() };
}

test.each([
  [{}, [1, 2, 3, 4, 5], 5],
  [{ firstRow: 1, lastRow: 5 }, [1, 2, 3, 4, 5], 5],
  [{ firstRow: 2 }, [2, 3, 4, 5], 5],
  [{ lastRow: 2 }, [1, 2], 2],
  [{ firstRow: 2, lastRow: 3 }, [2, 3], 3],
  [{ firstRow: 3, lastRow: 3 }, [3], 3],
  [{ firstRow: 5, lastRow: 9 }, [5], 5],
  [{ firstRow: 6 }, [], 5],
  [{ firstRow: 4, lastRow: 2 }, [], 2],
])('of five rows %j returns %j and reads %i', async (range, wanted, read) => {
  const { counted, source } = rows();
  expect(await Array.fromAsync(rowsInRange(source, range))).toEqual(wanted);
  expect(counted).toEqual({ read, ended: true });
});
