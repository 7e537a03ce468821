import { expect, test } from 'vitest';
import { box, drawMachine } from './state-machine.ts';

const step = (from: string | null, to: string | null, assetName = 'A') => ({ assetId: '1', assetName, from, to });
const cart = {
  state: 'Started',
  states: ['Paid', 'Filled', 'Started'],
  steps: [step('Started', 'Filled', 'Add'), step('Filled', 'Paid', 'Pay'), step('Paid', 'Started', 'Again')],
  callers: [
    { scope: 'ana', state: 'Filled' },
    { scope: 'ben', state: 'Filled' },
  ],
};

test('states are in the order in which transitions reach them, with their callers', () => {
  const { states, width } = drawMachine(cart);
  expect(states.map(({ name, callers, isCommon }) => [name, callers, isCommon])).toEqual([
    ['Started', 0, true],
    ['Filled', 2, false],
    ['Paid', 0, false],
  ]);
  expect(width).toBe(3 * box.width + 2 * box.gap);
});

test('transitions between the same two states are one arrow; those that go back are below, and there is room for all', () => {
  const drawing = drawMachine({ ...cart, steps: [...cart.steps, step('Started', 'Filled', 'Other')] });
  expect(drawing.arrows.map(({ key, label }) => [key, label])).toEqual([
    ['Started → Filled', 'Add +1'],
    ['Filled → Paid', 'Pay'],
    ['Paid → Started', 'Again'],
  ]);
  const back = drawing.arrows[2]!;
  expect(back.labelY).toBeGreaterThan(drawing.y + box.height);
  for (const { labelX, labelY } of drawing.arrows) {
    expect(labelX).toBeGreaterThan(0);
    expect(labelX).toBeLessThan(drawing.width);
    expect(labelY).toBeGreaterThan(0);
    expect(labelY).toBeLessThan(drawing.height);
  }
});

test('a transition to the same state is a loop; one from every state and one to a missing state are not drawn', () => {
  const { arrows } = drawMachine({
    ...cart,
    steps: [step('Filled', null), step(null, 'Paid'), step('Filled', 'Gone')],
  });
  expect(arrows.map(({ key }) => key)).toEqual(['Filled → Filled']);
});

test('a scenario without states is empty', () => {
  expect(drawMachine({ state: '', states: [], steps: [], callers: [] })).toMatchObject({ states: [], arrows: [] });
});
