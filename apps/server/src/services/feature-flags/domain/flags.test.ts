import type { FlagCondition, FlagRule } from '@touchstone/contracts/feature-flags';
import { expect, test } from 'vitest';
import { evaluateFlag, ruleMatches, type TargetingContext } from './flags.ts';

const when = (attribute: FlagCondition['attribute'], operator: FlagCondition['operator'], ...values: string[]) => ({
  attribute,
  operator,
  values,
});
const rule = (value: FlagRule['value'], ...conditions: FlagCondition[]): FlagRule => ({ conditions, value });

const single: [FlagCondition, TargetingContext, boolean][] = [
  [when('email', 'endsWith', '@Example.test'), { email: 'ada@example.test' }, true],
  [when('email', 'endsWith', '@example.test'), { email: 'ada@example.org' }, false],
  [when('role', 'in', 'ROLE_USER', 'ROLE_GUEST'), { role: 'ROLE_GUEST' }, true],
  [when('role', 'notIn', 'ROLE_GUEST'), { role: 'ROLE_GUEST' }, false],
  [when('ip', 'startsWith', '10.1.'), { ip: '10.1.2.3' }, true],
  [when('organization', 'notIn', 'x'), {}, false],
];
test.each(single)('%# a rule on %j', (condition, context, expected) => {
  expect(ruleMatches(rule(true, condition), context)).toBe(expected);
});

test('a rule needs all of its conditions', () => {
  const both = rule(true, when('role', 'in', 'ROLE_ADMIN'), when('organization', 'in', 'Acme'));
  expect(ruleMatches(both, { role: 'ROLE_ADMIN', organization: 'acme' })).toBe(true);
  expect(ruleMatches(both, { role: 'ROLE_ADMIN', organization: 'Other' })).toBe(false);
  expect(ruleMatches(both, { organization: 'Acme' })).toBe(false);
});

test('the first rule that matches decides', () => {
  const flag = {
    value: 'all',
    rules: [
      rule('administrators', when('role', 'in', 'ROLE_ADMIN')),
      rule('testers', when('email', 'endsWith', '.test')),
    ],
  };
  const matched = { reason: 'TARGETING_MATCH' };
  expect(evaluateFlag(flag, { role: 'ROLE_ADMIN', email: 'a@b.test' })).toEqual({
    value: 'administrators',
    rule: 0,
    ...matched,
  });
  expect(evaluateFlag(flag, { role: 'ROLE_USER', email: 'a@b.test' })).toEqual({
    value: 'testers',
    rule: 1,
    ...matched,
  });
  expect(evaluateFlag(flag, { role: 'ROLE_USER' })).toEqual({ value: 'all', reason: 'DEFAULT', rule: null });
  expect(evaluateFlag({ value: true, rules: [] }, {})).toEqual({ value: true, reason: 'STATIC', rule: null });
});
