import type { Configuration } from '@touchstone/contracts/flows';
import { expect, test } from 'vitest';
import { draftOf, emptyDraft, inputOf, isChanged, valueOfText } from './run-draft.ts';

const saved: Configuration = {
  configurationId: 'c',
  projectId: 'p',
  name: 'Nightly',
  environmentId: null,
  variables: { region: 'eu', size: 3, id: '007', code: '12', on: true, rows: [{ a: 1 }] },
  parallel: 4,
  updatedAt: '2026-01-01T00:00:00Z',
  updatedByName: 'Ada',
};

test('an unchanged saved configuration is sent as it was', () => {
  expect(inputOf(draftOf(saved))).toEqual({
    name: 'Nightly',
    environmentId: null,
    parallel: 4,
    variables: saved.variables,
  });
  expect(isChanged(draftOf(saved), saved)).toBe(false);
  expect(isChanged({ ...draftOf(saved), parallel: null }, saved)).toBe(true);
  expect(isChanged(emptyDraft, undefined)).toBe(false);
});

test('rows without a name, and disabled ones, are left out', () => {
  const variables = [
    { key: ' region ', value: 'us', enabled: true },
    { key: '', value: 'lost', enabled: true },
    { key: 'off', value: '1', enabled: false },
  ];
  expect(inputOf({ ...emptyDraft, variables }).variables).toEqual({ region: 'us' });
});

test.each([
  ['3', 3],
  ['true', true],
  ['null', null],
  ['{"a":1}', { a: 1 }],
  ['"3"', '3'],
  ['007', '007'],
  ['eu', 'eu'],
  ['', ''],
])('%s is read as %j', (text, value) => expect(valueOfText(text)).toEqual(value));
