import { expect, test } from 'vitest';
import type { DoneCheck } from '../app/checks/record-results.ts';
import { createStoreChecks } from './store-checks.ts';

const done = (id: string) => ({ monitor: { id }, outcome: { verdict: 'UP', message: null } }) as unknown as DoneCheck;
const failure = (code: string) => Object.assign(new Error('no'), { code });

/** Stores batches in a list unless one of their items is refused. */
function storeInto(refuse: (one: DoneCheck) => Error | undefined) {
  const kept: string[] = [];
  const stored: string[] = [];
  const platform = {
    database: { transaction: (work: (sql: unknown) => Promise<void>) => work({}) },
    log: { error: () => undefined },
  };
  const store = createStoreChecks({
    platform: platform as never,
    async record(_sql, batch) {
      for (const one of batch) {
        const error = refuse(one);
        if (error) throw error;
      }
      kept.push(...batch.map(({ monitor, outcome }) => `${monitor.id} ${outcome.message ?? outcome.verdict}`));
    },
  });
  const run = (...ids: string[]) =>
    store(ids.map(done), (batch) => stored.push(...batch.map(({ monitor }) => monitor.id)));
  return { run, kept, stored };
}

test('an item that can never be stored is replaced, and delays no other', async () => {
  const { run, kept, stored } = storeInto((one) =>
    one.monitor.id === 'c' && one.outcome.verdict === 'UP' ? failure('22P05') : undefined,
  );
  await run('a', 'b', 'c', 'd', 'e');
  expect(kept).toEqual(['a UP', 'b UP', 'c What the check found could not be stored.', 'd UP', 'e UP']);
  expect(stored).toEqual(['a', 'b', 'c', 'd', 'e']);
});

test('if even the replacement fails the item is dropped, and so is one that a bug breaks', async () => {
  const { run, kept, stored } = storeInto(({ monitor }) => (monitor.id === 'b' ? new TypeError('fault') : undefined));
  await run('a', 'b', 'c');
  expect([kept, stored]).toEqual([
    ['a UP', 'c UP'],
    ['a', 'b', 'c'],
  ]);
});

test('a locked item stays for later, the rest is stored', async () => {
  const { run, stored } = storeInto(({ monitor }) => (monitor.id === 'a' ? failure('55P03') : undefined));
  await run('a', 'b', 'c');
  expect(stored).toEqual(['b', 'c']);
});

test('while the database is away nothing counts as stored', async () => {
  const { run, stored } = storeInto(() => failure('57P01'));
  await expect(run('a', 'b')).rejects.toThrow('no');
  expect(stored).toEqual([]);
});
