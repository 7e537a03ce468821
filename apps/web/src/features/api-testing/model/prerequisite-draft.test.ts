import type { Prerequisite } from '@touchstone/contracts/api-testing';
import { expect, test } from 'vitest';
import { fromDraft, type PrerequisiteDraft, toDraft } from './prerequisite-draft.ts';

const projectId = '0190f3a0-0000-7000-8000-000000000001';
const id = '0190f3a0-0000-7000-8000-000000000002';
const draft = (patch: Partial<PrerequisiteDraft>) => ({ ...toDraft(undefined), name: 'Sign in', ...patch });

test.each<[string, Partial<PrerequisiteDraft>, Record<string, string>]>([
  ['no name', { name: ' ', kind: 'javascript', code: '1' }, { name: 'Please enter a name.' }],
  ['no script', {}, { scriptId: 'Please choose a script.' }],
  [
    'a data handler without a path',
    { scriptId: id, dataHandlers: [{ name: 'a', source: 'jsonPath', path: '', enabled: true }] },
    { 'dataHandlers.0.path': 'Please enter extract path.' },
  ],
  [
    'no database and no query',
    { kind: 'database' },
    { databaseConfigurationId: 'Please choose a database.', query: 'Please enter a query.' },
  ],
  [
    'rows without a variable',
    { kind: 'database', databaseConfigurationId: id, query: 'select 1', result: 'json' },
    { variableName: 'Please enter variable name.' },
  ],
  [
    'a variable with a space',
    { kind: 'database', databaseConfigurationId: id, query: 'select 1', result: 'json', variableName: 'a b' },
    { variableName: 'Please give valid variable name.' },
  ],
  ['an empty script', { kind: 'javascript' }, { code: 'Please enter a script.' }],
  [
    'a time limit of an hour',
    { kind: 'javascript', code: '1', timeoutMs: 3_600_000 },
    { timeoutMs: 'The time limit is from 0.1 to 120 seconds.' },
  ],
])('%s is reported at its field', (_name, patch, problems) => {
  expect(fromDraft(draft(patch), projectId)).toEqual({ problems: expect.objectContaining(problems) });
});

test('sends only the fields of the selected kind, and reads them back', () => {
  const given = draft({ kind: 'javascript', code: '1', query: 'select 1', scriptId: 'kept while editing' });
  const sent = fromDraft(given, projectId);
  const action = { kind: 'javascript', code: '1' } as const;
  expect(sent).toMatchObject({ input: { projectId, name: 'Sign in', action, targetEnvironmentId: null } });
  const saved = { ...(sent as { input: object }).input, prerequisiteId: id } as Prerequisite;
  expect(toDraft(saved)).toMatchObject({ kind: 'javascript', code: '1', query: '' });
});
