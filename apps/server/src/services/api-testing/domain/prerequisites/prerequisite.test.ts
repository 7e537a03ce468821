import { expect, test } from 'vitest';
import { isPlannedPrerequisite, nameProblem } from './prerequisite.ts';

test.each([
  [{ prerequisiteId: 'p' }, true],
  [{ scriptId: 's' }, false],
  [{}, false],
  [null, false],
  [undefined, false],
  ['prerequisiteId', false],
  [1, false],
])('%j is a planned prerequisite: %s', (plan, is) => {
  expect(isPlannedPrerequisite(plan)).toBe(is);
});

const long = 'a'.repeat(255);

test.each([[[]], [['a', '_b', 'total-1', 'a.b_c']], [[long]]])('%j are valid names of variables', (names) => {
  expect(nameProblem(names)).toBeUndefined();
});

test.each([
  [['total', 'count(*)', '1st'], '"count(*)" cannot'],
  [['?column?'], '"?column?" cannot'],
  [[''], '"" cannot'],
  [['1st'], '"1st" cannot'],
  [['a b'], '"a b" cannot'],
  [[`${long}a`], `"${'a'.repeat(100)}" cannot`],
])('%j has an invalid name, and the first is reported', (names, beginning) => {
  const problem = nameProblem(names);
  expect(problem?.startsWith(`${beginning} be the name of a variable.`)).toBe(true);
  expect(problem).toContain('such as with "as total" in a query');
});
