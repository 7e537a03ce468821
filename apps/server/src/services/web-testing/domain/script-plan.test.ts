import { expect, test } from 'vitest';
import { healingOf, readLabel, readPlan } from './script-plan.ts';

const rest = { timeoutMs: 1000, environmentName: null, isDryRun: false, variables: [], functions: [], scripts: [] };

test('a plan that was stored before runs had targets has one, and runs one script after the other', () => {
  const viewport = { width: 390, height: 844 };
  expect(readPlan({ browser: 'firefox', viewport, ...rest })).toEqual({
    targets: [{ browser: 'firefox', viewport, device: null }],
    parallel: 1,
    ...rest,
  });
});

test('a plan with targets is unchanged', () => {
  const plan = { targets: [{ browser: 'chromium', viewport: { width: 1, height: 1 }, device: null }], parallel: 3 };
  expect(readPlan({ ...plan, ...rest })).toEqual({ ...plan, ...rest });
});

test.each([
  [{ browser: 'chromium' }, ['Chromium']],
  [{ targets: ['Firefox · iPhone 15 Pro'] }, ['Firefox · iPhone 15 Pro']],
])('the label %j names %j', (stored, targets) => {
  expect(readLabel({ environmentName: 'Test', isDryRun: false, scripts: 1, ...stored })).toMatchObject({
    environmentName: 'Test',
    targets,
  });
});

test.each([
  [{}, { continues: false }],
  [{ healing: 'suggest' as const }, { continues: false }],
  [{ healing: 'heal' as const }, { continues: true }],
  [{ healing: 'off' as const }, undefined],
])('steps of a plan with %j heal accordingly; older ones name likely elements', (plan, expected) =>
  expect(healingOf(plan)).toEqual(expected),
);
