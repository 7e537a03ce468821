import type { ImportReview } from '@touchstone/contracts/api-testing';
import { expect, test } from 'vitest';
import { changesNothing, conflictKey, firstReviewChoice, mergeBody, reviewSummary, withKey } from './import-review.ts';

const request = (id: string) => ({ id, scriptName: id, method: 'GET', url: 'https://a.test/' });
const review: ImportReview = {
  sourceId: 's',
  suiteId: 'x',
  reviewed: 'hash',
  added: [request('new'), request('newer')],
  changed: [{ ...request('c'), differences: [{ part: 'url', before: 'a', after: 'b' }] }],
  removed: [request('gone')],
  conflicts: [
    { ...request('both'), isRemoved: false, differences: [{ part: 'body', original: '1', before: '2', after: '3' }] },
    { ...request('edited'), isRemoved: true, differences: [] },
  ],
  unchanged: 3,
  problems: [],
};

test('without a decision the version of the user stays', () => {
  expect(mergeBody('i', review, firstReviewChoice)).toEqual({
    importId: 'i',
    sourceId: 's',
    reviewed: 'hash',
    takeDocument: [],
    keepRemoved: [],
    leaveOut: [],
  });
  expect(reviewSummary(review, firstReviewChoice)).toBe('2 added · 1 changed · 1 deleted · 2 conflicts · 3 unchanged');
});

test('decisions are sent in the call, and can be undone', () => {
  const taken = withKey(withKey(new Set(), conflictKey('both', 'body'), true), conflictKey('edited', 'removed'), true);
  const choice = { taken, kept: new Set(['gone']), left: new Set(['new']) };
  expect(mergeBody('i', review, choice)).toMatchObject({
    takeDocument: [
      { id: 'both', part: 'body' },
      { id: 'edited', part: 'removed' },
    ],
    keepRemoved: ['gone'],
    leaveOut: ['new'],
  });
  expect(reviewSummary(review, choice)).toBe('1 added · 1 changed · 2 conflicts · 3 unchanged');
  expect(withKey(taken, conflictKey('both', 'body'), false).size).toBe(1);
});

test('knows when there is nothing to update', () => {
  expect(changesNothing(review)).toBe(false);
  expect(changesNothing({ ...review, added: [], changed: [], removed: [], conflicts: [] })).toBe(true);
});
