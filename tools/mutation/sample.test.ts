import { expect, test } from 'vitest';
import { chosenFaults } from './sample.ts';

const faults = Array.from({ length: 1003 }, (_, index) => index);

test.each([1, 7, 150, 1002, 1003])('%i faults are spread over the entire room', (size) => {
  for (const seed of [0, 1, 2, 99]) {
    const chosen = chosenFaults(faults, { size, seed });
    expect(chosen).toHaveLength(size);
    const widest = Math.max(...chosen.slice(1).map((fault, index) => fault - (chosen[index] ?? 0)), 0);
    expect(widest).toBeLessThanOrEqual(Math.ceil(faults.length / size));
  }
});

test('a seed yields the same faults each time, another seed others', () => {
  const [first, again, other] = [1, 1, 2].map((seed) => chosenFaults(faults, { size: 20, seed }));
  expect(again).toEqual(first);
  expect(other).not.toEqual(first);
});

test('a sample larger than the room is the entire room', () => {
  expect(chosenFaults(faults, { size: 5000, seed: 3 })).toEqual(faults);
});
