import { expect, test } from 'vitest';
import { plannedVariables, shownVariables } from './job-variables.ts';

const variables = [
  { name: 'host', value: 'shop.test', isSecret: false },
  { name: 'token', value: 'sealed', isSecret: true },
];

test('people see the values of plain variables only', () => {
  expect(shownVariables(variables)).toEqual([
    { name: 'host', value: 'shop.test', isSecret: false },
    { name: 'token', value: null, isSecret: true },
  ]);
});

test('a run gets secrets sealed, each bound to its job and its name', () => {
  expect(plannedVariables('job-1', variables)).toEqual([
    { name: 'host', value: 'shop.test' },
    { name: 'token', value: 'sealed', sealedAt: 'scheduler.job.variable:job-1:token' },
  ]);
});
