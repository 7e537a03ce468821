import type { Healing, Target } from '@touchstone/engine-keyword/core';
import { expect, test } from 'vitest';
import { keptHealing, shownHealing } from './healing.ts';

const wanted: Target = { name: 'Pay', locators: [{ by: 'css', value: '#pay' }], frame: [], fingerprint: { tag: 'a' } };
const suspect = (given: Partial<Target> = {}): Healing['suspects'][number] => ({
  target: { name: 'Pay now', locators: [{ by: 'css', value: '#buy' }], frame: [], fingerprint: { tag: 'b' }, ...given },
  probability: 0.9,
  evidence: [{ trait: 'text', was: 'Pay', is: 'Pay now', likeness: 0.6, weight: 1 }],
  box: { x: 1, y: 2, width: 3, height: 4 },
});
const healing = (...suspects: Healing['suspects']): Healing => ({ verdict: 'unsure', isUsed: false, suspects });

test('at most five elements are kept, with bounded texts', () => {
  const long = 'x'.repeat(5000);
  const many = Array.from({ length: 9 }, () => suspect({ name: long }));
  const evidence = Array.from({ length: 40 }, () => ({ trait: 'text', was: long, is: long, likeness: 1, weight: 1 }));
  const kept = keptHealing(healing(...many.map((one) => ({ ...one, evidence }))), wanted);
  expect(kept.suspects).toHaveLength(5);
  expect(kept.suspects[0]?.target.name).toHaveLength(500);
  expect(kept.suspects[0]?.evidence).toHaveLength(15);
  expect(kept.suspects[0]?.evidence[0]).toMatchObject({ was: `${'x'.repeat(499)}…` });
});

test('a locator that is too long is left out, because a part of it would find something else', () => {
  const long = { by: 'xpath' as const, value: '/'.repeat(2001) };
  const short = { by: 'css' as const, value: '#a' };
  const [one] = keptHealing(healing(suspect({ locators: [long, short] })), wanted).suspects;
  expect(one?.target.locators).toEqual([short]);
  const [inFrame] = keptHealing(healing(suspect({ frame: [long] })), wanted).suspects;
  expect(inFrame?.target.locators).toEqual([]);
});

test('a print that is too large is left out', () => {
  const [one] = keptHealing(healing(suspect({ fingerprint: { text: 'x'.repeat(20_001) } })), wanted).suspects;
  expect(one?.target.fingerprint).toBeUndefined();
});

test('what is known of the elements is kept, and not shown', () => {
  const kept = keptHealing(healing(suspect()), wanted);
  expect([kept.wanted.fingerprint, kept.suspects[0]?.target.fingerprint]).toEqual([{ tag: 'a' }, { tag: 'b' }]);
  const shown = shownHealing(kept);
  expect(JSON.stringify(shown)).not.toContain('fingerprint');
  expect(shown.suspects[0]).toMatchObject({ probability: 0.9, box: { x: 1 }, target: { name: 'Pay now' } });
});
