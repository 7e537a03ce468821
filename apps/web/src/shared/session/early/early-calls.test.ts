import type { Account } from '@touchstone/contracts/identity';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { tokenHeaders } from '../call-headers.ts';
import { sessionEndKey, signedInHintKey } from '../session-keys.ts';
import { beginEarlyCalls } from './begin-early-calls.ts';
import type { FirstCalls } from './first-calls.ts';

const account = {
  email: 'ana@acme.test',
  organization_id: 'acme',
  organization_name: 'Acme',
  teams: [{ teamId: 'first' }, { teamId: 'second' }],
} as unknown as Account;
const sent: string[] = [];
const note = (request: Request) => sent.push(`${request.method} ${new URL(request.url).pathname}`);
let tokenStatus = 200;
const server = setupServer(
  http.post('*/services/identity/token', async ({ request }) => {
    note(request);
    const form = await request.text();
    expect(form).toBe('grant_type=refresh_token&client_id=touchstone-web');
    return HttpResponse.json({ access_token: 't1', expires_in: 300 }, { status: tokenStatus });
  }),
  http.get('*/services/identity/api/account', ({ request }) => {
    note(request);
    return HttpResponse.json(account);
  }),
  http.get('*/services/orders', ({ request }) => {
    note(request);
    return HttpResponse.json({ team: request.headers.get('team-id'), call: sent.length });
  }),
);
const pages: FirstCalls[] = [
  { page: /^\/shop\/(\w+)$/, urls: ({ parts: [id] }) => [`/services/orders?id=${id}`, undefined] },
  { page: /^\/login$/, isPublic: true },
];
const form = new URLSearchParams({ grant_type: 'refresh_token', client_id: 'touchstone-web' });

beforeAll(() => server.listen());
beforeEach(() => {
  vi.resetModules();
  localStorage.setItem(signedInHintKey, '1');
  history.replaceState(null, '', '/shop/7');
});
afterEach(() => {
  sent.length = 0;
  tokenStatus = 200;
  globalThis.touchstoneEarlyCalls = undefined;
  localStorage.clear();
  sessionStorage.clear();
  server.resetHandlers();
});
afterAll(() => server.close());

/** The module remembers when responses were first taken, so each test loads its own. */
const load = () => import('./early-calls.ts');
const asSent = () => ({ headers: { ...globalThis.touchstoneEarlyCalls?.at(-1)?.headers } });

test('a valid session: token, account and first reads are sent once, and taken by the same calls', async () => {
  localStorage.setItem('touchstone.preferences', '{"teamId":"second"}');
  await beginEarlyCalls(pages);
  const { fetchEarly } = await load();
  const read = asSent();
  await fetchEarly('/services/identity/token', { method: 'POST', body: form });
  const given = await fetchEarly('/services/identity/api/account', { headers: tokenHeaders('t1') });
  expect(await given.json()).toEqual(account);
  expect(await (await fetchEarly('/services/orders?id=7', read)).json()).toEqual({ team: 'second', call: 3 });
  expect(sent).toEqual(['POST /services/identity/token', 'GET /services/identity/api/account', 'GET /services/orders']);
  // The next one is a separate call.
  expect(await (await fetchEarly('/services/orders?id=7', read)).json()).toMatchObject({ call: 4 });
});

test('taking a response before the document has read it sends nothing that the document sends', async () => {
  const calls = beginEarlyCalls(pages);
  const { fetchEarly } = await load();
  // Like the page: each call is sent as soon as the previous one has responded.
  const token = await fetchEarly('/services/identity/token', { method: 'POST', body: form });
  const given = await fetchEarly('/services/identity/api/account', { headers: tokenHeaders('t1') });
  const read = asSent();
  await fetchEarly('/services/orders?id=7', read);
  await calls;
  expect([token.status, given.status]).toEqual([200, 200]);
  expect(sent).toEqual(['POST /services/identity/token', 'GET /services/identity/api/account', 'GET /services/orders']);
});

test('an ended session: only the refused call is sent, and the session takes it', async () => {
  tokenStatus = 400;
  await beginEarlyCalls(pages);
  const { fetchEarly } = await load();
  expect((await fetchEarly('/services/identity/token', { method: 'POST', body: form })).status).toBe(400);
  expect(sent).toEqual(['POST /services/identity/token']);
});

test.each<[string, () => void]>([
  ['signed out', () => localStorage.removeItem(signedInHintKey)],
  ['the session of this tab has ended', () => sessionStorage.setItem(sessionEndKey, 'idle')],
  ['a page without a session', () => history.replaceState(null, '', '/login')],
])('%s: nothing is sent', async (_name, prepare) => {
  prepare();
  await beginEarlyCalls(pages);
  expect(sent).toEqual([]);
});

test('the response for another token, team or address is not taken', async () => {
  await beginEarlyCalls(pages);
  const { takeEarlyCall } = await load();
  const { headers } = asSent();
  expect(takeEarlyCall('/services/orders?id=8', { headers })).toBeUndefined();
  expect(takeEarlyCall('/services/orders?id=7', { headers: { ...headers, Custom: 'Bearer t2' } })).toBeUndefined();
  expect(takeEarlyCall('/services/orders?id=7', { headers: { ...headers, 'Team-Id': 'second' } })).toBeUndefined();
  expect(takeEarlyCall('/services/orders?id=7', { headers, method: 'DELETE' })).toBeUndefined();
  expect(takeEarlyCall('/services/orders?id=7', { headers })).toBeInstanceOf(Promise);
});

test('a response not taken during page load does not stand in for a later one', async () => {
  await beginEarlyCalls(pages);
  const { takeEarlyCall } = await load();
  const call = asSent();
  expect(takeEarlyCall('/services/other', call)).toBeUndefined();
  expect(takeEarlyCall('/services/orders?id=7', call, Date.now() + 6000)).toBeUndefined();
  expect(globalThis.touchstoneEarlyCalls).toEqual([]);
});

test('the document does not later answer a call that the page sent first', async () => {
  const { takeEarlyCall, fetchEarly } = await load();
  globalThis.touchstoneEarlyCalls = [];
  // Only the token has arrived so far: the page is faster than the document.
  const headers = { Authorization: 'Bearer t1' };
  expect(takeEarlyCall('/services/orders?id=7', { headers })).toBeUndefined();
  const answer = Promise.resolve(HttpResponse.json({ call: 'early' }));
  const call = { method: 'GET', url: '/services/orders?id=7', headers, sentAtMs: Date.now(), answer };
  globalThis.touchstoneEarlyCalls.push(call, { ...call, url: '/services/orders?id=8' });
  expect(await (await fetchEarly('/services/orders?id=7', { headers })).json()).toMatchObject({ call: 1 });
  expect(await (await fetchEarly('/services/orders?id=8', { headers })).json()).toEqual({ call: 'early' });
});

test('a later page call with more headers, such as the signed-in user, is not answered by the document either', async () => {
  const { takeEarlyCall, fetchEarly } = await load();
  globalThis.touchstoneEarlyCalls = [];
  const url = '/services/identity/api/account';
  expect(takeEarlyCall(url, { headers: tokenHeaders('t1') })).toBeUndefined();
  const answer = Promise.resolve(HttpResponse.json({ ...account, name: 'As it was' }));
  globalThis.touchstoneEarlyCalls.push({
    method: 'GET',
    url,
    headers: tokenHeaders('t1'),
    sentAtMs: Date.now(),
    answer,
  });
  const later = await fetchEarly(url, { headers: { ...tokenHeaders('t1'), Login: 'ana@acme.test' } });
  expect(await later.json()).toEqual(account);
});

test('a response that arrived long before the scripts is not taken', async () => {
  await beginEarlyCalls(pages);
  const { takeEarlyCall } = await load();
  expect(takeEarlyCall('/services/orders?id=7', asSent(), Date.now() + 40_000)).toBeUndefined();
});

test('a failed early call is sent again', async () => {
  await beginEarlyCalls(pages);
  const call = globalThis.touchstoneEarlyCalls!.at(-1)!;
  call.answer = Promise.reject(new TypeError('Failed to fetch'));
  const { fetchEarly } = await load();
  expect((await fetchEarly('/services/orders?id=7', { headers: call.headers })).ok).toBe(true);
});
