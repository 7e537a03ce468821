import type { WorkspaceState } from '@touchstone/contracts/collaboration';
import { expect, test } from 'vitest';
import { changedServices } from './changed-services.ts';

const state = (...changes: [service: string, revision: number, userId: string][]): WorkspaceState => ({
  projectId: 'p',
  role: 'EDITOR',
  people: [],
  changes: changes.map(([service, revision, userId]) => ({ service, revision, userId, name: userId })),
});
const quiet = { ownId: 'me', justWrote: false };

test.each([
  ['nothing known before', null, state(['api-testing', 3, 'ana']), quiet, []],
  ['the same revision', state(['api-testing', 3, 'ana']), state(['api-testing', 3, 'ana']), quiet, []],
  ['a newer revision', state(['api-testing', 3, 'ana']), state(['api-testing', 4, 'ana']), quiet, ['api-testing']],
  ['a service for the first time', state(), state(['workflow', 1, 'ana']), quiet, ['workflow']],
  ['an own change on another page', state(), state(['workflow', 1, 'me']), quiet, ['workflow']],
  ['an own change on this page', state(), state(['workflow', 1, 'me']), { ownId: 'me', justWrote: true }, []],
  [
    'a change of another while this page writes',
    state(),
    state(['workflow', 1, 'ana']),
    { ownId: 'me', justWrote: true },
    ['workflow'],
  ],
])('%s', (_what, before, after, own, expected) => {
  expect(changedServices(before, after, own)).toEqual(expected);
});
