import { ApiError } from '@touchstone/contracts';
import type { Account, TokenResponse } from '@touchstone/contracts/identity';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createSession, type SessionPorts } from './session.ts';

const account = { email: 'ana@x.test', name: 'Ana', teams: [] } as unknown as Account;
const token = (name: string): TokenResponse => ({ access_token: name, token_type: 'Bearer', expires_in: 300 });

function setUp(ports: Partial<SessionPorts> = {}) {
  const calls: Record<string, string>[] = [];
  let count = 0;
  const session = createSession({
    requestToken: async (form) => {
      calls.push(form);
      count += 1;
      return token(`t${count}`);
    },
    loadAccount: async () => account,
    now: () => Date.now(),
    withLock: (work) => work(),
    isRefusal: (error) => error instanceof ApiError && error.status === 400,
    ...ports,
  });
  return { session, calls };
}

describe('a session', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('requests one token for any number of concurrent callers', async () => {
    const { session, calls } = setUp();
    expect(await Promise.all([session.ensure(), session.ensure(), session.refresh()])).toEqual([true, true, true]);
    expect(calls).toEqual([{ grant_type: 'refresh_token', client_id: 'touchstone-web' }]);
    expect(session.accessToken()).toBe('t1');
    expect(session.getState()).toEqual({ status: 'signedIn', account });
  });

  test('does not request another token while it is valid, and renews it before it expires', async () => {
    const { session, calls } = setUp();
    await session.ensure();
    await session.ensure();
    expect(calls).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(239_000);
    expect(calls).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(calls).toHaveLength(2);
    expect(session.accessToken()).toBe('t2');
  });

  test('is signed out when the server knows no session, and does not ask twice', async () => {
    const requestToken = vi.fn(() => Promise.reject(new ApiError(400, { code: 'invalid_grant' })));
    const { session } = setUp({ requestToken });
    expect(await session.ensure()).toBe(false);
    expect(await session.ensure()).toBe(false);
    expect(session.getState().status).toBe('signedOut');
    expect(requestToken).toHaveBeenCalledTimes(1);
  });

  test('survives a network failure', async () => {
    const { session } = setUp({ requestToken: () => Promise.reject(new ApiError(0, {})) });
    await expect(session.ensure()).rejects.toThrow();
    expect(session.getState().status).toBe('unknown');
  });

  test('counts as expired when a refresh is refused after sign-in', async () => {
    let refused = false;
    const { session } = setUp({
      requestToken: async () => {
        if (refused) throw new ApiError(400, {});
        return token('t1');
      },
    });
    await session.ensure();
    refused = true;
    expect(await session.refresh()).toBe(false);
    expect(session.getState()).toEqual({ status: 'expired', account });
    expect(session.accessToken()).toBeNull();
  });

  test('uses the token that another tab obtained while this one waited for the lock', async () => {
    const tabs = new EventTarget();
    const channel = {
      postMessage: () => undefined,
      addEventListener: tabs.addEventListener.bind(tabs),
    } as unknown as BroadcastChannel;
    let open: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    let waits = false;
    const { session, calls } = setUp({
      channel,
      withLock: async (work) => {
        if (waits) await gate;
        return work();
      },
    });
    await session.ensure();
    waits = true;
    const flight = session.refresh();
    const message = { kind: 'token', token: { value: 'other', expiresAtMs: Date.now() + 300_000 } };
    tabs.dispatchEvent(new MessageEvent('message', { data: message }));
    open();
    expect(await flight).toBe(true);
    expect(session.accessToken()).toBe('other');
    expect(calls).toHaveLength(1);
  });

  test('ends in every tab when the user signs out in one', async () => {
    const tabs: ReturnType<typeof createSession>[] = [];
    const listeners: ((event: MessageEvent) => void)[] = [];
    const hints: boolean[] = [];
    for (const index of [0, 1]) {
      const channel: SessionPorts['channel'] = {
        // Like a BroadcastChannel: delivers to the others, never to itself, and only cloneable data.
        postMessage: (message) =>
          listeners[1 - index]?.(new MessageEvent('message', { data: structuredClone(message) })),
        addEventListener: ((_type: string, listener: (event: MessageEvent) => void) => {
          listeners[index] = listener;
        }) as BroadcastChannel['addEventListener'],
      };
      tabs.push(setUp({ channel, hint: { get: () => true, set: (signedIn) => hints.push(signedIn) } }).session);
    }
    const [first, second] = tabs as [(typeof tabs)[0], (typeof tabs)[0]];
    await first.ensure();
    await second.ensure();
    hints.length = 0;
    first.signOut();
    for (const tab of [first, second]) {
      expect(tab.getState()).toEqual({ status: 'signedOut', account: null });
      expect(tab.accessToken()).toBeNull();
      expect(await tab.ensure()).toBe(false);
    }
    expect(hints).toEqual([false, false]);
  });

  test('renews a short-lived token when a fifth of its life is left', async () => {
    const { session, calls } = setUp({
      requestToken: async (form) => {
        calls.push(form);
        return { ...token(`t${calls.length}`), expires_in: 30 };
      },
    });
    await session.ensure();
    await vi.advanceTimersByTimeAsync(23_900);
    expect(calls).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(200);
    expect(calls).toHaveLength(2);
  });

  test('does not use a token with 5 seconds left', async () => {
    let isOnline = true;
    const { session, calls } = setUp({
      requestToken: async (form) => {
        if (!isOnline) throw new ApiError(0, {});
        calls.push(form);
        return token(`t${calls.length}`);
      },
    });
    await session.ensure();
    isOnline = false;
    await vi.advanceTimersByTimeAsync(294_999);
    isOnline = true;
    expect(await session.ensure()).toBe(true);
    expect(session.accessToken()).toBe('t1');
    await vi.advanceTimersByTimeAsync(1);
    expect(await session.ensure()).toBe(true);
    expect(session.accessToken()).toBe('t2');
  });

  test('sends no request in a browser where no user signed in', async () => {
    const { session, calls } = setUp({ hint: { get: () => false, set: () => undefined } });
    expect(await session.ensure()).toBe(false);
    expect(calls).toEqual([]);
  });

  test('exchanges a code with its verifier', async () => {
    const { session, calls } = setUp();
    await session.exchange({ code: 'c', code_verifier: 'v', redirect_uri: 'http://x/callback' });
    expect(calls[0]).toEqual({
      grant_type: 'authorization_code',
      client_id: 'touchstone-web',
      code: 'c',
      code_verifier: 'v',
      redirect_uri: 'http://x/callback',
    });
  });
});
