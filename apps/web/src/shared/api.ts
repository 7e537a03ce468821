import { type AnyRoute, ApiError, type CallInput, type CallOutput, createClient } from '@touchstone/contracts';
import { identityRoutes } from '@touchstone/contracts/identity';
import { expiredNotice } from './access/expired-notice.ts';
import { isExpiry } from './access/way-on.ts';
import { flagValues } from './flags/flag-values.ts';
import { preferences } from './preferences.ts';
import { session } from './session/browser-session.ts';
import { callHeaders } from './session/call-headers.ts';
import { fetchEarly } from './session/early/early-calls.ts';
import { endedMark } from './session/ended-mark.ts';
import type { SessionKeeper } from './session/session.ts';

export function sessionHeaders(keeper: Pick<SessionKeeper, 'accessToken' | 'getState'>): Record<string, string> {
  const isRecorded = typeof location !== 'undefined' && flagValues.get().isSessionRecordingEnabled;
  return callHeaders({
    token: keeper.accessToken(),
    account: keeper.getState().account,
    teamId: preferences.get().teamId,
    recordedPath: isRecorded ? location.pathname : undefined,
  });
}

const isRefused = (error: unknown) => error instanceof ApiError && (error.status === 401 || error.status === 229);

type CallOptions = { signal?: AbortSignal };

/**
 * createApi creates the typed client of the signed-in user: a refused token is renewed once, then the session counts as
 * expired.
 */
export function createApi(keeper: SessionKeeper, options: { fetch?: typeof fetch; retryDelayMs?: number } = {}) {
  const onError = (error: ApiError) => {
    if (isExpiry(error)) expiredNotice.open();
    if (error.code === 'PLATFORM_NO_ACCESS') void leave();
  };
  const client = createClient({ baseUrl: '', headers: () => sessionHeaders(keeper), onError, ...options });
  /** The user's role is denied the application: the session ends on the server too, and the page says why. */
  const leave = async () => {
    if (endedMark.get() === 'denied') return;
    endedMark.set('denied');
    await client.call(identityRoutes.logout, { query: {} }).catch((error: unknown) => console.error(error));
    keeper.expire();
  };
  /** Whether the token was renewed, by another call or by this one. */
  const renewed = (used: string | null) => {
    const now = keeper.accessToken();
    return now !== null && now !== used ? true : keeper.refresh();
  };
  async function withRenewal<T>(route: AnyRoute, work: () => Promise<T>): Promise<T> {
    const used = keeper.accessToken();
    try {
      return await work();
    } catch (error) {
      const needsSession = route.access.kind === 'user' || (route.access.checksCaller && used !== null);
      if (!isRefused(error) || route.ignore401 || !needsSession || !(await renewed(used))) throw error;
    }
    try {
      return await work();
    } catch (error) {
      if (isRefused(error)) keeper.expire();
      throw error;
    }
  }
  return {
    call: <R extends AnyRoute>(route: R, input: CallInput<R>, extra?: CallOptions): Promise<CallOutput<R>> =>
      withRenewal(route, () => client.call(route, input, extra)),
    raw: <R extends AnyRoute>(
      route: R,
      input: CallInput<R>,
      extra?: CallOptions & { headers?: Record<string, string>; keepalive?: boolean },
    ): Promise<Response> => withRenewal(route, () => client.raw(route, input, extra)),
  };
}
export type Api = ReturnType<typeof createApi>;

/** The client of this page. */
export const api: Api = createApi(session, { fetch: fetchEarly });
