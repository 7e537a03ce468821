import { expect, test } from 'vitest';
import { usersSearchSchema } from './users-search.ts';

const nothing = { tab: 'users', q: '', role: '', state: '', page: 1, team: '' };

test.each([
  [{}, nothing],
  [
    { tab: 'teams', q: 'ana', role: 'ROLE_USER', state: 'active', page: '3', team: 't1' },
    { tab: 'teams', q: 'ana', role: 'ROLE_USER', state: 'active', page: 3, team: 't1' },
  ],
  [{ state: 'deactivated' }, { ...nothing, state: 'deactivated' }],
  [{ tab: 'people', state: 'asleep', page: '0' }, nothing],
  [{ page: '1.5' }, nothing],
  [{ page: 'last' }, nothing],
])('the address %j requests %j', (raw, asked) => {
  expect(usersSearchSchema.parse(raw)).toEqual(asked);
});
