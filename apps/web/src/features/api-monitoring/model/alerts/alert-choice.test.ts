import type { AlertPolicy } from '@touchstone/contracts/api-monitoring';
import { expect, test } from 'vitest';
import { isLimited, policyChanges, whyAlerted } from './alert-choice.ts';

const policy = (given: Partial<AlertPolicy>): AlertPolicy =>
  ({ policyId: 'p', collectionIds: [], monitorIds: [], tags: [], ...given }) as AlertPolicy;

test.each([
  ['of the whole project', policy({}), 'whole project'],
  ['of its collection', policy({ collectionIds: ['c'] }), 'its collection'],
  ['of one of its tags', policy({ tags: ['night', 'shop'] }), 'tag shop'],
  ['of another collection', policy({ collectionIds: ['d'] }), undefined],
  ['that names it', policy({ monitorIds: ['m'] }), undefined],
])('a policy %s', (_, given, why) => {
  expect(whyAlerted(given, { monitorId: 'm', collectionId: 'c', tags: ['shop'] })).toBe(why);
});

test('policies are updated if they name a monitored API other than selected', () => {
  const policies = [
    policy({ policyId: 'kept', monitorIds: ['m', 'n'] }),
    policy({ policyId: 'left', monitorIds: ['m', 'n'] }),
    policy({ policyId: 'new', monitorIds: ['n'] }),
    policy({ policyId: 'other', tags: ['shop'] }),
  ];
  expect(policyChanges(policies, ['kept', 'new'], 'm')).toEqual([
    { id: 'left', monitorIds: ['n'] },
    { id: 'new', monitorIds: ['n', 'm'] },
  ]);
  expect(policies.map(isLimited)).toEqual([true, true, true, true]);
});
