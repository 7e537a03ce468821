import type { Account, TokenResponse } from '@touchstone/contracts/identity';
import { clientId } from './session-keys.ts';

export type SessionState =
  | { status: 'unknown' | 'signedOut'; account: null }
  | { status: 'signedIn' | 'expired'; account: Account };

/** Dependencies of a session; tests supply their own. */
export interface SessionPorts {
  requestToken(form: Record<string, string> & { grant_type: string }): Promise<TokenResponse>;
  loadAccount(accessToken: string): Promise<Account>;
  now(): number;
  /** Runs `work` while no other tab of this browser does. */
  withLock<T>(work: () => Promise<T>): Promise<T>;
  /** Messages between tabs; absent if the browser has no BroadcastChannel. */
  channel?: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'> | undefined;
  /** Remembers in this browser that a user signed in, so that a first visit doesn't request a token in vain. */
  hint?: { get(): boolean; set(signedIn: boolean): void };
  /** Whether an error means "no session" rather than "no response". */
  isRefusal(error: unknown): boolean;
}

interface Token {
  value: string;
  expiresAtMs: number;
}
type TabMessage = { kind: 'token'; token: Token } | { kind: 'signedOut' };

/**
 * createSession keeps the access token in memory only; the refresh token is a cookie that scripts can't read. All
 * refreshes share one request in this tab and one lock between tabs.
 */
export function createSession(ports: SessionPorts) {
  let state: SessionState = { status: 'unknown', account: null };
  let token: Token | null = null;
  let flight: Promise<boolean> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();

  const setState = (next: SessionState) => {
    state = next;
    for (const listener of listeners) listener();
  };
  const hold = (next: Token) => {
    token = next;
    clearTimeout(timer);
    const leftMs = next.expiresAtMs - ports.now();
    const aheadMs = Math.min(60_000, leftMs * 0.2);
    timer = setTimeout(
      () => void refresh().catch(() => undefined),
      Math.min(Math.max(leftMs - aheadMs, 1000), 2 ** 31 - 1),
    );
  };
  const forget = (status: 'signedOut' | 'expired') => {
    clearTimeout(timer);
    token = null;
    ports.hint?.set(false);
    if (status === 'expired' && state.account) setState({ status: 'expired', account: state.account });
    else setState({ status: 'signedOut', account: null });
  };
  const accept = async (answer: TokenResponse) => {
    const next = { value: answer.access_token, expiresAtMs: ports.now() + answer.expires_in * 1000 };
    hold(next);
    ports.hint?.set(true);
    ports.channel?.postMessage({ kind: 'token', token: next } satisfies TabMessage);
    const account = state.account ?? (await ports.loadAccount(next.value));
    setState({ status: 'signedIn', account });
  };

  ports.channel?.addEventListener('message', (event: MessageEvent) => {
    const message = event.data as TabMessage;
    if (message.kind === 'signedOut') forget('signedOut');
    else if (state.account) {
      hold(message.token);
      setState({ status: 'signedIn', account: state.account });
    }
  });

  /** Requests a new access token; false if the server knows no session. Throws if it doesn't respond. */
  function refresh(): Promise<boolean> {
    const stale = token?.value;
    flight ??= ports
      .withLock(async () => {
        // Another tab may have obtained one while this one waited for the lock.
        if (token && token.value !== stale && token.expiresAtMs > ports.now()) return true;
        try {
          await accept(await ports.requestToken({ grant_type: 'refresh_token', client_id: clientId }));
          return true;
        } catch (error) {
          if (!ports.isRefusal(error)) throw error;
          forget('expired');
          return false;
        }
      })
      .finally(() => {
        flight = null;
      });
    return flight;
  }

  return {
    getState: (): SessionState => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    refresh,
    /** True if signed in, after a silent refresh if needed. */
    async ensure(): Promise<boolean> {
      if (token && token.expiresAtMs - ports.now() > 5000 && state.status === 'signedIn') return true;
      if (state.status === 'signedOut') return false;
      if (state.status === 'unknown' && ports.hint?.get() === false) {
        forget('signedOut');
        return false;
      }
      return refresh();
    },
    /** Whether a user signed in with this browser and didn't sign out. */
    isRemembered: (): boolean => ports.hint?.get() ?? false,
    /** The token for the next call, or null. */
    accessToken: (): string | null => token?.value ?? null,
    /** Exchanges the code that the issuer sent to /callback. */
    async exchange(form: { code: string; code_verifier: string; redirect_uri: string }): Promise<void> {
      await accept(await ports.requestToken({ grant_type: 'authorization_code', client_id: clientId, ...form }));
    },
    /** Clears the session, here and in the other tabs. */
    signOut(): void {
      forget('signedOut');
      ports.channel?.postMessage({ kind: 'signedOut' } satisfies TabMessage);
    },
    /** Drops a token that the server refuses although it looked valid. */
    expire: (): void => forget('expired'),
    /** Replaces the account after a change, for example of the colour scheme. */
    setAccount(account: Account): void {
      if (state.status === 'signedIn') setState({ status: 'signedIn', account });
    },
  };
}
export type SessionKeeper = ReturnType<typeof createSession>;
