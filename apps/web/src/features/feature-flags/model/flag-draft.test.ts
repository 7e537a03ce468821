import type { Flag } from '@touchstone/contracts/feature-flags';
import { expect, test } from 'vitest';
import { contentOf, draftOf, isChanged, isComplete, moved, newCondition, newRule } from './flag-draft.ts';
import { decisionText, valueText } from './flag-text.ts';

const flag: Pick<Flag, 'value' | 'rules'> = {
  value: false,
  rules: [{ conditions: [{ attribute: 'role', operator: 'in', values: ['ROLE_ADMIN'] }], value: true }],
};

test('a draft equals its flag until something is changed', () => {
  const draft = draftOf(flag);
  expect(contentOf(draft)).toEqual(flag);
  expect(isChanged(draft, flag)).toBe(false);
  expect(isChanged({ ...draft, value: true }, flag)).toBe(true);
  expect(isChanged({ ...draft, rules: [] }, flag)).toBe(true);
});

test('a new rule has the opposite value, and is complete once each condition has a value', () => {
  const rule = newRule(false);
  expect(rule.value).toBe(true);
  const draft = { value: false, rules: [rule] };
  expect(isComplete(draft)).toBe(false);
  const filled = { ...rule, conditions: rule.conditions.map((condition) => ({ ...condition, values: ['a@b.test'] })) };
  expect(isComplete({ value: false, rules: [filled] })).toBe(true);
  expect(isComplete({ value: false, rules: [{ ...filled, conditions: [...filled.conditions, newCondition()] }] })).toBe(
    false,
  );
});

test('a text must not be empty', () => {
  expect(isComplete({ value: ' ', rules: [] })).toBe(false);
  expect(contentOf({ value: ' join ', rules: [] }).value).toBe('join');
});

test('rules swap places', () => {
  expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c']);
  expect(moved(['a', 'b', 'c'], 2, -1)).toEqual(['a', 'c', 'b']);
});

test('values and decisions are written in words', () => {
  expect([true, false, 'join'].map(valueText)).toEqual(['On', 'Off', 'join']);
  expect(decisionText({ rule: 0, reason: 'TARGETING_MATCH' })).toBe('rule 1 decides');
  expect(decisionText({ rule: null, reason: 'DEFAULT' })).toBe('no rule matches');
  expect(decisionText({ rule: null, reason: 'STATIC' })).toBe('there are no rules');
});
