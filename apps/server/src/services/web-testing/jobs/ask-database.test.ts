import { expect, test } from 'vitest';
import { DatabaseUnavailable } from '../../../platform/database/outage.ts';
import { platformErrors } from '../../../platform/errors.ts';
import { createAskDatabase } from './ask-database.ts';

test.each([
  [
    'away',
    new DatabaseUnavailable('did not answer in time'),
    /^The database did not answer in time\. Saved work is kept\./,
  ],
  ['asked wrongly', undefined, platformErrors.internal.message],
])('a step never shows a statement of the product: its database is %s', async (_name, cause, message) => {
  const error = new Error('Failed query: select "secret"', { cause });
  const ask = createAskDatabase({
    databases: { findByName: () => Promise.reject(error) },
    askDatabases: { query: async () => [] },
  })({ organizationId: 'o', projectId: 'p' });
  const { signal } = new AbortController();
  const order = { database: 'Shop', query: 'select 1', values: {}, maxRows: 1, timeoutMs: 1000, signal };
  await expect(ask(order)).rejects.toThrow(message);
});
