import { expect, test } from 'vitest';
import type { UserRecord } from '../../user-management/index.ts';
import type { SessionStore } from '../store/session.store.ts';
import type { AccessTokens } from './issuer/access-tokens.ts';
import { createSessions } from './sessions.ts';

const user = { userId: 'u', active: true, firstName: 'A', lastName: 'B', teams: [] } as unknown as UserRecord;
type Owner = Awaited<ReturnType<AccessTokens['findOwner']>>;

/** Sessions whose looks at a token wait until the test answers them. */
function held() {
  const looks: ((owner: Owner) => void)[] = [];
  const ownTokens = {
    findOwner: () => new Promise<Owner>((resolve) => looks.push(resolve)),
  } as unknown as AccessTokens;
  const store = { end: async (sessionId: string) => [sessionId] } as unknown as SessionStore;
  const owner = { user, sessionId: 's', expiresAtMs: Date.now() + 60_000 } as unknown as NonNullable<Owner>;
  return { looks, owner, sessions: createSessions({ store, ownTokens, externalTokens: undefined }) };
}

test('calls at one time look at their token once', async () => {
  const { looks, owner, sessions } = held();
  const calls = [sessions.authenticate('t'), sessions.authenticate('t'), sessions.authenticate('other')];
  expect(looks).toHaveLength(2);
  looks[0]!(owner);
  looks[1]!(undefined);
  const [first, second, other] = await Promise.all(calls);
  expect(first).toMatchObject({ userId: 'u', sessionId: 's' });
  expect(second).toBe(first);
  expect(other).toBeUndefined();
  expect(await sessions.authenticate('t')).toBe(first);
  expect(looks).toHaveLength(2);
});

test('a call that comes after the end of a session does not share a look that began before it', async () => {
  const { looks, owner, sessions } = held();
  const before = sessions.authenticate('t');
  await sessions.end('s', 'u');
  const after = sessions.authenticate('t');
  looks[0]!(owner);
  await before;
  expect(looks).toHaveLength(2);
  looks[1]!(undefined);
  expect(await after).toBeUndefined();
  const later = sessions.authenticate('t');
  looks[2]!(undefined);
  expect(await later).toBeUndefined();
});

test('a look that fails is not kept', async () => {
  const { looks, owner, sessions } = held();
  const refused = sessions.authenticate('t');
  looks[0]!(undefined);
  expect(await refused).toBeUndefined();
  const again = sessions.authenticate('t');
  looks[1]!(owner);
  expect(await again).toMatchObject({ userId: 'u' });
});
