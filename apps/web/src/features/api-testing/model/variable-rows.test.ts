import type { Variable } from '@touchstone/contracts/workspaces';
import { expect, test } from 'vitest';
import { changesOf, hasChanges, toRows } from './variable-rows.ts';

const variable = (patch: Partial<Variable>): Variable => ({
  variableId: 'v1',
  name: 'base',
  value: 'http://a',
  isSecret: false,
  enabled: true,
  description: '',
  environmentId: 'e1',
  suiteId: null,
  updatedAt: '2026-01-01T00:00:00Z',
  ...patch,
});
const saved = [variable({}), variable({ variableId: 'v2', name: 'token', value: '', isSecret: true })];

test('untouched rows are no change, including a saved secret', () => {
  expect(hasChanges(changesOf(saved, toRows(saved)))).toBe(false);
});

test('a secret is sent only if it was replaced', () => {
  const [base, token] = toRows(saved);
  expect(
    changesOf(saved, [
      { ...base!, value: 'http://b' },
      { ...token!, name: 'key' },
    ]).updated,
  ).toEqual([
    { variableId: 'v1', value: 'http://b' },
    { variableId: 'v2', name: 'key' },
  ]);
  expect(changesOf(saved, [base!, { ...token!, value: 'new' }]).updated).toEqual([{ variableId: 'v2', value: 'new' }]);
});

test('new rows are created, missing rows removed', () => {
  const rows = [toRows(saved)[0]!, { name: 'id', value: '1', isSecret: false, enabled: true }];
  expect(changesOf(saved, rows)).toEqual({
    created: [{ name: 'id', value: '1', isSecret: false, enabled: true }],
    updated: [],
    removed: ['v2'],
  });
});

test('switching a variable off sends only that, and a secret keeps its value', () => {
  const off = toRows(saved).map((row) => ({ ...row, enabled: false }));
  expect(changesOf(saved, off)).toEqual({
    created: [],
    removed: [],
    updated: [
      { variableId: 'v1', enabled: false },
      { variableId: 'v2', enabled: false },
    ],
  });
});
