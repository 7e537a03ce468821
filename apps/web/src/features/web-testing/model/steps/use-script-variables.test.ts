import { newStep } from '@touchstone/engine-keyword/core';
import { expect, test } from 'vitest';
import { variablesSetBy } from './use-script-variables.ts';

test('steps set stored variables, loop variables, and outputs of functions', () => {
  const steps = [
    newStep('a', 'storeText', { args: { variable: 'total' } }),
    newStep('b', 'forEach', {
      args: { values: 'x\ny' },
      steps: [newStep('c', 'setVariable', { args: { variable: 'inner', value: '1' } })],
    }),
    newStep('d', 'callFunction', { args: { function: 'Sign in', outputs: 'session=token\nuser=name' } }),
    newStep('e', 'click'),
  ];
  expect(variablesSetBy(steps)).toEqual(['total', 'item', 'inner', 'session', 'user']);
});
