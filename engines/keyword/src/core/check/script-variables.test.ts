import { expect, test } from 'vitest';
import { newStep, type Step } from '../step.ts';
import { scriptVariables } from './script-variables.ts';

const step = (keyword: string, args: Record<string, string> = {}, more: Partial<Step> = {}): Step => ({
  ...newStep(keyword, keyword),
  args,
  ...more,
});
const set = (variable: string, value = '1') => step('setVariable', { variable, value });
const note = (text: string) => step('comment', { text });

test('a variable used before it is set needs a value; variables that steps set can be passed on', () => {
  const found = scriptVariables(
    [step('openUrl', { url: '{{shop}}/{{order}}' }), set('order', '{{first}}'), note('{{order}}')],
    {
      functions: [],
    },
  );
  expect(found).toEqual({ needed: ['shop', 'order', 'first'], set: ['order'] });
});

test('loops, branches and targets are searched; disabled steps, code and built-in names are not', () => {
  const target = { name: 'Line', locators: [{ by: 'css' as const, value: '#{{line}}' }], frame: [] };
  const found = scriptVariables(
    [
      step('forEach', { values: '{{list}}', variable: 'item' }, { steps: [note('{{item}}'), set('last')] }),
      step('if', { left: '{{mode}}' }, { steps: [set('a')], otherwise: [set('b')] }),
      step('click', {}, { target }),
      step('runJavaScript', { code: 'return {{free}}', variable: 'answer' }),
      note('{{$uuid}}'),
      { ...note('{{hidden}}'), isEnabled: false },
    ],
    { functions: [] },
  );
  expect(found).toEqual({ needed: ['list', 'mode', 'line'], set: ['item', 'last', 'a', 'b', 'answer'] });
});

test('a function needs its inputs and its other variables, and returns its outputs only to its caller', () => {
  const login = {
    name: 'Log in',
    inputs: ['user', 'password'],
    outputs: ['token'],
    steps: [note('{{user}} {{host}}'), set('token')],
  };
  const call = step('callFunction', { function: 'Log in', inputs: 'user={{who}}', outputs: 'session=token' });
  const again = {
    name: 'Again',
    inputs: [],
    outputs: [],
    steps: [step('callFunction', { function: 'Again' }), set('inner')],
  };
  const found = scriptVariables([call, step('callFunction', { function: 'Again' })], { functions: [login, again] });
  expect(found).toEqual({ needed: ['who', 'password', 'host'], set: ['session'] });
});

test('a loop over rows of the data table sets its columns, not its variable; an unknown keyword sets the variable that it names', () => {
  const found = scriptVariables(
    [
      step('forEach', { values: ' ', variable: 'row' }, { steps: [note('{{item}}')] }),
      step('fly', { variable: 'height' }),
      note('{{height}}'),
    ],
    { functions: [] },
  );
  expect(found).toEqual({ needed: ['item'], set: ['height'] });
});

test('columns of the data table have values', () => {
  expect(scriptVariables([note('{{email}}')], { functions: [], columns: ['email'] })).toEqual({ needed: [], set: [] });
});
