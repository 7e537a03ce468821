import type { SourceWatch } from '@touchstone/contracts/api-testing';
import { expect, test } from 'vitest';
import { changesText, intervalChoices, intervalOf, watchState } from './watch-text.ts';

const at = '2026-03-02T10:00:00.000Z';
const watch = (given: Partial<SourceWatch>): SourceWatch => ({
  everyMinutes: 60,
  isFollowed: true,
  checkedAt: at,
  nextCheckAt: at,
  changedAt: null,
  changes: null,
  problem: null,
  ...given,
});
const changes = { added: 3, changed: 1, removed: 1 };

test.each([
  [null, undefined],
  [watch({ checkedAt: null }), { tone: 'waiting', text: 'First check within a minute' }],
  [watch({}), { tone: 'ok', text: 'Up to date' }],
  [watch({ changes }), { tone: 'changed', text: 'The spec changed: 3 added, 1 changed, 1 removed' }],
  [watch({ changes, problem: 'Gone.' }), { tone: 'problem', text: 'Gone.' }],
])('%j is shown as %j', (given, expected) => {
  expect(watchState(given)).toEqual(expected);
});

test('zero counts are left out', () => {
  expect(changesText({ added: 0, changed: 1200, removed: 0 })).toBe('1,200 changed');
});

test('every choice maps to its minutes', () => {
  expect(intervalChoices.map(({ value }) => intervalOf(value))).toEqual([null, 15, 60, 1440]);
});
