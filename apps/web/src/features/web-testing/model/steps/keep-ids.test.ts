import { newStep, readText, type Step, toText } from '@touchstone/engine-keyword/core';
import { expect, test } from 'vitest';
import { eachStep } from './edit-steps.ts';
import { keepIds } from './keep-ids.ts';

const steps: Step[] = [
  newStep('open', 'openUrl', { args: { url: 'https://shop.example/' } }),
  newStep('if', 'if', {
    args: { left: '{{a}}', operator: 'equals', right: '1' },
    steps: [newStep('in', 'reload')],
    otherwise: [newStep('else', 'goBack')],
  }),
  newStep('wait', 'wait', { args: { ms: '100' } }),
];
const idsOf = (text: string) => {
  let count = 0;
  const read = readText(text, { functions: [], id: () => `new${++count}` });
  expect(read.problems).toEqual([]);
  return [...eachStep(keepIds(steps, read.steps))].map(({ step }) => step.id);
};
const text = toText(steps);

test.each<[what: string, text: string, ids: string[]]>([
  ['the same text', text, ['open', 'if', 'in', 'else', 'wait']],
  ['a line more', `Go Forward\n${text}`, ['new1', 'open', 'if', 'in', 'else', 'wait']],
  ['a line less', text.split('\n').slice(1).join('\n'), ['if', 'in', 'else', 'wait']],
  ['another value', text.replace('ms=100', 'ms=200'), ['open', 'if', 'in', 'else', 'wait']],
])('%s', (_what, changed, ids) => {
  expect(idsOf(changed)).toEqual(ids);
});
