import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTokenVerifier, type TokenVerifier } from './token-verifier.ts';

const issuer = 'https://sso.example';
const audience = 'https://touchstone.example/services';
const event = 'http://schemas.openid.net/event/backchannel-logout';
const nowSeconds = 1_800_000_000;

interface Key {
  kid: string;
  privateKey: CryptoKey;
  jwk: JWK;
}
async function makeKey(kid: string, alg = 'RS256'): Promise<Key> {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } };
}
const sign = (key: Key, claims: JWTPayload, header: { alg?: string; typ?: string } = {}) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: key.kid, ...header }).sign(key.privateKey);

let server: Server;
let published: JWK[];
let status: number;
let fetches: number;
let late: string[];
let verifier: TokenVerifier;
let key: Key;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: nowSeconds * 1000 });
  key = await makeKey('first');
  [published, status, fetches] = [[key.jwk], 200, 0];
  server = createServer((_request, response) => {
    fetches += 1;
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ keys: published }));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const jwks_uri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks`;
  late = [];
  verifier = createTokenVerifier(
    'touchstone',
    async () => ({ issuer, jwks_uri }),
    (address) => late.push(address),
  );
});
afterEach(() => {
  vi.useRealTimers();
  server.closeAllConnections();
  server.close();
});

const access = { iss: issuer, aud: audience, sub: 'ada', iat: nowSeconds, exp: nowSeconds + 300 };
const logout = {
  iss: issuer,
  aud: 'touchstone',
  iat: nowSeconds,
  exp: nowSeconds + 120,
  jti: 'j',
  sid: 's',
  events: { [event]: {} },
};

describe('access tokens', () => {
  test.each([
    ['as Keycloak makes them', { typ: 'Bearer', aud: [audience, 'account'] }, { typ: 'JWT' }],
    ['by RFC 9068', {}, { typ: 'at+jwt' }],
    ['without a type', {}, {}],
    ['whose validity has just begun by a clock a little ahead', { nbf: nowSeconds + 5 }, {}],
  ])('are accepted %s', async (_name, claims, header) => {
    expect(await verifier.accessToken(await sign(key, { ...access, ...claims }, header), audience)).toMatchObject({
      sub: 'ada',
    });
  });

  test.each([
    ['of another issuer', { iss: 'https://evil.example' }, {}],
    ['for another audience', { aud: 'touchstone' }, {}],
    ['that expired', { exp: nowSeconds - 60 }, {}],
    ['that are not valid yet', { nbf: nowSeconds + 60 }, {}],
    ['without an end', { exp: undefined }, {}],
    ['without a time of issue', { iat: undefined }, {}],
    ['without a person', { sub: undefined }, {}],
    ['that are ID tokens by their claims', { typ: 'ID' }, {}],
    ['that are logout tokens by their header', {}, { typ: 'logout+jwt' }],
  ])('are rejected %s', async (_name, claims, header) => {
    expect(await verifier.accessToken(await sign(key, { ...access, ...claims }, header), audience)).toBeUndefined();
    // Only timestamps make a clock suspect.
    expect(late).toHaveLength('exp' in claims && claims.exp !== undefined ? 1 : 'nbf' in claims ? 1 : 0);
  });

  test('are rejected without a signature, with a shared secret, and with the key of another issuer', async () => {
    const secret = new TextEncoder().encode(JSON.stringify(key.jwk));
    const shared = await new SignJWT(access).setProtectedHeader({ alg: 'HS256', kid: key.kid }).sign(secret);
    const foreign = await sign({ ...(await makeKey('first')), kid: key.kid }, access);
    for (const token of [new UnsecuredJWT(access).encode(), shared, foreign, 'no token', 'a.b.c'])
      expect(await verifier.accessToken(token, audience)).toBeUndefined();
  });

  test('are accepted with elliptic curves', async () => {
    const curve = await makeKey('curve', 'ES256');
    published.push(curve.jwk);
    expect(await verifier.accessToken(await sign(curve, access, { alg: 'ES256' }), audience)).toBeDefined();
  });

  test('keys are cached, and a new one is found without asking the issuer for every invalid token', async () => {
    const token = await sign(key, access);
    for (let call = 0; call < 5; call += 1) await verifier.accessToken(token, audience);
    expect(fetches).toBe(1);
    const next = await makeKey('second');
    published = [next.jwk, key.jwk];
    const rotated = await sign(next, { ...access, exp: nowSeconds + 3600 });
    for (let call = 0; call < 5; call += 1) expect(await verifier.accessToken(rotated, audience)).toBeUndefined();
    expect(fetches).toBe(1);
    vi.setSystemTime((nowSeconds + 31) * 1000);
    expect(await verifier.accessToken(rotated, audience)).toBeDefined();
    expect(fetches).toBe(2);
    // A key withdrawn by the issuer is trusted for at most ten more minutes.
    published = [key.jwk];
    vi.setSystemTime((nowSeconds + 700) * 1000);
    expect(await verifier.accessToken(rotated, audience)).toBeUndefined();
  });

  test('an issuer that does not respond does not make a token invalid', async () => {
    status = 500;
    const refusal = { code: 'IDENTITY_ISSUER_UNREACHABLE', status: 503 };
    await expect(verifier.accessToken(await sign(key, access), audience)).rejects.toMatchObject(refusal);
    server.closeAllConnections();
    server.close();
    await expect(verifier.accessToken(await sign(key, access), audience)).rejects.toMatchObject(refusal);
  });
});

describe('logout tokens', () => {
  test.each([
    ['with a session', {}, { sid: 's', sub: undefined }],
    ['with a person alone', { sid: undefined, sub: 'ada' }, { sid: undefined, sub: 'ada' }],
  ])('are accepted %s', async (_name, claims, expected) => {
    const token = await sign(key, { ...logout, ...claims }, { typ: 'logout+jwt' });
    expect(await verifier.logoutToken(token)).toMatchObject({ jti: 'j', ...expected });
  });

  test.each([
    ['with a nonce', { nonce: 'n' }, {}],
    ['without the event', { events: {} }, {}],
    ['whose event is no object', { events: { [event]: true } }, {}],
    ['without an id', { jti: undefined }, {}],
    ['that name no session', { sid: undefined }, {}],
    ['for another client', { aud: audience }, {}],
    ['that are old', { iat: nowSeconds - 3600 }, {}],
    ['that expired', { exp: nowSeconds - 60 }, {}],
    ['that are access tokens by their header', {}, { typ: 'at+jwt' }],
  ])('are rejected %s', async (_name, claims, header) => {
    expect(await verifier.logoutToken(await sign(key, { ...logout, ...claims }, header))).toBeUndefined();
  });
});
