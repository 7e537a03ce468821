import { afterAll, beforeAll, expect, test } from 'vitest';
import { Browser } from '../testing/browser.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

const publicUrl = 'https://touchstone.example.test';
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ publicUrl });
});
afterAll(() => app?.stop());

test('behind TLS every cookie is Secure and no address comes from a header of the caller', async () => {
  const browser = new Browser(app.url);
  const query = new URLSearchParams({
    client_id: 'touchstone-web',
    response_type: 'code',
    redirect_uri: `${publicUrl}/callback`,
    scope: 'openid',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  });
  const answer = await browser.send(`/services/identity/authorize?${query}`);
  expect(answer.headers.get('location')).toMatch(/^\/login\?interaction=/);
  expect(browser.cookies.length).toBeGreaterThan(0);
  for (const cookie of browser.cookies) expect(cookie.attributes).toMatch(/; secure/i);
  const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' };
  const discovery = await browser.send('/services/identity/.well-known/openid-configuration', { headers });
  expect(discovery.json).toMatchObject({
    issuer: `${publicUrl}/services/identity`,
    token_endpoint: `${publicUrl}/services/identity/token`,
    authorization_endpoint: `${publicUrl}/services/identity/authorize`,
  });
});
