import type { RepositoryStep } from '@touchstone/contracts/test-repository';
import { newStep } from '@touchstone/engine-keyword/core';
import { expect, test } from 'vitest';
import { namesSecret } from './names-secret.ts';

const variables = [[{ name: 'password', value: 'v1:…', sealedAt: 'here' }], [{ name: 'user', value: 'ada' }]];
const type = (value: string) => newStep('type', 'setText', { args: { value } }) as RepositoryStep;
const call = newStep('call', 'callFunction', { args: { function: 'Sign in' } }) as RepositoryStep;
const functions = [{ name: 'Sign in', inputs: [], outputs: [], steps: [type('{{password}}')] }];
const script = (...steps: RepositoryStep[]) =>
  ({ scriptId: 's', name: 'Script', moduleName: 'Module', steps, table: null, isRunByRow: false }) as const;

test.each([
  ['types it', [type('x {{password}}')], true],
  ['holds a step that types it', [newStep('if', 'if', { steps: [type('{{password}}')] }) as RepositoryStep], true],
  ['calls a function that types it', [call], true],
  ['names another variable', [type('{{user}} password')], false],
  ['names nothing', [type('password')], false],
])('a script that %s', (_what, steps, expected) => {
  expect(namesSecret({ variables, functions: functions as never }, script(...steps))).toBe(expected);
});

test('without a secret variable no script names one', () => {
  expect(namesSecret({ variables: [], functions: [] }, script(type('{{password}}')))).toBe(false);
});
