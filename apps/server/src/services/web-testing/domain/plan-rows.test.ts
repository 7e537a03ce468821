import type { PlannedTarget } from '@touchstone/contracts/test-repository';
import { newStep, type Step } from '@touchstone/engine-keyword/core';
import { expect, test } from 'vitest';
import { isTriedAgain, planRows } from './plan-rows.ts';
import type { PlannedScript } from './script-plan.ts';

const script = (steps: Step[], given: Partial<PlannedScript> = {}): PlannedScript => ({
  scriptId: 's',
  name: 'Pay',
  moduleName: 'Shop',
  steps,
  table: null,
  isRunByRow: false,
  ...given,
});
const desktop: PlannedTarget = { browser: 'chromium', viewport: { width: 1280, height: 720 }, device: null };
const phone: PlannedTarget = { browser: 'firefox', viewport: { width: 393, height: 659 }, device: 'iPhone 15 Pro' };
const rowsOf = (
  scripts: PlannedScript[],
  functions: { name: string; steps: Step[] }[] = [],
  targets: PlannedTarget[] = [desktop],
) => [...planRows({ targets, scripts, functions: functions.map((one) => ({ ...one, inputs: [], outputs: [] })) })];
const note = (id: string) => newStep(id, 'comment', { args: { text: id } });

test('containers come before their content, and report their own outcome in a separate step', () => {
  const loop = newStep('loop', 'forEach', { args: { values: 'a' }, steps: [note('in')] });
  const branch = newStep('if', 'if', { args: { left: 'x' }, steps: [note('yes')], otherwise: [note('no')] });
  const rows = rowsOf([script([loop, branch])]);
  expect(rows.map(({ kind, key, parentKey, isContainer }) => [kind, key, parentKey, isContainer])).toEqual([
    ['script', 'script 0', null, true],
    ['container', 'in 0/loop', 'script 0', true],
    ['control', '0/loop', 'in 0/loop', false],
    ['step', '0/loop/in', 'in 0/loop', false],
    ['container', 'in 0/if', 'script 0', true],
    ['control', '0/if', 'in 0/if', false],
    ['step', '0/if/yes', 'in 0/if', false],
    ['branch', 'otherwise 0/if', 'in 0/if', true],
    ['step', '0/if/no', 'otherwise 0/if', false],
  ]);
  expect(rows.at(-1)?.path).toEqual(['Pay', 'If "x" equals ""', 'Otherwise']);
});

test('a function is inside the step that calls it; a recursive call is not expanded', () => {
  const call = (id: string) => newStep(id, 'callFunction', { args: { function: 'F' } });
  const rows = rowsOf([script([call('one'), call('two')])], [{ name: 'F', steps: [note('in'), call('self')] }]);
  expect(rows.filter(({ isContainer }) => !isContainer).map(({ key }) => key)).toEqual([
    '0/one',
    '0/one/in',
    '0/one/self',
    '0/two',
    '0/two/in',
    '0/two/self',
  ]);
});

test('a script that is run by row has its steps once for each row', () => {
  const table = {
    columns: ['user', 'age'],
    rows: [
      ['ada', '7'],
      ['', ''],
    ],
  };
  const rows = rowsOf([script([note('a')], { table, isRunByRow: true })]);
  expect(rows.map(({ kind, title, unit }) => [kind, title, unit?.row?.values])).toEqual([
    ['script', 'Pay', undefined],
    ['row', 'Row 1: ada, 7', { user: 'ada', age: '7' }],
    ['step', '"a"', { user: 'ada', age: '7' }],
    ['row', 'Row 2', { user: '', age: '' }],
    ['step', '"a"', { user: '', age: '' }],
  ]);
});

test('a failure is caught in a Try and in what is retried, but not where it must count', () => {
  const soft = newStep('soft', 'click', { onFailure: 'continue' });
  const caught = newStep('try', 'tryCatch', {
    steps: [note('in'), soft, newStep('stop', 'stop'), newStep('if', 'if', { steps: [note('deep')] })],
    otherwise: [note('rescue')],
  });
  const again = newStep('again', 'if', { onFailure: 'retry', retries: 1, steps: [note('once')] });
  const rows = rowsOf([script([caught, again, note('plain')])]).filter(({ isContainer }) => !isContainer);
  const isCaught = Object.fromEntries(rows.map(({ step, isCaught }) => [step?.id, isCaught]));
  expect(isCaught).toEqual({
    try: false,
    in: true,
    soft: false,
    stop: false,
    if: true,
    deep: true,
    rescue: false,
    again: false,
    once: true,
    plain: false,
  });
});

test('with several targets each has a container at the top, and every script and row is in every one', () => {
  const table = { columns: ['user'], rows: [['ada'], ['bob']] };
  const scripts = [script([note('a')]), script([note('b')], { name: 'Look', table, isRunByRow: true })];
  const rows = rowsOf(scripts, [], [desktop, phone]);
  const one = rowsOf(scripts);
  expect(rows).toHaveLength(2 * one.length + 2);
  expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
  const tops = rows.filter(({ parentKey }) => parentKey === null);
  expect(tops.map(({ kind, title, scriptId }) => [kind, title, scriptId])).toEqual([
    ['target', 'Chromium · 1280 × 720', null],
    ['target', 'Firefox · iPhone 15 Pro', null],
  ]);
  expect(rows.filter(({ kind }) => kind === 'script').map(({ parentKey }) => parentKey)).toEqual([
    'target 0',
    'target 0',
    'target 1',
    'target 1',
  ]);
  const steps = rows.filter(({ isContainer }) => !isContainer);
  expect(steps.map(({ target, unit, path }) => [target, unit?.target, path.join(' › ')])).toEqual([
    [0, 0, 'Chromium · 1280 × 720 › Pay'],
    [0, 0, 'Chromium · 1280 × 720 › Look › Row 1: ada'],
    [0, 0, 'Chromium · 1280 × 720 › Look › Row 2: bob'],
    [1, 1, 'Firefox · iPhone 15 Pro › Pay'],
    [1, 1, 'Firefox · iPhone 15 Pro › Look › Row 1: ada'],
    [1, 1, 'Firefox · iPhone 15 Pro › Look › Row 2: bob'],
  ]);
});

test.each([
  ['retry', 1, true],
  ['retry', 0, false],
  ['stop', 2, false],
] as const)('a container that does %s with %i retries is retried: %s', (onFailure, retries, expected) => {
  expect(isTriedAgain({ onFailure, retries })).toBe(expected);
});

test('what a Try catches is reported, and its other branch is named after its meaning', () => {
  const attempt = newStep('try', 'tryCatch', { steps: [note('in')], otherwise: [note('after')] });
  const loop = newStep('loop', 'forEach', { args: { values: 'a' }, steps: [note('turn')] });
  const rows = rowsOf([script([attempt, loop])]);
  const caught = rows.filter(({ isCaught }) => isCaught).map(({ key }) => key);
  expect(caught).toEqual(['0/try/in']);
  expect(rows.find(({ kind }) => kind === 'branch')?.title).toBe('After a failure');
});

test('a call names its function, whatever blanks are around', () => {
  const call = newStep('one', 'callFunction', { args: { function: ' F ' } });
  const unknown = newStep('two', 'callFunction', { args: { function: 'G' } });
  const rows = rowsOf([script([call, unknown])], [{ name: 'F', steps: [note('in')] }]);
  expect(rows.map(({ key }) => key)).toContain('0/one/in');
  expect(rows.find(({ key }) => key === '0/two')?.kind).toBe('step');
});
