import { createHash, randomBytes } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import { password as commonPassword } from './control.ts';

const issuer = '/services/identity';
const productOrigin = `http://localhost:${process.env.TOUCHSTONE_E2E_PORT}`;

/** signInPage signs in a page's browser as the product's page would, without its screens. */
export async function signInPage(
  page: Page,
  person: { email: string; password?: string },
  origin: string,
): Promise<void> {
  const { request } = page;
  const verifier = randomBytes(32).toString('base64url');
  const client = { client_id: 'touchstone-web', redirect_uri: `${origin}/callback` };
  const query = new URLSearchParams({
    ...client,
    response_type: 'code',
    scope: 'openid profile email offline_access',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: randomBytes(8).toString('hex'),
  });
  const login = await locationOf(request, `${issuer}/authorize?${query}`, origin);
  const answer = await request.post(`${origin}${issuer}/interaction/login`, {
    data: {
      interaction: login.searchParams.get('interaction'),
      login: person.email,
      password: person.password ?? commonPassword,
      botCheck: await solveBotCheck(request, origin),
    },
  });
  if (!answer.ok()) throw new Error(`Sign-in of ${person.email} failed: ${await answer.text()}`);
  let { redirectTo: next } = (await answer.json()) as { redirectTo: string };
  for (let hops = 0; !next.includes('/callback?') && hops < 5; hops += 1)
    next = (await locationOf(request, next, origin)).href;
  const code = new URL(next, origin).searchParams.get('code') ?? '';
  const form = { ...client, grant_type: 'authorization_code', code, code_verifier: verifier };
  const tokens = await request.post(`${origin}${issuer}/token`, { form });
  if (!tokens.ok()) throw new Error(`Sign-in of ${person.email} failed: ${await tokens.text()}`);
  // The page requests a session only if it had one before, which this mark records.
  await (await placeOf(page, origin)).evaluate(() => localStorage.setItem('touchstone.signed-in', '1'));
}

/**
 * changePerson signs in a page's browser as another person: a second browser would have to load and compile everything
 * again.
 */
export async function changePerson(page: Page, person: { email: string }, origin: string): Promise<void> {
  // Leaves the open page, so that it doesn't notice the change.
  await page.goto('about:blank');
  await page.context().clearCookies();
  await signInPage(page, person, origin);
}

/**
 * A page of the same browser that is already at the origin, whose storage is shared; or else this one, navigated there.
 */
async function placeOf(page: Page, origin: string): Promise<Page> {
  const there = page
    .context()
    .pages()
    .find((each) => each.url().startsWith(`${origin}/`));
  if (!there) await page.goto(`${origin}/favicon.svg`);
  return there ?? page;
}

/**
 * chooseOrganization stores in a signed-in browser which organization a super role acts for, as the choice on the
 * screen does.
 */
export async function chooseOrganization(page: Page, person: { email: string; organizationId: string }): Promise<void> {
  const record = { login: person.email, organizationId: person.organizationId, organizationName: 'Chosen' };
  const place = page.url().startsWith('http') ? page : await placeOf(page, productOrigin);
  await place.evaluate((text) => localStorage.setItem('touchstone.super-organization', text), JSON.stringify(record));
}

async function locationOf(request: APIRequestContext, path: string, origin: string): Promise<URL> {
  const response = await request.get(new URL(path, origin).href, { maxRedirects: 0 });
  const { location } = response.headers();
  if (!location) throw new Error(`${path} leads nowhere: ${response.status()} ${await response.text()}`);
  return new URL(location, origin);
}

/** Does the work that the page does while the user types. */
async function solveBotCheck(request: APIRequestContext, origin: string): Promise<string> {
  const response = await request.get(`${origin}${issuer}/bot-challenge`);
  const { algorithm, challenge, salt, signature, maxnumber } = (await response.json()) as Record<string, string>;
  for (let number = 0; number <= Number(maxnumber); number += 1) {
    if (createHash('sha256').update(`${salt}${number}`).digest('hex') !== challenge) continue;
    return Buffer.from(JSON.stringify({ algorithm, challenge, number, salt, signature })).toString('base64');
  }
  throw new Error('The challenge has no solution.');
}
