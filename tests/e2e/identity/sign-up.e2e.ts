import { readFile } from 'node:fs/promises';
import { control, password } from '../control.ts';
import { expect, test } from '../fixtures.ts';
import { signUpPage } from '../pages/sign-up.page.ts';

const newEmail = () => `grace-${crypto.randomUUID()}@Navy.test`;
const linkTo = async (to: string): Promise<string> => {
  const mails = () => control('outbox', { to });
  await expect.poll(async () => (await mails()).length).toBeGreaterThan(0);
  return /https?:\/\/\S+/.exec((await mails())[0]?.text ?? '')?.[0] ?? '';
};

test('a company signs up in a narrow window by keys alone, verifies its e-mail address, sets a password and signs in [sign-up-2] [sign-up-3]', async ({
  page,
}) => {
  const email = newEmail();
  await page.goto('/login');
  await page.getByRole('link', { name: 'Sign up your organization' }).click();
  await expect(page).toHaveURL(/\/sign-up$/);
  const form = signUpPage(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expect(form.firstName).toBeFocused();
  const { keyboard } = page;
  for (const text of ['Grace', "O'Hopper", email]) {
    await keyboard.type(text);
    await keyboard.press('Tab');
  }
  await expect(form.country).toBeFocused();
  for (const text of ['2025550123', 'Navy-1']) {
    await keyboard.press('Tab');
    await keyboard.type(text);
  }
  await keyboard.press('Tab');
  await expect(form.terms).toBeFocused();
  await keyboard.press('Space');
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Terms of Service and Privacy' });
  await expect(dialog).toBeVisible();
  await keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Terms of Service and Privacy' })).toBeFocused();
  await keyboard.press('Tab');
  const sent = page.waitForRequest(/\/identity\/register$/);
  await keyboard.press('Enter');
  expect((await sent).postDataJSON()).toMatchObject({
    login: email.toLowerCase(),
    countryCode: '+1',
    contactNumber: '2025550123',
    phoneNumber: '+1-2025550123',
    normalUsers: [{ termsAndConditionFlag: true }],
    plan: { planName: 'FREE' },
    role: 'ADMIN',
    isSSO: false,
  });
  await expect(page.getByRole('heading', { name: 'Verify your e-mail' })).toBeVisible();
  await expect(form.email).toHaveValue(email.toLowerCase());
  await expect(form.email).toHaveAttribute('readonly');
  await page.getByRole('button', { name: 'Resend Verification Email' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Verification e-mail sent.' })).toBeVisible();

  await page.goto(await linkTo(email.toLowerCase()));
  await expect(page.getByRole('heading', { name: 'Welcome, Grace' })).toBeVisible();
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByLabel('New password again').fill(password);
  await page.getByRole('button', { name: 'Set password' }).click();
  // The password that was just set signs in; the new company has a sample workspace.
  await expect(page.getByRole('main')).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('the form: messages of its fields, countries, terms, and a sign-up that is held or refused [sign-up-1] [sign-up-4] [sign-up-6] [country-table-1]', async ({
  page,
}) => {
  test.slow();
  await page.goto('/sign-up');
  const form = signUpPage(page);
  await test.step('countries are found by name and by dial code, from +1 on', async () => {
    const { country } = form;
    await expect(country).toHaveValue('+1 United States');
    await country.click();
    await expect.poll(() => page.getByRole('option').count()).toBeGreaterThan(190);
    await country.fill('ndia');
    await expect(page.getByRole('option')).toHaveText(['+91 India']);
    await country.fill('+44');
    await page.getByRole('option', { name: '+44 United Kingdom' }).click();
    await expect(country).toHaveValue('+44 United Kingdom');
  });
  await test.step('terms are downloaded, accepted and closed', async () => {
    const open = () => page.getByRole('button', { name: 'Terms of Service and Privacy' }).click();
    const dialog = page.getByRole('dialog', { name: 'Terms of Service and Privacy' });
    await open();
    await expect(dialog.getByRole('heading', { name: '1. The service' })).toBeVisible();
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download' }).click();
    const file = await (await download).path();
    expect(await readFile(file, 'utf8')).toContain('# Terms of Service and Privacy');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(dialog).toBeHidden();
    await expect(form.terms).not.toBeChecked();
    await open();
    await dialog.getByRole('button', { name: 'Accept' }).click();
    await expect(dialog).toBeHidden();
    await expect(form.terms).toBeChecked();
    await page.route('**/terms-of-service.md', (route) => route.abort());
    await open();
    await dialog.getByRole('button', { name: 'Download' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Error Downloading' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await form.terms.uncheck();
  });
  await test.step('Free Trial leads to the first field, Contact Us writes to the operator', async () => {
    await form.organization.focus();
    await page.getByRole('button', { name: 'Free Trial' }).click();
    await expect(form.firstName).toBeFocused();
    await page.getByRole('button', { name: 'Contact Us' }).click();
    const dialog = page.getByRole('dialog', { name: 'Contact Us' });
    const text = `Hello ${crypto.randomUUID()}`;
    await dialog.getByRole('button', { name: 'Send message' }).click();
    await expect(dialog.getByText('This field is required').first()).toBeVisible();
    await dialog.getByLabel('Name').fill('Eve');
    await dialog.getByLabel('E-mail').fill('eve@example.test');
    await dialog.getByLabel('Message').fill(text);
    await dialog.getByRole('button', { name: 'Send message' }).click();
    await expect(dialog).toBeHidden();
    const mails = await control('outbox', { to: 'admin@example.test' });
    expect(mails.some((mail) => mail.text.includes(text))).toBe(true);
  });
  await test.step('fields show their message once they were changed and left, and terms open the button', async () => {
    await expect(form.submit).toBeDisabled();
    await form.firstName.focus();
    await form.lastName.focus();
    await expect(page.getByText('Please enter first name')).toBeHidden();
    const cases = [
      [form.firstName, '1', 'Please enter valid first name'],
      [form.firstName, '', 'Please enter first name'],
      [form.lastName, 'a'.repeat(101), 'Last name cannot be above 100 characters'],
      [form.email, 'nobody', 'Please enter valid email id'],
      [form.number, '12', 'Please enter valid contact number'],
      [form.organization, '-', 'Please enter valid organization name'],
    ] as const;
    for (const [field, value, message] of cases) {
      await field.fill(value || 'x');
      await field.fill(value);
      await field.blur();
      await expect(page.getByText(message)).toBeVisible();
    }
    await form.terms.check();
    await expect(form.submit).toBeEnabled();
    await form.submit.click();
    await expect(page.getByText('Please enter valid organization name')).toBeVisible();
    await expect(page).toHaveURL(/\/sign-up$/);
  });
  await test.step('a refusal is told, and takes the acceptance back', async () => {
    await page.route('**/identity/register', (route) =>
      route.fulfill({ status: 409, json: { code: 'X', message: 'The server says no.', details: [] } }),
    );
    await form.number.fill('');
    await form.fill(newEmail());
    await form.submit.click();
    await expect(page.getByRole('alert').filter({ hasText: 'The server says no.' })).toBeVisible();
    await expect(form.terms).not.toBeChecked();
    await expect(form.submit).toBeDisabled();
    await expect(form.firstName).toHaveValue('Grace');
    await page.unroute('**/identity/register');
  });
  await test.step('while a sign-up is on its way the button is disabled', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/identity/register', async (route) => {
      await held;
      await route.fulfill({ json: { message: 'ok' } });
    });
    await form.terms.check();
    await form.submit.click();
    await expect(form.submit).toBeDisabled();
    release();
    await expect(page.getByRole('heading', { name: 'Verify your e-mail' })).toBeVisible();
  });
  await test.step('the page of the terms downloads too, and asks for no acceptance', async () => {
    await page.goto('/tos');
    await expect(page.getByRole('heading', { level: 1, name: 'Terms of Service and Privacy' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Download' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Accept' })).toBeHidden();
  });
});

test('the page has the name that the server gives it; the other names lead there, and a provider is gone to at once [sign-up-8]', async ({
  page,
}) => {
  await page.goto('/register?x=1');
  await expect(page).toHaveURL(/\/sign-up\?x=1$/);
  await page.route('**/identity/sign-in-settings', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), signUpRoute: 'join-us' } });
  });
  for (const path of ['/sign-up', '/join-us']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/join-us$/);
    await expect(page.getByRole('heading', { name: 'Sign Up' })).toBeVisible();
  }
  await page.goto('/join-them');
  await expect(page.getByText('Error Code 404', { exact: true })).toBeVisible();

  await page.unrouteAll();
  const left = page.waitForRequest((request) => request.url().includes('/services/identity/authorize?'));
  await page.goto('/sign-up?forewardToSSO=true&provider=acme');
  const asked = await left;
  expect(new URL(asked.url()).searchParams.get('kc_idp_hint')).toBe('acme');
  // Closing a page during a navigation may hang. This provider isn't configured here, so it is our own issuer.
  await page.waitForURL(/\/login\?interaction=/);
});
