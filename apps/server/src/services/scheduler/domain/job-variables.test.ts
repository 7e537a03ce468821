import { expect, test } from 'vitest';
import { plannedVariables, shownVariables } from './job-variables.ts';

const variables = [
  { name: 'host', value: 'shop.test', isSecret: false },
  { name: 'token', value: 'sealed', isSecret: true },
];

test('users see only the values of plain variables', () => {
  expect(shownVariables(variables)).toEqual([
    { name: 'host', value: 'shop.test', isSecret: false },
    { name: 'token', value: null, isSecret: true },
  ]);
});

test('a run gets sealed secrets, each bound to its job and name', () => {
  expect(plannedVariables('job-1', variables)).toEqual([
    { name: 'host', value: 'shop.test' },
    { name: 'token', value: 'sealed', sealedAt: 'scheduler.job.variable:job-1:token' },
  ]);
});
