import { expect, test } from 'vitest';
import { type PresentPerson, rereadDelayMs } from './presence.ts';

const crowd = (count: number): PresentPerson[] =>
  Array.from({ length: count }, (_, index) => ({ userId: `${index}`, name: '', email: '', places: [] }));

test.each([
  { people: 0, random: 0.99, delay: 0 },
  { people: 1, random: 0.99, delay: 0 },
  { people: 3, random: 0.5, delay: 4 },
  { people: 200, random: 0, delay: 0 },
  { people: 200, random: 0.5, delay: 375 },
  { people: 5000, random: 0.999, delay: 749 },
])('with $people people, a page reads again after $delay ms if chance says $random', ({ people, random, delay }) => {
  expect(rereadDelayMs({ people: crowd(people) }, () => random)).toBe(delay);
});
