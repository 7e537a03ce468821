import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
});
afterAll(() => server.close());

const base = '/sample/shop';
const get = (path: string, cookie = '') =>
  fetch(server.url + path, { redirect: 'manual', ...(cookie && { headers: { cookie } }) });
const post = (path: string, form: Record<string, string>) =>
  fetch(server.url + base + path, { method: 'POST', redirect: 'manual', body: new URLSearchParams(form) });
const addressesIn = (page: string) =>
  [...page.matchAll(/(?:href|src|action)="([^"]*)"/g)].map(([, address]) => address);

test('every address in the pages is below the path of the shop and works', async () => {
  const seen = new Set([`${base}/`, `${base}/help`]);
  for (const address of seen) {
    const answer = await get(address);
    expect([address, answer.status]).toEqual([address, /(logout|faults)$/.test(address) ? expect.any(Number) : 200]);
    const page = await answer.text();
    for (const found of addressesIn(page)) {
      expect(found).toMatch(/^\/sample\/shop\//);
      seen.add(found!);
    }
    expect(page).not.toMatch(/<script>|<script [^>]*>[^<{]/);
  }
  expect([...seen]).toEqual(
    expect.arrayContaining(['cart', 'card', 'shop.js', 'card.js'].map((one) => `${base}/${one}`)),
  );
  const short = await get(base);
  expect([short.status, short.headers.get('location')]).toEqual([302, `${base}/`]);
});

test('its pages may frame each other, and load nothing from elsewhere', async () => {
  const { headers } = await get(`${base}/card`);
  expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
  const policy = headers.get('content-security-policy');
  for (const part of ["default-src 'self'", "frame-ancestors 'self'", "form-action 'self'"])
    expect(policy).toContain(part);
});

test('a signed-in user is greeted; a wrong password and markup in a name are harmless', async () => {
  expect((await post('/login', { email: 'ada@example.com', password: 'tea' })).status).toBe(401);
  const answer = await post('/login', { email: '<b>ada@example.com', password: 'coffee' });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, `${base}/`]);
  const cookie = answer.headers.get('set-cookie') ?? '';
  expect(cookie).toContain(`Path=${base};`);
  const page = await (await get(`${base}/`, cookie.split(';')[0])).text();
  expect(page).toContain('<b id="user">&lt;b&gt;ada</b>');
  expect((await get(`${base}/logout`)).headers.get('set-cookie')).toContain('Max-Age=0');
});

test('a visitor breaks the shop and repairs it, and stays on the page', async () => {
  const answer = await post('/faults', { page: '/cart', broken: '1' });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, `${base}/cart`]);
  expect(answer.headers.get('set-cookie')).toContain(`broken=1; Path=${base};`);
  const broken = await (await get(`${base}/`, 'broken=1')).text();
  expect(broken).toContain('>Mend the shop<');
  expect(broken).toContain('>Buy<');
  const order = { method: 'POST', headers: { cookie: 'broken=1' }, body: '{"name":"Ada"}' };
  expect((await fetch(`${server.url}${base}/api/orders`, order)).status).toBe(500);
  const mended = await (await get(`${base}/`, 'broken=0')).text();
  expect(mended).toContain('>Break the shop<');
  expect(mended).toContain('>Add to cart<');
});

test.each(['//elsewhere.example', 'https://elsewhere.example', '/away', 'constructor', ''])(
  'the switch only leads to pages of the shop: %s',
  async (page) => {
    expect((await post('/faults', { page, broken: '1' })).headers.get('location')).toBe(`${base}/`);
  },
);

test('invalid and overlong orders are rejected, unknown pages are not found', async () => {
  const order = async (body: string) => {
    const answer = await fetch(`${server.url}${base}/api/orders`, { method: 'POST', body });
    return answer.status;
  };
  expect(await order('{"name":"Ada"}')).toBe(201);
  for (const body of ['', '{', '[1', 'null', '"Ada"']) expect([body, await order(body)]).toEqual([body, 400]);
  expect(await order('x'.repeat(100_001))).toBe(413);
  for (const path of ['/nothing', '/away?to=https://elsewhere.example', '/slow?ms=9', '/constructor'])
    expect([path, (await get(base + path)).status]).toEqual([path, 404]);
});
