import { expect, test } from 'vitest';
import { draft } from '../../testing/builders.ts';
import type { ImportProblem } from '../suites/script-from-step.ts';
import { importedStep, sourceName, stepOfScript } from './import-base.ts';

const script = draft({ scriptName: 'List', url: 'https://a.test/', folder: 'Orders' });

test('a script without documentation has none as a step', () => {
  const step = stepOfScript('id', script);
  expect(step).toMatchObject({ id: 'id', name: 'List', group: 'Orders', authentication: { type: 'none' } });
  for (const field of ['description', 'documentation', 'examples', 'scriptId', 'folder', 'scriptName'])
    expect(step).not.toHaveProperty(field);
});

test('what is written about a script is part of its step', () => {
  const documentation = { operationId: 'list' };
  const examples = [{ name: 'OK', status: 200, headers: [], body: '[]' }];
  const step = stepOfScript('id', { ...script, description: 'All of them', documentation, examples });
  expect(step).toMatchObject({ description: 'All of them', documentation, examples });
  expect(stepOfScript('id', { ...script, folder: undefined, examples: [] })).toMatchObject({ group: '' });
});

test('a script that was not edited equals the step that it was created from', () => {
  const step = stepOfScript('id', script);
  const problems: ImportProblem[] = [];
  expect(importedStep(step, problems)).toEqual(step);
  expect(importedStep(step, problems, false)).toEqual({ ...step, group: '' });
  expect(problems).toEqual([]);
});

test('a request that cannot be kept has no step, and the reason is reported', () => {
  const problems: ImportProblem[] = [];
  expect(importedStep({ ...stepOfScript('id', script), url: '' }, problems)).toBeUndefined();
  expect(problems[0]?.place).toBe('List: url');
});

test.each([
  [{ fileName: 'shop.yaml' }, 'shop.yaml'],
  [{ fileName: '' }, 'file'],
  [{ fileName: `${'folder/'.repeat(50)}shop.yaml` }, `${'folder/'.repeat(50)}shop.yaml`.slice(-255)],
  [{ address: 'https://ana:secret@a.test:8443/v1/shop.yaml?token=secret#top' }, 'a.test:8443/v1/shop.yaml'],
  [{ address: `https://a.test/${'a'.repeat(300)}` }, `a.test/${'a'.repeat(248)}`],
])('the source %j is named "%s"', (source, name) => {
  expect(sourceName(source)).toBe(name);
});
