import * as openid from 'openid-client';
import { type Answer, type Browser, solveBotCheck } from './browser.ts';

export interface Flow {
  config: openid.Configuration;
  verifier: string;
  state: string;
  nonce: string;
  redirectUri: string;
  authorizationPath: string;
}

/** beginFlow prepares an authorization request with a certified relying party, starting with discovery. */
export async function beginFlow(origin: string, more: Record<string, string> = {}): Promise<Flow> {
  const config = await openid.discovery(
    new URL(`${origin}/services/identity`),
    'touchstone-web',
    undefined,
    openid.None(),
    { execute: [openid.allowInsecureRequests] },
  );
  const verifier = openid.randomPKCECodeVerifier();
  const [state, nonce, redirectUri] = [openid.randomState(), openid.randomNonce(), `${origin}/callback`];
  const url = openid.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: 'openid profile email',
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
    ...more,
  });
  return { config, verifier, state, nonce, redirectUri, authorizationPath: url.pathname + url.search };
}

/** openInteraction follows the issuer to our sign-in page and returns the id of the interaction. */
export async function openInteraction(browser: Browser, flow: Flow): Promise<string> {
  const answer = await browser.send(flow.authorizationPath);
  const location = new URL(answer.headers.get('location') ?? '', browser.origin);
  if (answer.status !== 303 || location.pathname !== '/login')
    throw new Error(`expected the sign-in page, got ${answer.status} ${location}`);
  return location.searchParams.get('interaction') ?? '';
}

/** postLogin posts like the sign-in page. */
export async function postLogin(
  browser: Browser,
  input: { interaction: string; login: string; password: string; botCheck?: string },
): Promise<Answer> {
  const botCheck = input.botCheck ?? (await solveBotCheck(browser));
  return browser.postJson('/services/identity/interaction/login', { ...input, botCheck });
}

/** resume follows the issuer from `redirectTo` to the callback of the page. */
export async function resume(browser: Browser, redirectTo: string): Promise<URL> {
  const url = new URL(redirectTo);
  const answer = await browser.send(url.pathname + url.search);
  return new URL(answer.headers.get('location') ?? '', browser.origin);
}

/** exchangeCode sends the code as the page does, so that the browser gets the cookie. */
export function exchangeCode(browser: Browser, flow: Flow, callback: URL): Promise<Answer> {
  return browser.postForm('/services/identity/token', {
    grant_type: 'authorization_code',
    client_id: 'touchstone-web',
    code: callback.searchParams.get('code') ?? '',
    code_verifier: flow.verifier,
    redirect_uri: flow.redirectUri,
  });
}

/** signIn runs a browser's complete sign-in; returns the token response. */
export async function signIn(browser: Browser, login: string, password: string): Promise<Answer> {
  const flow = await beginFlow(browser.origin);
  const interaction = await openInteraction(browser, flow);
  const { json } = await postLogin(browser, { interaction, login, password });
  return exchangeCode(browser, flow, await resume(browser, json.redirectTo));
}
