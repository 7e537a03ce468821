import { expect, test } from 'vitest';
import { countChanges, pairSteps, type StepMark } from './pair-steps.ts';

const mark = (stepId: string, given: Partial<StepMark> = {}): StepMark => ({
  stepId,
  identity: stepId.slice(0, 1),
  status: 'passed',
  message: null,
  digest: '',
  ...given,
});
const changes = (pairs: ReturnType<typeof pairSteps>) =>
  pairs.map(({ change, before, after }) => [change, before, after]);

test('steps are paired by identity, repeated ones in order', () => {
  const before = [mark('a1'), mark('b1'), mark('b2')];
  const after = [mark('a9'), mark('b8', { message: 'another' }), mark('b9'), mark('b7')];
  expect(changes(pairSteps(before, after))).toEqual([
    ['same', 'a1', 'a9'],
    ['changed', 'b1', 'b8'],
    ['same', 'b2', 'b9'],
    ['added', undefined, 'b7'],
  ]);
});

test('steps that only the earlier run has keep their position, each once', () => {
  const before = ['x1', 'a1', 'y1', 'z1', 'b1', 'c1'].map((id) => mark(id));
  const after = ['a2', 'c2', 'b2'].map((id) => mark(id));
  expect(changes(pairSteps(before, after))).toEqual([
    ['removed', 'x1', undefined],
    ['same', 'a1', 'a2'],
    ['removed', 'y1', undefined],
    ['removed', 'z1', undefined],
    ['same', 'c1', 'c2'],
    ['same', 'b1', 'b2'],
  ]);
});

test('a failure after a pass is broken, the reverse fixed; other values are changed', () => {
  const before = [mark('a1'), mark('b1', { status: 'error' }), mark('c1', { digest: 'x' }), mark('d1')];
  const after = [
    mark('a2', { status: 'failed' }),
    mark('b2'),
    mark('c2', { digest: 'y' }),
    mark('d2', { status: 'skipped' }),
  ];
  const pairs = pairSteps(before, after);
  expect(pairs.map(({ change }) => change)).toEqual(['broken', 'fixed', 'changed', 'changed']);
  expect(countChanges(pairs)).toEqual({ broken: 1, fixed: 1, changed: 2, added: 0, removed: 0, same: 0 });
});
