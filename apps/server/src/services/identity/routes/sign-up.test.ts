import { FakeClock } from '@touchstone/kernel';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Answer, Browser, solveBotCheck } from '../testing/browser.ts';
import { addUser, mailsTo, query, startTestApp, type TestApp } from '../testing/test-app.ts';

const clock = new FakeClock(new Date());
const password = 'a quiet password';
let app: TestApp;
let browser: Browser;

beforeAll(async () => {
  app = await startTestApp({ clock });
  browser = new Browser(app.url);
});
afterAll(() => app?.stop());
// Most of these tests aren't about the limits of an address.
beforeEach(() => query(app, 'delete from identity.sign_in_failure'));

const form = (more: Record<string, unknown> = {}) => ({
  firstName: 'Grace',
  lastName: "O'Hopper",
  login: 'Grace@Navy.test',
  contactNumber: '2025550123',
  organizationName: 'Navy-1 Ltd.',
  normalUsers: [{ termsAndConditionFlag: true }],
  plan: { planName: 'FREE' },
  role: 'ADMIN',
  ...more,
});
const register = async (more: Record<string, unknown> = {}): Promise<Answer> =>
  browser.postJson('/services/identity/register', {
    ...form(more),
    recaptcha: more.recaptcha ?? (await solveBotCheck(browser)),
  });
const put = (path: string, body: unknown) =>
  browser.send(path, { method: 'PUT', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
const resend = async (login: string) =>
  put('/services/identity/resend-link', { login, recaptcha: await solveBotCheck(browser) });
const tokenIn = (text: string | null | undefined) => /email-verified\?token=([\w-]+)/.exec(text ?? '')?.[1] ?? '';
const verify = (token: string) => browser.send(`/services/identity/verify-email?token=${token}`);
const activate = (token: string, chosen = password) =>
  browser.postJson('/services/identity/account-activation', { token, password: chosen });
const signIn = (username: string) =>
  browser.postForm('/services/identity/token', { grant_type: 'password', username, password });

describe('sign-up', () => {
  test('creates an account with plan FREE, role ADMIN and 30 days of trial, its login in lower case [sign-up-2]', async () => {
    const answer = await register();
    expect(answer).toMatchObject({
      status: 200,
      json: { message: 'We sent a link to grace@navy.test. Open it to go on.' },
    });
    expect(await app.users.findUserByEmail('grace@navy.test')).toMatchObject({
      email: 'grace@navy.test',
      role: 'ROLE_ADMIN',
      plan: 'FREE',
      organizationName: 'Navy-1 Ltd.',
      phoneNumber: '+1-2025550123',
      activated: false,
    });
    const [organization] = await query<{ ends: Date }>(
      app,
      `select plan_expires_at as ends from user_management.organization where name = 'Navy-1 Ltd.'`,
    );
    expect(organization?.ends.getTime()).toBe(clock.now().getTime() + 30 * 24 * 3600_000);
    const [registration] = await query<{ ip_address: string; terms_accepted_at: Date }>(
      app,
      'select ip_address, terms_accepted_at from identity.registration',
    );
    expect(registration).toEqual({ ip_address: '127.0.0.1', terms_accepted_at: clock.now() });
  });

  test('without a number the phone number is empty, and the country code defaults to +1 [sign-up-2]', async () => {
    await register({ login: 'silent@navy.test', contactNumber: undefined });
    await register({ login: 'indian@navy.test', countryCode: '+91', contactNumber: '9876543210' });
    expect((await app.users.findUserByEmail('silent@navy.test'))?.phoneNumber).toBe('');
    expect((await app.users.findUserByEmail('indian@navy.test'))?.phoneNumber).toBe('+91-9876543210');
  });

  test('the mailed link shows whose account it is, however often it is opened, and sets the password once', async () => {
    const [mail] = await mailsTo(app, 'grace@navy.test');
    expect(mail?.subject).toBe('Verify your e-mail address');
    const token = tokenIn(mail?.textBody);
    expect((await signIn('grace@navy.test')).status).toBe(400);
    for (let times = 0; times < 2; times += 1)
      expect((await verify(token)).json).toEqual({
        login: 'grace@navy.test',
        firstName: 'Grace',
        organizationName: 'Navy-1 Ltd.',
      });
    expect((await activate(token, 'password1')).json.code).toBe('IDENTITY_PASSWORD_TOO_COMMON');
    expect((await activate(token)).status).toBe(200);
    expect((await activate(token)).json.code).toBe('IDENTITY_RESET_LINK_INVALID');
    const signedIn = await signIn('grace@navy.test');
    expect(signedIn.status).toBe(200);
    const account = await browser.send('/services/identity/api/account', {
      headers: { authorization: `Bearer ${signedIn.json.access_token}` },
    });
    expect(account.json).toMatchObject({ role: 'ROLE_ADMIN', plan: 'FREE', firstLogin: true });
  });

  test('a known address gets the same response and a mail that no one else sees', async () => {
    await addUser(app, { email: 'known@example.test', password });
    const known = await register({ login: 'known@example.test' });
    const fresh = await register({ login: 'fresh@example.test' });
    expect(known.status).toBe(fresh.status);
    expect(known.json.message.replace('known', '*')).toBe(fresh.json.message.replace('fresh', '*'));
    expect((await mailsTo(app, 'known@example.test')).map(({ subject }) => subject)).toEqual([
      'You already have a Touchstone account',
    ]);
    expect((await app.users.findUserByEmail('known@example.test'))?.organizationName).toBe('Analytical Engines');
  });

  test('known and unknown addresses take the same time', async () => {
    const time = async (login: string) => {
      const recaptcha = await solveBotCheck(browser);
      const from = performance.now();
      await register({ login, recaptcha });
      return performance.now() - from;
    };
    for (const login of ['known@example.test', 'nobody-yet@example.test'])
      expect(await time(login)).toBeGreaterThanOrEqual(249);
  });

  test('a later sign-up of an address that was never verified replaces the earlier one', async () => {
    await register({ login: 'twice@example.test', organizationName: 'First' });
    await register({ login: 'twice@example.test', organizationName: 'Second' });
    const [second, first] = (await mailsTo(app, 'twice@example.test')).map((mail) => tokenIn(mail.textBody));
    expect((await verify(first ?? '')).json.code).toBe('IDENTITY_RESET_LINK_INVALID');
    expect((await verify(second ?? '')).json.organizationName).toBe('Second');
  });

  test('the link is mailed again for an account that waits for it, and for no other', async () => {
    await register({ login: 'again@example.test' });
    const answers = [
      await resend('again@example.test'),
      await resend('known@example.test'),
      await resend('no@one.test'),
    ];
    expect(answers.map(({ status, json }) => [status, json])).toEqual(
      Array(3).fill([200, { message: 'Verification e-mail sent.' }]),
    );
    expect(await mailsTo(app, 'again@example.test')).toHaveLength(2);
    expect((await mailsTo(app, 'known@example.test')).filter((m) => m.subject.startsWith('Verify'))).toHaveLength(0);
  });

  test('the link expires after 24 hours, and the abandoned sign-up after a week', async () => {
    await register({ login: 'late@example.test' });
    const [mail] = await mailsTo(app, 'late@example.test');
    clock.advance(24 * 3600_000 + 1);
    expect((await verify(tokenIn(mail?.textBody))).json.code).toBe('IDENTITY_RESET_LINK_INVALID');
    clock.advance(7 * 24 * 3600_000);
    await app.purge();
    expect(await app.users.findUserByEmail('late@example.test')).toBeUndefined();
    expect(await app.users.findUserByEmail('grace@navy.test')).toBeDefined();
  });

  test('links of a deactivated organization are invalid and not mailed, until it is active again', async () => {
    await register({ login: 'closed@example.test', organizationName: 'Closed' });
    const subjects = async () => (await mailsTo(app, 'closed@example.test')).length;
    const token = tokenIn((await mailsTo(app, 'closed@example.test'))[0]?.textBody);
    const switchOff = (at: Date | null) =>
      query(app, `update user_management.organization set deactivated_at = $1 where name = 'Closed'`, [at]);
    await switchOff(clock.now());
    expect((await verify(token)).json.code).toBe('IDENTITY_RESET_LINK_INVALID');
    expect((await activate(token)).json.code).toBe('IDENTITY_RESET_LINK_INVALID');
    await resend('closed@example.test');
    await browser.postJson('/services/identity/forgot-password-email', { login: 'closed@example.test' });
    expect(await subjects()).toBe(1);
    await switchOff(null);
    expect((await activate(token)).status).toBe(200);
    // The same with the link of a forgotten password.
    await browser.postJson('/services/identity/forgot-password-email', { login: 'closed@example.test' });
    const text = (await mailsTo(app, 'closed@example.test'))[0]?.textBody ?? '';
    const reset = () =>
      browser.postJson('/services/identity/reset-password', {
        token: /password-reset\?token=([\w-]+)/.exec(text)?.[1],
        password: 'another quiet password',
      });
    await switchOff(clock.now());
    expect((await reset()).json.code).toBe('IDENTITY_RESET_LINK_INVALID');
    await switchOff(null);
    expect((await reset()).status).toBe(200);
  });

  test('a user who never verified gets the verification link when a password is "forgotten"', async () => {
    await register({ login: 'forgetful@example.test' });
    await browser.postJson('/services/identity/forgot-password-email', { login: 'forgetful@example.test' });
    expect((await mailsTo(app, 'forgetful@example.test')).map(({ subject }) => subject)).toEqual([
      'Verify your e-mail address',
      'Verify your e-mail address',
    ]);
  });

  test('needs a solved bot check, and each solution counts once', async () => {
    expect((await browser.postJson('/services/identity/register', form())).json.message).toBe(
      'Recaptcha validation error.',
    );
    const recaptcha = await solveBotCheck(browser);
    expect((await register({ login: 'bot@one.test', recaptcha })).status).toBe(200);
    expect((await register({ login: 'bot@two.test', recaptcha })).json.message).toBe('Recaptcha verification error.');
    expect(await app.users.findUserByEmail('bot@two.test')).toBeUndefined();
  });

  test('one address cannot sign up without limit', async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 22; count += 1)
      statuses.push((await browser.postJson('/services/identity/register', form({ recaptcha: 'x' }))).status);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(1);
    expect(statuses[0]).toBe(400);
  });
});

const letters = (count: number) => 'a'.repeat(count);
const rules: [field: string, value: unknown, message: string][] = [
  ['firstName', '', 'Please enter first name'],
  ['firstName', '1st', 'Please enter valid first name'],
  ['firstName', letters(101), 'First name cannot be above 100 characters'],
  ['lastName', ' ', 'Please enter last name'],
  ['lastName', 'O<script>', 'Please enter valid last name'],
  ['lastName', letters(101), 'Last name cannot be above 100 characters'],
  ['login', '', 'Please enter email id'],
  ['login', 'nobody', 'Please enter valid email id'],
  ['contactNumber', '12', 'Please enter valid contact number'],
  ['contactNumber', '20255501234', 'Please enter valid contact number'],
  ['contactNumber', 'call me', 'Please enter valid contact number'],
  ['countryCode', '+0', 'Please select an option'],
  ['organizationName', '', 'Please enter organization name'],
  ['organizationName', '-x', 'Please enter valid organization name'],
  ['organizationName', letters(101), 'Organization name cannot be above 100 characters'],
  ['normalUsers', [{ termsAndConditionFlag: false }], 'The terms of service must be accepted.'],
];
describe('the rules of the form', () => {
  test.each(rules)('%s = %j: %s', async (field, value, message) => {
    const answer = await browser.postJson('/services/identity/register', form({ [field]: value, recaptcha: 'x' }));
    expect(answer.status).toBe(400);
    expect(answer.json.details.map((detail: { message: string }) => detail.message)).toContain(message);
  });
  test('names may contain spaces and quotes, 100 characters are allowed', async () => {
    const answer = await register({
      login: 'long@example.test',
      firstName: letters(100),
      lastName: `D'Arc “no”`.replace(/[“”]/g, '"'),
      organizationName: letters(100),
    });
    expect(answer.status).toBe(200);
  });
  test('unknown fields and another plan or role are rejected', async () => {
    for (const more of [{ plan: { planName: 'PRO' } }, { role: 'SUPERADMIN' }, { admin: true }])
      expect((await register(more)).status).toBe(400);
  });
});

describe('what belongs to sign-up', () => {
  test('when the address of the call is not known, the stored value says so [sign-up-7]', async () => {
    const behindProxy = await startTestApp({ trustProxy: true });
    try {
      const visitor = new Browser(behindProxy.url);
      const recaptcha = await solveBotCheck(visitor);
      const answer = await visitor.send('/services/identity/register', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': 'unknown' },
        body: JSON.stringify(form({ recaptcha })),
      });
      expect(answer.status).toBe(200);
      expect(await query(behindProxy, 'select ip_address from identity.registration')).toEqual([
        { ip_address: 'Failed to capture IP Address' },
      ]);
    } finally {
      await behindProxy.stop();
    }
  });

  test('the settings have the name of the sign-up page and the idle times', async () => {
    expect((await browser.send('/services/identity/sign-in-settings')).json).toEqual({
      signUpRoute: 'sign-up',
      issuer: null,
      keepsMails: true,
      publicCloud: false,
      idle: { enabled: true, thresholdSeconds: 86_400, countdownSeconds: 300 },
    });
  });

  test('messages and demonstrations reach the administrator of the installation', async () => {
    const base = { name: 'Eve', email: 'eve@example.test', message: 'Hi <b>you</b>' };
    for (const path of ['dropmessage', 'bookdemo'])
      expect(
        await browser.postJson(`/services/identity/api/${path}`, { ...base, recaptcha: await solveBotCheck(browser) }),
      ).toMatchObject({ status: 200 });
    const mails = await mailsTo(app, 'admin@touchstone.local');
    expect(mails.map(({ subject }) => subject).sort()).toEqual(['Demonstration for Eve', 'Message of Eve']);
    expect(mails[0]?.htmlBody).not.toContain('<b>');
    expect((await browser.postJson('/services/identity/api/dropmessage', base)).status).toBe(400);
  });

  test('PUT update-users changes the names and number of the caller', async () => {
    const { json } = await signIn('grace@navy.test');
    const change = (body: unknown) =>
      browser.send('/services/identity/update-users', {
        method: 'PUT',
        headers: { authorization: `Bearer ${json.access_token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    expect((await change({ lastName: 'Murray', countryCode: '+44', contactNumber: '2079460000' })).status).toBe(200);
    expect((await change({ firstName: '' })).status).toBe(400);
    expect(await app.users.findUserByEmail('grace@navy.test')).toMatchObject({
      firstName: 'Grace',
      lastName: 'Murray',
      phoneNumber: '+44-2079460000',
    });
  });
});
