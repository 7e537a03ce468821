import { expect, test } from 'vitest';
import { createCompareSides } from './compare-sides.ts';

const compare = (findTarget: Error, query = new Error('The database answered: no such table.')) =>
  createCompareSides({
    databases: { findTarget: async () => (findTarget.message === '' ? {} : Promise.reject(findTarget)) } as never,
    askDatabases: { read: () => Promise.reject(query) } as never,
  }).compare([], { keys: [], columns: [], databaseConfigurationId: 'd', query: 'select 1', timeoutMs: 1 } as never, {
    organizationId: 'o',
    projectId: 'p',
    userId: 'u',
    rowLimit: null,
    signal: new AbortController().signal,
    variable: () => undefined,
    keep: 1,
  });

test('a failed statement of the product is not reported as a problem of the reconciliation, whose message would show it', async () => {
  const error = new Error('Failed query: select "secret"');
  await expect(compare(error)).rejects.toBe(error);
});

test("an error of the user's database is", async () => {
  await expect(compare(new Error(''))).rejects.toMatchObject({
    name: 'ReconcileProblem',
    message: 'The database answered: no such table.',
  });
});
