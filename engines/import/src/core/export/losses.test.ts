import { expect, test } from 'vitest';
import type { ImportedStep } from '../imported-collection.ts';
import { newStep } from '../step-parts.ts';
import { lossesOf } from './losses.ts';

const stepOf = (name: string, more: Partial<ImportedStep> = {}) =>
  newStep({ name, method: 'GET', url: 'https://a.test/orders', ...more });
const compared = (before: ImportedStep[], after: ImportedStep[]) =>
  lossesOf(
    { title: '', steps: before },
    { title: '', servers: [], steps: after, variables: [], environments: [], problems: [] },
  );
const example = { name: 'Found', status: 200, headers: [], body: '{}' };
const script = (text: string) => ({ testScript: text });

test.each<[string, ImportedStep[], ImportedStep[], object[]]>([
  ['nothing', [stepOf('a'), stepOf('b')], [stepOf('a'), stepOf('b')], []],
  [
    'a request: the others are known by name and folder',
    [stepOf('a', script('1')), stepOf('b', { ...script('2'), group: 'X' }), stepOf('b', script('3'))],
    [stepOf('b', script('3')), stepOf('b', { ...script('2'), group: 'X' })],
    [{ what: 'requests', count: 1 }],
  ],
  ['a script', [stepOf('a', script('1'))], [stepOf('a')], [{ what: 'test scripts', count: 1 }]],
  ['a saved example', [stepOf('a', { examples: [example] })], [stepOf('a')], [{ what: 'saved examples', count: 1 }]],
  ['nothing, where an example was added', [stepOf('a')], [stepOf('a', { examples: [example] })], []],
])('what is lost: %s', (_name, before, after, losses) => {
  expect(compared(before, after)).toEqual(losses);
});
