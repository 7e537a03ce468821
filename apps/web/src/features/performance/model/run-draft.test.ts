import { executeTestSchema } from '@touchstone/contracts/api-testing';
import { expect, test } from 'vitest';
import { draftProblems, emptyDraft, type RunDraft, runOf } from './run-draft.ts';

const projectId = '01900000-0000-7000-8000-000000000001';
const suiteId = '01900000-0000-7000-8000-000000000002';
const facts = { limit: 1000, environments: 0, requests: 2 };
const draft = (patch: Partial<RunDraft>): RunDraft => ({
  ...emptyDraft,
  target: { ...emptyDraft.target, suiteIds: [suiteId] },
  ...patch,
});

test('a valid draft becomes a call that the server accepts', () => {
  const right = draft({
    name: ' Peak ',
    pacing: '2s',
    think: { type: 'constant', first: '1s', second: '' },
    wallet: 'shared',
  });
  expect(draftProblems(right, facts)).toEqual({});
  const body = runOf(right, projectId);
  expect(executeTestSchema.safeParse(body).success).toBe(true);
  expect(body).toMatchObject({
    name: 'Peak',
    suiteIds: [suiteId],
    performance: { pacingMs: 2000, sharedWalletId: projectId, load: { type: 'steps', endLoad: 100 } },
  });
});

test('pacing is only asked for closed models', () => {
  const open = draft({ load: { ...emptyDraft.load, model: 'constant-arrival-rate' }, pacing: 'never' });
  expect(draftProblems(open, facts)).toEqual({});
  expect(runOf(open, projectId).performance).not.toHaveProperty('pacingMs');
  expect(Object.keys(draftProblems(draft({ pacing: 'never' }), facts))).toEqual(['pacing']);
});
