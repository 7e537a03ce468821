import { FakeClock } from '@touchstone/kernel';
import { race } from '@touchstone/testing';
import { generateSync } from 'otplib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Answer, Browser } from '../testing/browser.ts';
import { beginFlow, exchangeCode, openInteraction, postLogin, resume } from '../testing/sign-in.ts';
import { addUser, mailsTo, query, startTestApp, type TestApp } from '../testing/test-app.ts';

const base = '/services/identity';
const clock = new FakeClock(new Date());
const password = 'a quiet password';
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ clock });
});
afterAll(() => app?.stop());
beforeEach(() => query(app, 'delete from identity.sign_in_failure'));

const passwordGrant = (browser: Browser, username: string, otp?: string) =>
  browser.postForm(`${base}/token`, { grant_type: 'password', username, password, ...(otp && { otp }) });

/** A user with a session, and their calls. */
async function newcomer(email: string) {
  const { userId } = await addUser(app, { email, password });
  const browser = new Browser(app.url);
  const token = (await passwordGrant(browser, email)).json.access_token as string;
  const call = (method: string, path: string, body?: unknown): Promise<Answer> =>
    browser.send(base + path, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  return { userId, email, call };
}
type Newcomer = Awaited<ReturnType<typeof newcomer>>;

/** The code an authenticator app shows now; each call returns the next code. */
function codeOf(secret: string): string {
  clock.advance(30_000);
  return generateSync({ secret, epoch: Math.floor(clock.now().getTime() / 1000) });
}

async function enrol(person: Newcomer) {
  const { json } = await person.call('POST', '/get-qr-code', { name: 'Phone' });
  const confirmed = await person.call('POST', '/validate-otp', { deviceId: json.deviceId, code: codeOf(json.secret) });
  expect(confirmed.status).toBe(200);
  return {
    deviceId: json.deviceId as string,
    secret: json.secret as string,
    recoveryCodes: confirmed.json.recoveryCodes as string[],
  };
}

/** A browser that entered the right password and is asked for a code. */
async function atCodeStep(email: string) {
  const browser = new Browser(app.url);
  const flow = await beginFlow(app.url);
  const interaction = await openInteraction(browser, flow);
  const answer = await postLogin(browser, { interaction, login: email, password });
  const verify = (code: string) => browser.postJson(`${base}/api-public/verify-otp`, { interaction, code });
  const mailCode = () => browser.postJson(`${base}/api-public/send-otp`, { interaction });
  return { browser, flow, interaction, answer, verify, mailCode };
}

describe('two-factor authentication', () => {
  test('the code is required only when the server says so [two-factor-1] [two-factor-4]', async () => {
    const plain = await newcomer('plain@example.test');
    const direct = await atCodeStep(plain.email);
    expect(direct.answer.json).toMatchObject({ loginMode: 'direct', status: 'complete' });
    const ada = await newcomer('ada@example.test');
    const { secret } = await enrol(ada);
    const step = await atCodeStep(ada.email);
    expect(step.answer.json).toEqual({ loginMode: '2fa', status: 'otpRequired' });
    const finished = await step.verify(codeOf(secret));
    expect(finished.json).toMatchObject({ loginMode: '2fa', status: 'complete' });
    const callback = await resume(step.browser, finished.json.redirectTo);
    const tokens = await exchangeCode(step.browser, step.flow, callback);
    expect(tokens.status).toBe(200);
    const [, claims = ''] = (tokens.json.id_token as string).split('.');
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString()).email).toBe(ada.email);
  });

  test('a wrong code is rejected and the step stays open [two-factor-2]', async () => {
    const bob = await newcomer('bob@example.test');
    const { secret } = await enrol(bob);
    const step = await atCodeStep(bob.email);
    for (const wrong of ['000000', '12', 'abcdef', ' '])
      expect((await step.verify(wrong)).json.message).toBe(
        wrong.trim()
          ? 'Invalid One Time Code.'
          : 'The request has values that cannot be used. See details for each place.',
      );
    expect((await step.verify(codeOf(secret))).status).toBe(200);
  });

  test('an app is added by QR code, listed, and the status can be changed [two-factor-3]', async () => {
    const eve = await newcomer('eve@example.test');
    const qr = await eve.call('POST', '/get-qr-code', { name: 'Phone' });
    expect(qr.json.otpauthUrl).toMatch(/^otpauth:\/\/totp\/Touchstone:eve(%40|@)example\.test\?/);
    expect(qr.json.otpauthUrl).toContain(qr.json.secret);
    expect(Buffer.from(qr.json.qrCode.split(',')[1], 'base64').toString()).toMatch(/^<svg /);
    const list = async () => (await eve.call('GET', '/get-otp-configured-devices')).json;
    expect(await list()).toEqual({ enabled: false, recoveryCodesLeft: 0, devices: [] });
    const wrong = await eve.call('POST', '/validate-otp', { deviceId: qr.json.deviceId, code: '000000' });
    expect(wrong.json.message).toBe('Invalid One Time Code.');
    const right = await eve.call('POST', '/validate-otp', { deviceId: qr.json.deviceId, code: codeOf(qr.json.secret) });
    expect(new Set(right.json.recoveryCodes).size).toBe(10);
    expect(await list()).toMatchObject({ enabled: true, recoveryCodesLeft: 10, devices: [{ deviceName: 'Phone' }] });
    const off = await eve.call('PUT', '/update-otp-configuration-status', { enabled: false, password });
    expect(off.status).toBe(200);
    expect(await list()).toMatchObject({ enabled: false });
    expect((await atCodeStep(eve.email)).answer.json.status).toBe('complete');
    const on = await eve.call('PUT', '/update-otp-configuration-status', {
      enabled: true,
      code: codeOf(qr.json.secret),
    });
    expect(on.status).toBe(200);
    expect((await atCodeStep(eve.email)).answer.json.status).toBe('otpRequired');
  });

  test('disabling, removing and new recovery codes need the password or a code', async () => {
    const dan = await newcomer('dan@example.test');
    const { deviceId, secret, recoveryCodes } = await enrol(dan);
    const status = (proof: object) => dan.call('PUT', '/update-otp-configuration-status', { enabled: false, ...proof });
    expect((await status({})).json.code).toBe('IDENTITY_PROOF_NEEDED');
    expect((await status({ password: 'wrong' })).json.message).toBe('Invalid current password');
    expect((await status({ code: '000000' })).json.message).toBe('Invalid One Time Code.');
    expect((await dan.call('POST', '/recovery-codes', {})).json.code).toBe('IDENTITY_PROOF_NEEDED');
    const renewed = await dan.call('POST', '/recovery-codes', { code: codeOf(secret) });
    expect(renewed.json.recoveryCodes).toHaveLength(10);
    const former = await status({ code: recoveryCodes[0] });
    expect(former.json.message).toBe('Invalid One Time Code.');
    const removed = await dan.call('POST', '/remove-otp-device', { deviceId, password });
    expect(removed.status).toBe(200);
    expect((await dan.call('GET', '/get-otp-configured-devices')).json).toEqual({
      enabled: false,
      recoveryCodesLeft: 0,
      devices: [],
    });
    const on = await dan.call('PUT', '/update-otp-configuration-status', { enabled: true, password });
    expect(on.json.code).toBe('IDENTITY_NO_DEVICE');
  });

  test('a code is accepted once, wherever it is used', async () => {
    const fay = await newcomer('fay@example.test');
    const { secret } = await enrol(fay);
    const first = await atCodeStep(fay.email);
    const second = await atCodeStep(fay.email);
    const code = codeOf(secret);
    const answers = await Promise.all([first.verify(code), second.verify(code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect((await passwordGrant(new Browser(app.url), fay.email, code)).status).toBe(400);
  });

  test('an hour-old code is rejected', async () => {
    const gil = await newcomer('gil@example.test');
    const { secret } = await enrol(gil);
    const old = codeOf(secret);
    clock.advance(3600_000);
    expect((await (await atCodeStep(gil.email)).verify(old)).json.message).toBe('Invalid One Time Code.');
  });

  test('a recovery code works once, as users type it, and is not stored in plain text', async () => {
    const hal = await newcomer('hal@example.test');
    const { recoveryCodes } = await enrol(hal);
    const [code = ''] = recoveryCodes;
    const typed = code.toUpperCase().replace('-', ' ');
    expect((await (await atCodeStep(hal.email)).verify(typed)).status).toBe(200);
    expect((await (await atCodeStep(hal.email)).verify(code)).status).toBe(400);
    const rows = await query<{ code_hash: string }>(app, 'select code_hash from identity.recovery_code');
    expect(rows.map((row) => row.code_hash).join()).not.toContain(recoveryCodes[1]?.slice(0, 5));
    expect((await hal.call('GET', '/get-otp-configured-devices')).json.recoveryCodesLeft).toBe(9);
  });

  test('a code can be mailed; it works once, for this sign-in, within ten minutes, three times at most', async () => {
    const ivy = await newcomer('ivy@example.test');
    await enrol(ivy);
    const mailed = async () => /\b\d{6}\b/.exec((await mailsTo(app, ivy.email))[0]?.textBody ?? '')?.[0] ?? '';
    const step = await atCodeStep(ivy.email);
    expect((await step.mailCode()).status).toBe(200);
    const late = await mailed();
    clock.advance(10 * 60_000 + 1);
    expect((await step.verify(late)).status).toBe(400);
    await step.mailCode();
    const code = await mailed();
    expect((await (await atCodeStep(ivy.email)).verify(code)).status).toBe(400);
    expect((await step.verify(code)).status).toBe(200);
    expect((await step.verify(code)).json.code).toBe('IDENTITY_INTERACTION_EXPIRED');
    const other = await atCodeStep(ivy.email);
    for (let count = 0; count < 2; count += 1) expect((await other.mailCode()).status).toBe(200);
    const codes: string[] = [];
    const last = async () => {
      codes.push((await other.mailCode()).json.code);
    };
    await race(app, 'identity.sign_in_step', [last, last]);
    expect(codes.toSorted()).toEqual(['IDENTITY_TOO_MANY_MAILED_CODES', undefined]);
    expect((await other.mailCode()).json.code).toBe('IDENTITY_TOO_MANY_MAILED_CODES');
    expect((await other.verify(await mailed())).status).toBe(200);
  });

  test('an account has at most ten authenticator apps, even if two are added at the same time', async () => {
    const ten = await newcomer('ten@example.test');
    const { deviceId } = await enrol(ten);
    await query(
      app,
      `insert into identity.otp_device select (jsonb_populate_record(d, jsonb_build_object('id', gen_random_uuid()))).*
       from identity.otp_device d, generate_series(2, 9) where d.id = '${deviceId}'`,
    );
    const added: { deviceId: string; secret: string }[] = [];
    const add = async () => {
      added.push((await ten.call('POST', '/get-qr-code', { name: 'Tablet' })).json as (typeof added)[number]);
    };
    await add();
    // Each replaces the app that was added but not confirmed.
    const row = `select 1 from identity.otp_device where id = '${added.pop()?.deviceId}' for update`;
    await race(app, row, [add, add]);
    expect(added).toEqual(Array(2).fill(expect.objectContaining({ deviceId: expect.any(String) })));
    const statuses: number[] = [];
    for (const { deviceId: id, secret } of added)
      statuses.push((await ten.call('POST', '/validate-otp', { deviceId: id, code: codeOf(secret) })).status);
    expect(statuses.toSorted()).toEqual([200, 400]);
    expect((await ten.call('POST', '/get-qr-code', { name: 'Watch' })).json).toMatchObject({
      code: 'IDENTITY_TOO_MANY_DEVICES',
      errorMessage: 'An account can have at most 10 authenticator apps. Remove one first.',
    });
  });

  test('guessed codes lock the user for a growing time, also when they are sent concurrently', async () => {
    const kim = await newcomer('kim@example.test');
    const { secret } = await enrol(kim);
    const step = await atCodeStep(kim.email);
    const guesses = await Promise.all(Array.from({ length: 12 }, (_, n) => step.verify(String(n).padStart(6, '0'))));
    const wrong = guesses.filter(({ json }) => json.code === 'IDENTITY_INVALID_ONE_TIME_CODE').length;
    expect(wrong).toBe(5);
    expect((await step.verify(codeOf(secret))).json.code).toBe('IDENTITY_TOO_MANY_FAILURES');
    clock.advance(15 * 60_000);
    const again = await atCodeStep(kim.email);
    expect((await again.verify(codeOf(secret))).status).toBe(200);
  });

  test('the step belongs to the browser that entered the password, and ends after 15 minutes', async () => {
    const lea = await newcomer('lea@example.test');
    const { secret } = await enrol(lea);
    const step = await atCodeStep(lea.email);
    const thief = new Browser(app.url);
    const stolen = { interaction: step.interaction, code: codeOf(secret) };
    expect((await thief.postJson(`${base}/api-public/verify-otp`, stolen)).json.code).toBe(
      'IDENTITY_INTERACTION_EXPIRED',
    );
    expect((await thief.postJson(`${base}/api-public/send-otp`, stolen)).status).toBe(400);
    const devices = await thief.send(`${base}/get-otp-configured-devices?interaction=${step.interaction}`);
    expect(devices.json.code).toBe('IDENTITY_INTERACTION_EXPIRED');
    const own = await step.browser.send(`${base}/get-otp-configured-devices?interaction=${step.interaction}`);
    expect(own.json.devices).toHaveLength(1);
    clock.advance(16 * 60_000);
    expect((await step.verify(codeOf(secret))).json.code).toBe('IDENTITY_INTERACTION_EXPIRED');
  });

  test('without a session, and for a stranger, nothing can be read or changed', async () => {
    const eli = await newcomer('eli@example.test');
    const { deviceId } = await enrol(eli);
    const stranger = await newcomer('stranger@example.test');
    const anonymous = new Browser(app.url);
    const calls: [string, string, object?][] = [
      ['POST', '/get-qr-code', {}],
      ['POST', '/validate-otp', { deviceId, code: '123456' }],
      ['GET', '/get-otp-configured-devices'],
      ['PUT', '/update-otp-configuration-status', { enabled: false, password }],
      ['POST', '/remove-otp-device', { deviceId, password }],
      ['POST', '/recovery-codes', { password }],
    ];
    for (const [method, path, body] of calls) {
      const headers: Record<string, string> = body ? { 'content-type': 'application/json' } : {};
      const init: RequestInit = { method, headers, ...(body && { body: JSON.stringify(body) }) };
      expect((await anonymous.send(base + path, init)).status).toBe(401);
    }
    expect((await stranger.call('POST', '/remove-otp-device', { deviceId, password })).status).toBe(404);
    expect((await stranger.call('POST', '/validate-otp', { deviceId, code: '123456' })).status).toBe(400);
    expect((await eli.call('GET', '/get-otp-configured-devices')).json.devices).toHaveLength(1);
  });

  test('the password grant reads the code from the field otp', async () => {
    const ned = await newcomer('ned@example.test');
    const { secret } = await enrol(ned);
    const browser = new Browser(app.url);
    expect((await passwordGrant(browser, ned.email)).json).toMatchObject({
      error: 'invalid_grant',
      code: 'IDENTITY_OTP_REQUIRED',
    });
    expect((await passwordGrant(browser, ned.email, '000000')).json.code).toBe('IDENTITY_INVALID_ONE_TIME_CODE');
    expect((await passwordGrant(browser, ned.email, codeOf(secret))).status).toBe(200);
  });

  test('the secret is sealed in the database', async () => {
    const ola = await newcomer('ola@example.test');
    const { secret } = await enrol(ola);
    const rows = await query(app, 'select sealed_secret from identity.otp_device');
    expect(JSON.stringify(rows)).not.toContain(secret);
  });
});
