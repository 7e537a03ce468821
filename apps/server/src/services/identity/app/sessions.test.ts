import { afterEach, expect, test, vi } from 'vitest';
import type { UserRecord } from '../../user-management/index.ts';
import { webClientId } from '../domain/clients.ts';
import type { SessionStore } from '../store/session.store.ts';
import type { AccessTokens, ExternalTokens } from './issuer/access-tokens.ts';
import { createSessions, type Sessions } from './sessions.ts';

const user = { userId: 'u', active: true, firstName: 'A', lastName: 'B', teams: [] } as unknown as UserRecord;
type Owner = Awaited<ReturnType<AccessTokens['findOwner']>>;

afterEach(() => vi.useRealTimers());

/** Sessions whose token lookups wait until the test answers them. */
function held() {
  const lookups: ((owner: Owner) => void)[] = [];
  const ownTokens = {
    findOwner: () => new Promise<Owner>((resolve) => lookups.push(resolve)),
  } as unknown as AccessTokens;
  const store = { end: async (sessionId: string) => [sessionId] } as unknown as SessionStore;
  const owner = { user, sessionId: 's', expiresAtMs: Date.now() + 60_000 } as unknown as NonNullable<Owner>;
  return { lookups, owner, sessions: createSessions({ store, ownTokens, externalTokens: undefined }) };
}

test('concurrent calls share one lookup of their token', async () => {
  const { lookups, owner, sessions } = held();
  const calls = [sessions.authenticate('t'), sessions.authenticate('t'), sessions.authenticate('other')];
  expect(lookups).toHaveLength(2);
  lookups[0]!(owner);
  lookups[1]!(undefined);
  const [first, second, other] = await Promise.all(calls);
  expect(first).toMatchObject({ userId: 'u', sessionId: 's' });
  expect(second).toBe(first);
  expect(other).toBeUndefined();
  expect(await sessions.authenticate('t')).toBe(first);
  expect(lookups).toHaveLength(2);
});

test('a call after the end of a session does not share a lookup started before it', async () => {
  const { lookups, owner, sessions } = held();
  const before = sessions.authenticate('t');
  await sessions.end('s', 'u');
  const after = sessions.authenticate('t');
  lookups[0]!(owner);
  await before;
  expect(lookups).toHaveLength(2);
  lookups[1]!(undefined);
  expect(await after).toBeUndefined();
  const later = sessions.authenticate('t');
  lookups[2]!(undefined);
  expect(await later).toBeUndefined();
});

test('a failed lookup is not cached', async () => {
  const { lookups, owner, sessions } = held();
  const refused = sessions.authenticate('t');
  lookups[0]!(undefined);
  expect(await refused).toBeUndefined();
  const again = sessions.authenticate('t');
  lookups[1]!(owner);
  expect(await again).toMatchObject({ userId: 'u' });
});

/**
 * Sessions of tokens named like their session; `ours` are active, those of the external issuer start with "issuer:".
 */
function open(ours: { grantId: string; clientId?: string }[] = []) {
  const lookups: string[] = [];
  const alive = new Map(ours.map((session) => [session.grantId, { clientId: webClientId, ...session }]));
  const lifeMs = { short: 2000 } as Record<string, number>;
  const people = { asleep: { ...user, active: false } } as Record<string, UserRecord>;
  const tokensOf = (kind: string): AccessTokens => ({
    async findOwner(token) {
      lookups.push(`${kind} ${token}`);
      return { user: people[token] ?? user, sessionId: token, expiresAtMs: Date.now() + (lifeMs[token] ?? 60_000) };
    },
  });
  const store = {
    listAlive: async () => [...alive.values()],
    listAliveOf: async (ids: string[]) => ids.filter((id) => alive.has(id)),
    end: async (id: string) => (alive.delete(id) ? [id] : []),
    endAllOf: async () => alive.clear(),
  } as unknown as SessionStore;
  const isExternal = (id: string) => id.startsWith('issuer:');
  const externalTokens: ExternalTokens = {
    ...tokensOf('external'),
    claims: isExternal,
    end: async (id) => isExternal(id),
    isEnded: async ({ sessionId }) => (isExternal(sessionId) ? sessionId.endsWith('ended') : undefined),
  };
  const of = (options: Partial<Parameters<typeof createSessions>[0]>) =>
    createSessions({ store, ownTokens: tokensOf('own'), externalTokens, ...options });
  return { lookups, alive, sessions: of({}), withoutIssuer: of({ externalTokens: undefined }) };
}

test.each([
  ['s', 4999, 1],
  ['s', 5000, 2],
  ['short', 1999, 1],
  ['short', 2000, 2],
])('the result for the token "%s" is cached: after %i ms it was looked up %i times', async (token, ms, expected) => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { lookups, sessions } = open();
  await sessions.authenticate(token);
  vi.setSystemTime(Date.now() + ms);
  await sessions.authenticate(token);
  expect(lookups).toHaveLength(expected);
});

test('a token goes to the issuer that created it, and its owner is rejected while inactive', async () => {
  const { lookups, sessions, withoutIssuer } = open();
  expect(await sessions.authenticate('issuer:sid:1')).toMatchObject({ sessionId: 'issuer:sid:1', name: 'A B' });
  await sessions.authenticate('s');
  await withoutIssuer.authenticate('issuer:sid:1');
  expect(lookups).toEqual(['external issuer:sid:1', 'own s', 'own issuer:sid:1']);
  expect(await sessions.authenticate('asleep')).toBeUndefined();
});

test.each<[string, (sessions: Sessions) => unknown, string[]]>([
  ['a session here', (sessions) => sessions.end('s', 'u'), ['s']],
  ['a session of the external issuer', (sessions) => sessions.end('issuer:1', 'u'), ['issuer:1']],
  ['all sessions of a user', (sessions) => sessions.endAllOf('u'), ['s', 't', 'issuer:1', 'issuer:2']],
  ['all sessions of another user', (sessions) => sessions.endAllOf('other'), []],
  ['a session elsewhere', (sessions) => sessions.forget('t'), ['t']],
  ['any session at the external issuer', (sessions) => sessions.forgetExternal(), ['issuer:1', 'issuer:2']],
  ['the other sessions of the user', (sessions) => sessions.endOthersOf('u', 's'), ['t']],
])('the end of %s invalidates its tokens, and no others', async (_name, end, expected) => {
  const { lookups, sessions } = open([{ grantId: 's' }, { grantId: 't' }]);
  const tokens = ['s', 't', 'issuer:1', 'issuer:2'];
  for (const token of tokens) await sessions.authenticate(token);
  lookups.length = 0;
  await end(sessions);
  for (const token of tokens) await sessions.authenticate(token);
  expect(lookups.map((lookup) => lookup.split(' ')[1])).toEqual(expected);
});

test('other browsers can be signed out alone, or together with automation', async () => {
  const all = [{ grantId: 'own' }, { grantId: 'browser' }, { grantId: 'script', clientId: 'touchstone-cli' }];
  const { alive, sessions } = open(all);
  expect(await sessions.endOthers('own', 'u')).toBe(1);
  expect([...alive.keys()]).toEqual(['own', 'script']);
  await sessions.endOthersOf('u', 'own');
  expect([...alive.keys()]).toEqual(['own']);
});

test('what is active neither here nor at the external issuer has ended', async () => {
  const { sessions, withoutIssuer } = open([{ grantId: 's' }]);
  const listed = ['s', 'gone', 'issuer:alive', 'issuer:ended'];
  const streams = listed.map((sessionId) => ({ sessionId, userId: 'u', since: new Date() }));
  expect([...(await sessions.findEnded(streams))]).toEqual(['gone', 'issuer:ended']);
  expect([...(await withoutIssuer.findEnded(streams))]).toEqual(['gone', 'issuer:alive', 'issuer:ended']);
});
