import { expect, test } from 'vitest';
import { KeptVariables, keptValues } from './kept-variables.ts';

const mask = (text: string) => text.replaceAll('secret', '••••');

test('wanted variables are stored while a script runs, masked, and the last script that sets one wins', () => {
  const kept = new KeptVariables(['order', 'user'], mask, undefined);
  const first = new Map([['order', '1']]);
  kept.begin('0', first);
  expect(keptValues(kept.read())).toEqual({ order: '1' });
  first.set('user', 'my secret').set('other', 'x');
  expect(keptValues(kept.read())).toEqual({ order: '1', user: 'my ••••' });
  kept.begin('1', new Map([['order', '2']]));
  expect(keptValues(kept.read())).toEqual({ order: '2', user: 'my ••••' });
});

test('another runner continues with the stored variables, and a script that it runs again starts anew', () => {
  const before = new KeptVariables(['a', 'b'], mask, undefined);
  before.begin('0', new Map([['a', '1']]));
  before.begin('1', new Map([['b', 'half']]));
  const after = new KeptVariables(['a', 'b'], mask, JSON.parse(JSON.stringify(before.read())));
  expect(keptValues(after.read())).toEqual({ a: '1', b: 'half' });
  after.begin('1', new Map());
  expect(keptValues(after.read())).toEqual({ a: '1' });
});

test('more than 1 MB is not stored, and the run says so', () => {
  const kept = new KeptVariables(['body'], mask, undefined);
  expect([kept.problem, keptValues(undefined)]).toEqual([undefined, {}]);
  kept.begin('0', new Map([['body', 'x'.repeat(1_000_001)]]));
  expect(kept.read()).toEqual([]);
  expect(kept.problem).toMatch(/larger than 1 MB together/);
});

test('of two parts the later one in the plan wins, in whichever order they ran', () => {
  const kept = new KeptVariables(['order'], mask, undefined);
  kept.begin('10', new Map([['order', 'last']]));
  kept.begin('9', new Map([['order', 'first']]));
  expect(keptValues(kept.read())).toEqual({ order: 'last' });
});

test('a run that sets none of the wanted variables has no problem', () => {
  const kept = new KeptVariables(['order'], mask, undefined);
  kept.begin('0', new Map([['other', 'x'.repeat(1_000_001)]]));
  expect(kept.problem).toBeUndefined();
  kept.begin('1', new Map([['order', '1']]));
  expect(kept.problem).toBeUndefined();
});
