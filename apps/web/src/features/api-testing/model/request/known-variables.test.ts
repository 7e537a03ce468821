import { expect, test } from 'vitest';
import {
  describeVariable,
  knownVariables,
  matchingVariables,
  openVariable,
  unknownNames,
  variableUses,
  withVariable,
} from './known-variables.ts';

const variable = (name: string, value: string, more: { isSecret?: boolean; enabled?: boolean } = {}) => ({
  name,
  value,
  isSecret: false,
  enabled: true,
  ...more,
});
const known = knownVariables([
  { source: 'Orders', variables: [variable('base', 'https://suite.test'), variable('gone', 'x', { enabled: false })] },
  {
    source: 'Staging',
    variables: [variable('base', 'https://env.test'), variable('token', 'hidden', { isSecret: true })],
  },
  { source: 'Workspace', variables: [variable('database', '')] },
]);

test('the innermost scope wins, a disabled variable does not count, a secret has no value', () => {
  expect(known.get('base')).toMatchObject({ value: 'https://suite.test', source: 'Orders' });
  expect(known.has('gone')).toBe(false);
  expect(known.get('token')?.value).toBeUndefined();
});

test('variables without a value are named once; dynamic ones are not reported', () => {
  expect(unknownNames(['{{base}}/{{ id }}?x={{id}}', '{{gone}}{{$randomInt}}{{}}'], known)).toEqual(['id', 'gone']);
  expect(variableUses('a{{ b }}c')).toEqual([{ name: 'b', start: 1, end: 8 }]);
});

test.each([
  ['base', 'https://suite.test · Orders'],
  ['token', '•••••• · Staging'],
  ['database', '(empty) · Workspace'],
  ['$randomInt', 'Made anew for each request'],
  ['id', 'No value. Define it in the environment, or extract it in an earlier script.'],
])('%s is described', (name, words) => {
  expect(describeVariable(name, known)).toBe(words);
});

test('a name is completed while typing', () => {
  const text = 'https://{{ba/orders';
  const open = openVariable(text, 12);
  expect(open).toEqual({ typed: 'ba', start: 8 });
  expect(matchingVariables(known, 'ba').map(({ name }) => name)).toEqual(['base', 'database']);
  expect(withVariable(text, open!, 12, 'base')).toEqual({ text: 'https://{{base}}/orders', caret: 16 });
  // The rest of an existing name is replaced as well.
  expect(withVariable('{{bas}}/x', openVariable('{{bas}}/x', 3)!, 3, 'base').text).toBe('{{base}}/x');
  expect(openVariable('{{base}}', 8)).toBeUndefined();
  expect(openVariable('no', 2)).toBeUndefined();
});
