import { pageFlags } from '@touchstone/contracts/feature-flags';
import { type Account, identityRoutes } from '@touchstone/contracts/identity';
import { userManagementRoutes } from '@touchstone/contracts/user-management';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createApi } from './api.ts';
import { flagValues } from './flags/flag-values.ts';
import { endedMark } from './session/ended-mark.ts';
import { createSession } from './session/session.ts';

const server = setupServer();
const origin = 'http://localhost:3000';
const account = {
  email: 'ana@x.test',
  organization_id: 'o1',
  organization_name: 'Müller 東京',
  teams: [{ teamId: 'team1' }],
} as unknown as Account;

function setUp(refreshWorks = true) {
  let tokens = 0;
  const session = createSession({
    requestToken: async () => {
      tokens += 1;
      if (tokens > 1 && !refreshWorks) throw new Error('refused');
      return { access_token: `t${tokens}`, token_type: 'Bearer', expires_in: 300 };
    },
    loadAccount: async () => account,
    now: () => Date.now(),
    withLock: (work) => work(),
    isRefusal: () => true,
  });
  // Node's fetch needs an absolute URL.
  const fetchHere: typeof fetch = (url, init) => fetch(`${origin}${String(url)}`, init);
  return { session, api: createApi(session, { fetch: fetchHere }), tokenCount: () => tokens };
}

describe('the client of the signed-in user', () => {
  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
  afterEach(() => server.resetHandlers());
  afterAll(() => server.close());

  test('sends the headers of every call', async () => {
    const { session, api } = setUp();
    await session.ensure();
    let seen: Record<string, string> = {};
    server.use(
      http.get(`${origin}/services/user-management/api/team-list`, ({ request }) => {
        seen = Object.fromEntries(request.headers);
        return HttpResponse.json([]);
      }),
    );
    await api.call(userManagementRoutes.listTeams, {});
    expect(seen).toMatchObject({
      authorization: 'Bearer t1',
      custom: 'Bearer t1',
      login: 'ana@x.test',
      'organization-id': 'o1',
      'organization-name': encodeURIComponent('Müller 東京'),
      'team-id': 'team1',
      'x-session-recording-url': '',
    });
    // With the flag, calls name the page they come from.
    history.replaceState(null, '', '/workspace');
    flagValues.set({ ...pageFlags, isSessionRecordingEnabled: true });
    await api.call(userManagementRoutes.listTeams, {});
    flagValues.set(pageFlags);
    expect(seen['x-session-recording-url']).toBe('/workspace');
  });

  test('a role denied the application ends the session once, and the page knows why [access-control-5]', async () => {
    const { session, api } = setUp();
    await session.ensure();
    let ends = 0;
    server.use(
      http.get(`${origin}/services/user-management/api/team-list`, () =>
        HttpResponse.json({ code: 'PLATFORM_NO_ACCESS', message: 'No.' }, { status: 403 }),
      ),
      http.get(`${origin}/services/identity/logout`, () => {
        ends += 1;
        return HttpResponse.json({ message: 'You are signed out.' });
      }),
    );
    const calls = [1, 2].map(() => api.call(userManagementRoutes.listTeams, {}));
    expect((await Promise.allSettled(calls)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await vi.waitFor(() => expect(session.getState().status).toBe('expired'));
    expect([ends, endedMark.get()]).toEqual([1, 'denied']);
    endedMark.clear();
  });

  test('renews a refused token once for all calls, and retries each of them', async () => {
    const { session, api, tokenCount } = setUp();
    await session.ensure();
    server.use(
      http.get(`${origin}/services/user-management/api/team-list`, ({ request }) =>
        request.headers.get('authorization') === 'Bearer t2'
          ? HttpResponse.json([])
          : HttpResponse.json({ code: 'X' }, { status: 401 }),
      ),
    );
    const calls = [1, 2, 3].map(() => api.call(userManagementRoutes.listTeams, {}));
    expect(await Promise.all(calls)).toEqual([[], [], []]);
    expect(tokenCount()).toBe(2);
  });

  test('ends the session when the renewed token is refused as well', async () => {
    const { session, api } = setUp();
    await session.ensure();
    server.use(
      http.get(`${origin}/services/user-management/api/team-list`, () =>
        HttpResponse.json({ message: 'No.' }, { status: 401 }),
      ),
    );
    await expect(api.call(userManagementRoutes.listTeams, {})).rejects.toThrow('No.');
    expect(session.getState().status).toBe('expired');
  });

  test('ends the session when it cannot be renewed, also for status 229', async () => {
    const { session, api } = setUp(false);
    await session.ensure();
    server.use(
      http.get(`${origin}/services/user-management/api/team-list`, () => HttpResponse.json({}, { status: 229 })),
    );
    await expect(api.call(userManagementRoutes.listTeams, {})).rejects.toThrow();
    expect(session.getState().status).toBe('expired');
  });

  test('does not touch the session when sign-in itself is refused', async () => {
    const { session, api, tokenCount } = setUp();
    await session.ensure();
    server.use(
      http.post(`${origin}/services/identity/interaction/login`, () =>
        HttpResponse.json({ message: 'Wrong password.' }, { status: 401 }),
      ),
    );
    const body = { interaction: 'i', login: 'a@x.test', password: 'p' };
    await expect(api.call(identityRoutes.login, { body })).rejects.toThrow('Wrong password.');
    expect(tokenCount()).toBe(1);
  });

  test('a refusal by a third party leaves the session alone [multi-session-4]', async () => {
    const { session, api, tokenCount } = setUp();
    await session.ensure();
    for (const status of [401, 229]) {
      server.use(
        http.get(`${origin}/services/user-management/api/team-list`, () =>
          HttpResponse.json({ message: 'The ticket system refused the token.' }, { status }),
        ),
      );
      const ticket = { ...userManagementRoutes.listTeams, ignore401: true };
      await expect(api.call(ticket, {})).rejects.toThrow('The ticket system refused the token.');
    }
    expect(session.getState().status).toBe('signedIn');
    expect(tokenCount()).toBe(1);
  });

  test('an ended session may be reported in a response body [multi-session-3]', async () => {
    const { session, api } = setUp();
    await session.ensure();
    let times = 0;
    session.subscribe(() => {
      if (session.getState().status === 'expired') times += 1;
    });
    server.use(
      http.get(`${origin}/services/user-management/api/team-list`, () =>
        HttpResponse.json({ code: 229, message: 'Ended.' }),
      ),
    );
    const calls = [1, 2, 3].map(() => api.call(userManagementRoutes.listTeams, {}));
    for (const call of await Promise.allSettled(calls)) expect(call.status).toBe('rejected');
    expect(session.getState().status).toBe('expired');
    expect(times).toBeGreaterThanOrEqual(1);
  });

  test('a second-factor call for the own account renews a refused token, though it is public', async () => {
    const { session, api, tokenCount } = setUp();
    await session.ensure();
    server.use(
      http.get(`${origin}/services/identity/get-otp-configured-devices`, ({ request }) =>
        request.headers.get('authorization') === 'Bearer t2'
          ? HttpResponse.json({ enabled: false, recoveryCodesLeft: 0, devices: [] })
          : HttpResponse.json({ code: 'X' }, { status: 401 }),
      ),
    );
    expect(await api.call(identityRoutes.listOtpDevices, { query: {} })).toMatchObject({ enabled: false });
    expect(tokenCount()).toBe(2);
  });
});
