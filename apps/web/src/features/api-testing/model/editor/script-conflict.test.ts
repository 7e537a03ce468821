import { ApiError } from '@touchstone/contracts';
import { type Script, scriptInputSchema } from '@touchstone/contracts/api-testing';
import { expect, test } from 'vitest';
import { conflictOf, type SaveConflict } from './save-conflict.ts';
import { conflictFields, isTheirs, merged } from './script-conflict.ts';

const id = '01900000-0000-7000-8000-000000000001';
const base = scriptInputSchema.parse({
  scriptId: id,
  scriptName: 'Orders',
  method: 'GET',
  url: 'https://shop.test/orders',
  headers: [{ key: 'A', value: '1' }],
});
const stored = (given: Partial<Script>): Script => ({
  ...base,
  scriptId: id,
  suiteId: id,
  projectId: id,
  position: 0,
  createdAt: '2026-11-24T00:00:00.000Z',
  updatedAt: '2026-11-24T00:00:01.000Z',
  ...given,
});
const conflict: SaveConflict = {
  base,
  mine: { ...base, scriptName: 'My orders', url: 'https://shop.test/mine' },
  theirs: stored({
    scriptName: 'Their orders',
    method: 'POST',
    // Same, with the keys in another order.
    settings: Object.fromEntries(Object.entries(base.settings).reverse()) as typeof base.settings,
  }),
  theirName: 'Ana',
};

test('differing fields are listed with who changed them', () => {
  expect(conflictFields(conflict).map(({ name, changedBy, mine, theirs }) => [name, changedBy, mine, theirs])).toEqual([
    ['Name', 'both', 'My orders', 'Their orders'],
    ['Method', 'theirs', 'GET', 'POST'],
    ['URL', 'mine', 'https://shop.test/mine', 'https://shop.test/orders'],
  ]);
});

test('the merge has the selected fields of mine, and otherwise theirs', () => {
  expect(merged(conflict, new Set(['url']))).toMatchObject({
    scriptId: id,
    scriptName: 'Their orders',
    method: 'POST',
    url: 'https://shop.test/mine',
  });
  expect(isTheirs(conflict, merged(conflict, new Set()))).toBe(true);
  expect(isTheirs(conflict, merged(conflict, new Set(['url'])))).toBe(false);
});

test('only a refusal because of a newer version is a conflict', () => {
  const data = { updatedByName: 'Ana', script: conflict.theirs };
  const refusal = (code: string) => new ApiError(409, { code, message: 'No', data });
  expect(conflictOf(refusal('API_TESTING_SCRIPT_SAVED_MEANWHILE'))).toMatchObject({ updatedByName: 'Ana' });
  expect(conflictOf(refusal('API_TESTING_SUITE_NAME_TAKEN'))).toBeUndefined();
  expect(conflictOf(new Error('No'))).toBeUndefined();
});
