import type { FlagRule } from '@touchstone/contracts';
import { expect, test } from 'vitest';
import { evaluateFlag, ruleMatches } from './flags.ts';

const rule = (attribute: FlagRule['attribute'], operator: FlagRule['operator'], ...values: string[]) => ({
  ...{ attribute, operator, values, value: true },
});

test.each([
  [rule('email', 'endsWith', '@Example.test'), { email: 'ada@example.test' }, true],
  [rule('email', 'endsWith', '@example.test'), { email: 'ada@example.org' }, false],
  [rule('role', 'in', 'ROLE_USER', 'ROLE_GUEST'), { role: 'ROLE_GUEST' }, true],
  [rule('role', 'notIn', 'ROLE_GUEST'), { role: 'ROLE_GUEST' }, false],
  [rule('ip', 'startsWith', '10.1.'), { ip: '10.1.2.3' }, true],
  [rule('organization', 'notIn', 'x'), {}, false],
])('%# a rule on %j', (given, context, expected) => {
  expect(ruleMatches(given, context)).toBe(expected);
});

test('the first rule that matches decides', () => {
  const flag = {
    value: 'all',
    rules: [
      { ...rule('role', 'in', 'ROLE_ADMIN'), value: 'administrators' },
      { ...rule('email', 'endsWith', '.test'), value: 'testers' },
    ],
  };
  expect(evaluateFlag(flag, { role: 'ROLE_ADMIN', email: 'a@b.test' })).toEqual({
    ...{ value: 'administrators', reason: 'TARGETING_MATCH' },
  });
  expect(evaluateFlag(flag, { role: 'ROLE_USER', email: 'a@b.test' }).value).toBe('testers');
  expect(evaluateFlag(flag, { role: 'ROLE_USER' })).toEqual({ value: 'all', reason: 'DEFAULT' });
  expect(evaluateFlag({ value: true, rules: [] }, {})).toEqual({ value: true, reason: 'STATIC' });
});
