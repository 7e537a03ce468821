import { expect, test } from 'vitest';
import { trialEnd } from './trial.ts';

test('a trial ends 30 days after the sign-up, to the second', () => {
  expect(trialEnd(new Date('2026-02-10T09:30:15Z')).toISOString()).toBe('2026-03-12T09:30:15.000Z');
});
