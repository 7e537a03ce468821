import { control, password } from '../control.ts';
import { expect, test } from '../fixtures.ts';
import { loginPage } from '../pages/login.page.ts';
import { shell } from '../pages/shell.page.ts';

test('from the empty path past a failed bot check and a wrong password to the dashboard, where /login leads then too [sign-in-1] [sign-in-2] [sign-in-3] [sign-in-4] [sign-in-6]', async ({
  page,
  admin,
}) => {
  const odd = 'a+b%20c&d=e %2B ü #1';
  await control('password', { userId: admin.userId, password: odd });
  const login = loginPage(page);
  await page.goto('/');
  await expect(page).toHaveURL(/\/login\?interaction=/);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await test.step('without a solved bot check sign-in is refused', async () => {
    await page.route('**/services/identity/bot-challenge', (route) => route.fulfill({ json: {} }));
    await page.reload();
    await login.signIn(admin.email, odd);
    await expect(login.problem).toHaveText('Recaptcha validation error.');
    await expect(page).toHaveURL(/\/login/);
    await page.unroute('**/services/identity/bot-challenge');
  });
  await test.step('a wrong password shows what the identity server says', async () => {
    await page.reload();
    const answer = page.waitForResponse(/\/interaction\/login$/);
    await login.signIn(admin.email, 'not the password');
    const { message } = (await (await answer).json()) as { message: string };
    await expect(login.problem).toHaveText(message);
    await expect(login.password).toBeFocused();
  });
  await test.step('a password with plus, percent and ampersand signs in, to the landing page', async () => {
    await login.signIn(admin.email, odd);
    await expect(page).toHaveURL(/\/dashboard$/);
  });
  // Signed in by the issuer's cookie.
  await page.goto('/login');
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('the right password reaches the path that was wanted before; a reload keeps the session, in which no script can read the refresh token; Logout ends it [sign-in-2] [sign-in-7]', async ({
  page,
  admin,
  context,
}) => {
  await page.goto('/api-testing/report-dashboard?status=Fail');
  await loginPage(page).signIn(admin.email, password);
  await expect(page.getByRole('status')).toHaveText('Signed in');
  await expect(page).toHaveURL(/\/api-testing\/report-dashboard\?status=Fail/);
  await expect(shell(page).heading('Report Dashboard')).toBeVisible();
  // The document lists the frame's files for signed-in users.
  expect((await page.reload())?.headers().link).toMatch(/shell-[\w-]+\.js>; rel=modulepreload/);
  await expect(shell(page).heading('Report Dashboard')).toBeVisible();
  const refresh = (await context.cookies()).find((cookie) => cookie.name === 'touchstone_refresh');
  expect(refresh).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
  const readable = await page.evaluate(() =>
    [document.cookie, JSON.stringify(localStorage), JSON.stringify(sessionStorage)].join('\n'),
  );
  expect(readable).not.toContain(refresh?.value);
  expect(readable).not.toMatch(/eyJ[\w-]+\.[\w-]+\./);
  await test.step('Logout ends the session here and on the server', async () => {
    await shell(page).signOut();
    await expect(page).toHaveURL(/\/login\?interaction=/);
    expect((await context.cookies()).map((cookie) => cookie.name)).not.toContain('touchstone_refresh');
    await page.goto('/api-testing/workspace');
    await expect(page).toHaveURL(/\/login\?interaction=/);
  });
});

const recoveryPages = [
  ['/forgot-password', 'Reset your password'],
  ['/password-reset?token=abc', 'Set a new password'],
  ['/password-reset', 'This link is not complete'],
  ['/password-resetted', 'Password changed'],
  ['/update-password?token=abc', 'Set a new password'],
  ['/email-verified?token=abc', 'This link is no longer valid'],
  ['/login-actions/reset-credentials', 'Reset your password'],
  ['/login-actions/reset-credentials/ana', 'Reset your password'],
] as const;
test('the pages about passwords open without a session [sign-in-8]', async ({ page }) => {
  for (const [path, title] of recoveryPages)
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    });
});

test('a forgotten password is replaced by the link of the mail', async ({ page, admin }) => {
  await page.goto('/login');
  await loginPage(page).forgotPassword.click();
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible();
  await page.getByLabel('E-mail').fill(admin.email);
  await page.getByRole('button', { name: 'Mail me a link' }).click();
  await expect(page.getByRole('status')).toContainText('a mail with a link is on its way');
  const mails = () => control('outbox', { to: admin.email });
  await expect.poll(async () => (await mails()).length).toBe(1);
  const [mail] = await mails();
  const link = /https?:\/\/\S+/.exec(mail?.text ?? '')?.[0] ?? '';
  await page.goto(link);
  const chosen = 'a new long pass phrase 7';
  await page.getByLabel('New password', { exact: true }).fill(chosen);
  await page.getByLabel('New password again').fill('another');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText('The password confirmation does not match')).toBeVisible();
  await page.getByLabel('New password again').fill(chosen);
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByRole('heading', { name: 'Password changed' })).toBeVisible();
  await page
    .getByRole('button', { name: 'Sign in' })
    .or(page.getByRole('link', { name: 'Sign in' }))
    .click();
  await loginPage(page).signIn(admin.email, chosen);
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('a session that ended elsewhere asks to sign in again and comes back', async ({
  app,
  admin,
  projectId,
  baseURL,
}) => {
  await app.goto(`/api-testing/workspace?project=${projectId}`);
  await expect(shell(app).heading('Workspace')).toBeVisible();
  const call = app.waitForRequest((request) => request.headers().authorization !== undefined);
  await app.reload();
  const authorization = (await call).headers().authorization ?? '';
  await expect(shell(app).heading('Workspace')).toBeVisible();
  const ended = await fetch(`${baseURL}/services/identity/logout`, { headers: { authorization } });
  expect(ended.status).toBe(200);
  // Its streams end with it, so the page notices automatically.
  const dialog = app.getByRole('dialog', { name: 'Session Expired' });
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole('button')).toHaveText(['Login']);
  await app.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Login' }).click();
  await loginPage(app).signIn(admin.email, password);
  await expect(app).toHaveURL(/\/api-testing\/workspace\?project=/);
});

test('each identity provider is a button that leads to its sign-in; sign-up has them too, and what went wrong at a provider is told [sign-in-5] [sign-up-5]', async ({
  page,
}) => {
  await page.route('**/identity/get-identity-providers', (route) =>
    route.fulfill({ json: [{ alias: 'acme', displayName: 'Acme', imageUrl: '/favicon.svg' }] }),
  );
  for (const path of ['/login', '/sign-up']) {
    await page.goto(path);
    const button = page.getByRole('button', { name: 'Continue with Acme' });
    await expect(button.locator('img')).toHaveAttribute('src', '/favicon.svg');
    const left = page.waitForRequest((request) => /authorize\?.*kc_idp_hint=acme/.test(request.url()));
    await button.click();
    expect((await left).isNavigationRequest()).toBe(true);
    expect(await page.evaluate(() => sessionStorage.getItem('touchstone.social-login'))).toBe('acme');
  }

  await page.goto('/login');
  await page.waitForURL(/interaction=/);
  await page.goto(`${page.url()}&problem=unverified-email`);
  await expect(page.getByRole('alert')).toContainText("hasn't verified your e-mail address");
});
