import { describe, expect, it } from 'vitest';
import { at, step } from '../../testing/index.ts';
import { catalogue } from '../catalogue.ts';
import { type KeywordFunction, type Step, stepLimits } from '../step.ts';
import { checkSteps } from './check-steps.ts';

const signIn: KeywordFunction = { name: 'sign in', inputs: ['user'], outputs: ['greeting'], steps: [step('reload')] };
const ping: KeywordFunction = {
  name: 'ping',
  inputs: [],
  outputs: [],
  steps: [step('callFunction', { function: 'pong' })],
};
const pong: KeywordFunction = {
  name: 'pong',
  inputs: [],
  outputs: [],
  steps: [step('if', { left: 'a', right: 'a' }, { otherwise: [step('callFunction', { function: 'ping' })] })],
};
const functions = [signIn, ping, pong];
const nested = (levels: number): Step =>
  levels === 0 ? step('reload') : step('tryCatch', {}, { steps: [nested(levels - 1)] });

const faults: [field: string, message: string, wrong: Step][] = [
  ['keyword', 'There is no keyword "fly".', step('fly')],
  ['target', 'Click needs an element.', step('click')],
  ['target', 'Reload takes no element.', step('reload', {}, { target: at('x') })],
  ['target', '"x" has no locator.', step('click', {}, { target: { ...at('x'), locators: [] } })],
  ['target', 'A locator of "x" is empty.', step('click', {}, { target: at('x', ' ') })],
  [
    'target',
    'at most 20 locators',
    step('click', {}, { target: { ...at('x'), locators: Array(21).fill({ by: 'css', value: 'a' }) } }),
  ],
  ['args.url', 'Open URL needs a value for "Address".', step('openUrl')],
  ['args.colour', 'Open URL has no argument "colour".', step('openUrl', { url: 'http://x', colour: 'red' })],
  [
    'args.button',
    '"Button" must be one of left, middle, right, not "top".',
    step('click', { button: 'top' }, { target: at('x') }),
  ],
  ['args.width', '"Width" must be a number, not "wide".', step('setViewport', { width: 'wide', height: '3' })],
  ['args.ms', 'milliseconds up to an hour, not "-1"', step('wait', { ms: '-1' })],
  ['args.on', '"Checked" must be true or false, not "yes".', step('check', { on: 'yes' }, { target: at('x') })],
  ['args.variable', '"a b" cannot name a variable.', step('setVariable', { variable: 'a b' })],
  ['args.value', 'has at most 100000 characters', step('setText', { value: 'x'.repeat(100_001) }, { target: at('x') })],
  [
    'args.expected',
    'The regular expression ( is not valid',
    step('verifyTitle', { operator: 'matches', expected: '(' }),
  ],
  [
    'args.right',
    'The regular expression [ is not valid',
    step('if', { left: 'a', operator: 'matches', right: '[' }, { steps: [step('reload')] }),
  ],
  ['args.url', 'The regular expression * is not valid', step('waitForUrl', { operator: 'matches', url: '*' })],
  ['args.onto', '"the cart" is no locator.', step('dragAndDrop', { onto: 'the cart' }, { target: at('x') })],
  ['args.masks', '"the clock" is no locator.', step('verifyScreenshot', { name: 'x', masks: 'css="#a"\nthe clock' })],
  ['args.name', 'Verify Screenshot needs a value for "Name".', step('verifyScreenshot')],
  ['args.to', '"the cart" is no locator.', step('swipe', { to: 'the cart' })],
  ['args.query', 'Run SQL needs a value for "Query".', step('runSql', { connection: 'Shop' })],
  [
    'args.values',
    'at most 10000 lines',
    step('forEach', { values: 'x\n'.repeat(10_001) }, { steps: [step('reload')] }),
  ],
  ['steps', 'While is empty.', step('while', { left: 'a', right: 'a' })],
  ['steps', 'If is empty.', step('if', { left: 'a', right: 'a' })],
  ['steps', 'Reload holds no steps.', step('reload', {}, { steps: [step('reload')] })],
  [
    'otherwise',
    'For Each has no other branch.',
    step('forEach', {}, { steps: [step('reload')], otherwise: [step('reload')] }),
  ],
  ['steps', 'at most 20 deep', nested(20)],
  ['retries', 'tried again 0 to 10 times', step('reload', {}, { retries: 11 })],
  ['timeoutMs', 'between 1 ms and an hour', step('reload', {}, { timeoutMs: 0 })],
  ['timeoutMs', 'between 1 ms and an hour', step('reload', {}, { timeoutMs: 3_600_001 })],
  ['retries', 'tried again 0 to 10 times', step('reload', {}, { retries: -1 })],
  ['retries', 'tried again 0 to 10 times', step('reload', {}, { retries: 1.5 })],
  ['args.function', 'There is no function "sing".', step('callFunction', { function: 'sing' })],
  ['args.function', 'in a circle: ping → pong → ping.', step('callFunction', { function: 'ping' })],
  ['args.inputs', 'has no input age', step('callFunction', { function: 'sign in', inputs: 'user=a\nage=3' })],
  ['args.inputs', 'needs a value for its input user', step('callFunction', { function: 'sign in' })],
  [
    'args.outputs',
    'has no output mood',
    step('callFunction', { function: 'sign in', inputs: 'user=a', outputs: 'x=mood' }),
  ],
];

describe('checkSteps', () => {
  it.each(faults)('reports %s: %s', (field, message, wrong) => {
    const problems = checkSteps([wrong], { functions });
    expect(problems).toEqual([{ stepId: expect.any(String), field, message: expect.stringContaining(message) }]);
  });

  it('names the faulty step, at any depth', () => {
    const inner = step('click', {}, { id: 'inner' });
    const steps = [step('if', { left: 'a', right: 'b' }, { otherwise: [step('forEach', {}, { steps: [inner] })] })];
    expect(checkSteps(steps, { functions }).map(({ stepId }) => stepId)).toEqual(['inner']);
  });

  it('accepts variables and valid arguments', () => {
    const steps = [
      step('click', { button: '{{button}}', count: '{{n}}' }, { target: at('x') }),
      step('wait', { ms: '{{pause}}' }),
      step('wait', { ms: '3600000' }, { retries: 10, timeoutMs: 3_600_000 }),
      step('check', { on: 'false' }, { target: at('x') }),
      step('openUrl', { url: '{{$uuid}}' }),
      step('setText', { value: '' }, { target: at('x') }),
      step('callFunction', { function: 'sign in', inputs: 'user=ada', outputs: 'hello=greeting' }),
      step('callFunction', { function: '{{name}}' }),
      step('verifyTitle', { operator: 'matches', expected: '{{pattern}}(' }),
      nested(19),
    ];
    expect(checkSteps(steps, { functions })).toEqual([]);
  });

  it('knows which variables were set before', () => {
    const steps = [
      step('setText', { value: '{{early}} {{base}} {{$uuid}}' }, { target: at('x') }),
      step('storeText', { variable: 'early' }, { target: at('{{early}}') }),
      step('forEach', { values: 'a' }, { steps: [step('openUrl', { url: '{{item}}/{{early}}' })] }),
      step('runJavaScript', { code: 'return {{anything}}' }),
    ];
    const problems = checkSteps(steps, { functions, variables: ['base'] });
    expect(problems.map(({ field, message }) => `${field}: ${message}`)).toEqual([
      'args.value: The variable early has no value here. Set it before, or in the environment.',
      'target: The variable early has no value here. Set it before, or in the environment.',
    ]);
  });

  it('reports only once that there are too many steps', () => {
    const many = Array.from({ length: stepLimits.steps + 20 }, () => step('reload'));
    expect(checkSteps(many, { functions })).toEqual([
      { stepId: many[stepLimits.steps]!.id, field: 'steps', message: expect.stringContaining('at most 5000 steps') },
    ]);
  });
});

describe('the catalogue', () => {
  it('has each keyword and parameter once, and choices for parameters of type choice', () => {
    expect(new Set(catalogue.map(({ id }) => id)).size).toBe(catalogue.length);
    expect(new Set(catalogue.map(({ title }) => title)).size).toBe(catalogue.length);
    for (const { id, parameters, summary } of catalogue) {
      expect(new Set(parameters.map(({ name }) => name)).size, id).toBe(parameters.length);
      expect(summary, id).toMatch(/\.$/);
      for (const { type, choices, default: usual } of parameters) {
        expect(choices !== undefined, id).toBe(type === 'choice');
        if (choices && usual !== undefined) expect(choices, id).toContain(usual);
      }
    }
  });
});
