import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { workspaceErrors } from '../../errors.ts';
import { createDataFiles } from './data-files.ts';

const actor = { organizationId: 'o', userId: 'u' } as never;
/** The rows of a stored file with this name, whose storage returns these pieces, or fails. */
async function rowsOf(name: string, content: () => Iterable<string>) {
  const stream = Readable.from(content(), { objectMode: false });
  const files = { open: async () => ({ name, sizeBytes: 1, stream }) };
  const dataFiles = createDataFiles({ platform: { files } as never, workspaces: {} as never });
  const rows = [];
  for await (const row of dataFiles.rows(actor, { projectId: 'p', fileId: 'f', maxRows: 10 })) rows.push(row);
  return rows;
}

const lost = new Error("EIO: i/o error, read '/data/files/o/f'");

test.each([
  ['users.csv', 'name\nAda\n'],
  ['users.json', '[{"name":"Ada"},'],
  ['users.xlsx', 'PK'],
])('a storage failure is not reported as a fault of %s', async (name, start) => {
  const content = function* () {
    yield start;
    throw lost;
  };
  await expect(rowsOf(name, content)).rejects.toBe(lost);
});

test.each([
  ['users.csv', 'name\n"Ada', /A quoted value is not closed/],
  ['users.json', '[{', /ends in the middle/],
  ['users.xlsx', 'no zip', /not an Excel file/],
])('a fault of %s is reported', async (name, text, message) => {
  const { code } = workspaceErrors.dataFileUnreadable;
  await expect(rowsOf(name, () => [text])).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
});

test('rows are read', async () => {
  expect(await rowsOf('users.csv', () => ['name\nAda\n'])).toEqual([{ name: 'Ada' }]);
});
