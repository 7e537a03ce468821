import { healedText, type StepHealing, verdictText } from '@touchstone/contracts/test-repository';
import { expect, test } from 'vitest';
import { healingBlocks } from './healing-report.ts';

const evidence = [
  { trait: 'text', was: 'Pay', is: 'Pay', likeness: 1, weight: 3 },
  { trait: 'id', was: 'pay', is: 'buy', likeness: 0.2, weight: -0.5 },
  { trait: 'label', was: 'Pay', is: '', likeness: 0, weight: -0.2 },
  { trait: 'title', was: '', is: 'Pays', likeness: 0, weight: 0 },
];
const suspects = [{ target: { name: 'Pay', locators: [], frame: [] }, probability: 0.984, evidence, box: null }];
const healing = (given: Partial<StepHealing>): StepHealing => ({
  verdict: 'same',
  isUsed: false,
  foundBy: null,
  wanted: { name: 'Pay', locators: [], frame: [] },
  suspects,
  ...given,
});

test.each([
  [{ isUsed: true }, 'The step went on'],
  [{}, 'is surely the same'],
  [{ foundBy: 'text="Pay"' }, 'acted on a different element'],
  [{ verdict: 'unsure' as const }, 'Decide whether it is'],
  [{ verdict: 'unsure' as const, suspects: [...suspects, ...suspects] }, 'Decide which one'],
  [{ verdict: 'gone' as const, suspects: [] }, 'probably removed'],
  [{ verdict: 'unsure' as const, suspects: [] }, 'probably removed'],
])('%j is written as a sentence', (given, expected) => {
  expect(verdictText(healing(given))).toContain(expected);
});

test('a report names the element found instead, with its evidence in plain words', () => {
  const [summary, found] = healingBlocks(healing({ isUsed: true }));
  expect(summary).toMatchObject({ type: 'text', title: 'Healed', tone: 'warning' });
  expect(found).toMatchObject({
    title: 'Found instead',
    items: [
      {
        strong: '1. Pay',
        text: '98 % the same',
        detail: 'same text “Pay”; id was “pay”, is “buy”; label “Pay” is gone; title “Pays” is new',
      },
    ],
  });
});

test('a step that acted on another element than before says so', () => {
  expect(healingBlocks(healing({ foundBy: 'text="Pay"' }))).toMatchObject([
    { title: 'Another element was found', tone: 'warning' },
    { title: 'Found instead' },
  ]);
});

test('of a removed element a report says just that', () => {
  expect(healingBlocks(healing({ verdict: 'gone', suspects: [] }))).toMatchObject([{ title: 'Element not found' }]);
});

test.each([
  [0, undefined],
  [1, '1 step was healed. Look at it before you trust this run.'],
  [2, '2 steps were healed. Look at them before you trust this run.'],
])('%i healed steps are reported', (count, text) => expect(healedText(count)).toBe(text));
