import type { Account } from '@touchstone/contracts/identity';
import { readStoredPreferences } from '../../stored-preferences.ts';
import { callHeaders, tokenHeaders } from '../call-headers.ts';
import { clientId, refreshLock, sessionEndKey, signedInHintKey } from '../session-keys.ts';
import type { EarlyCall } from './early-calls.ts';
import type { FirstCalls } from './first-calls.ts';

const tokenUrl = '/services/identity/token';
const accountUrl = '/services/identity/api/account';

const withLock = <T>(work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? (navigator.locks.request(refreshLock, work) as Promise<T>) : work();

/** Cloned, so that the response stays readable for the taker; undefined if the call was refused. */
async function read<T>(answer: Promise<Response>): Promise<T | undefined> {
  const response = await answer;
  return response.ok && response.status !== 229 ? ((await response.clone().json()) as T) : undefined;
}

/**
 * beginEarlyCalls requests token, account and the page's first reads while its scripts are still loading, if a user has
 * signed in with this browser. The calls are the ones that the page would send: the same call takes the response, and
 * handles a refusal. Resolves when all have been sent.
 */
export async function beginEarlyCalls(pages: readonly FirstCalls[]): Promise<void> {
  const { pathname, search } = location;
  const opened = pages.filter(({ page }) => page.test(pathname));
  const isSignedIn = localStorage.getItem(signedInHintKey) !== null && sessionStorage.getItem(sessionEndKey) === null;
  if (!isSignedIn || opened.some(({ isPublic }) => isPublic)) return;
  const calls: EarlyCall[] = [];
  globalThis.touchstoneEarlyCalls = calls;
  /**
   * A taken response resolves only after its follow-up calls have been sent; otherwise the taker would send them again.
   */
  const send = (
    call: Pick<EarlyCall, 'method' | 'url' | 'headers' | 'body'>,
    { wait = withoutLock, followed = Promise.resolve() } = {},
  ) => {
    const { url, method, headers, body } = call;
    const type: Record<string, string> =
      body === undefined ? {} : { 'Content-Type': 'application/x-www-form-urlencoded;charset=UTF-8' };
    const answer = wait(() =>
      fetch(url, { method, headers: { ...headers, ...type }, body: body ?? null, credentials: 'same-origin' }),
    );
    const taken = followed.then(() => answer);
    // The taker handles the failure.
    taken.catch(() => undefined);
    calls.push({ ...call, sentAtMs: Date.now(), answer: taken });
    return answer;
  };
  const sendReads = (token: string, account: Account) => {
    const preferences = readStoredPreferences();
    const { teamId } = preferences;
    const headers = callHeaders({ token, account, teamId: typeof teamId === 'string' ? teamId : null });
    for (const { page, urls } of opened) {
      const [, ...parts] = page.exec(pathname) ?? [];
      const context = { parts, search: new URLSearchParams(search), preferences, teamId: headers['Team-Id'] };
      for (const url of urls?.(context) ?? []) if (url) send({ method: 'GET', url, headers });
    }
  };
  const form = new URLSearchParams({ grant_type: 'refresh_token', client_id: clientId });
  const afterToken = Promise.withResolvers<void>();
  const afterAccount = Promise.withResolvers<void>();
  const tokenAnswer = send(
    { method: 'POST', url: tokenUrl, headers: {}, body: String(form) },
    { wait: withLock, followed: afterToken.promise },
  );
  try {
    const tokens = await read<{ access_token: string }>(tokenAnswer);
    if (!tokens) return;
    const token = tokens.access_token;
    const accountAnswer = send(
      { method: 'GET', url: accountUrl, headers: tokenHeaders(token) },
      { followed: afterAccount.promise },
    );
    afterToken.resolve();
    const account = await read<Account>(accountAnswer);
    if (account) sendReads(token, account);
  } finally {
    afterToken.resolve();
    afterAccount.resolve();
  }
}

const withoutLock: typeof withLock = (work) => work();
