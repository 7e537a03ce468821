import type { Page } from '@playwright/test';
import type { SignInSettings } from '@touchstone/contracts/identity';
import { expectAccessible } from '../accessibility.ts';
import { control, password } from '../control.ts';
import { expect, test } from '../fixtures.ts';
import { loginPage } from '../pages/login.page.ts';
import { shell } from '../pages/shell.page.ts';

/** The real answer with the changes that the test needs: the settings apply to everyone on the server. */
async function withSettings(page: Page, change: Partial<SignInSettings>): Promise<void> {
  await page.route('**/identity/sign-in-settings', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), ...change } });
  });
}
const welcome = (page: Page) => shell(page).heading('Welcome, Ada');
async function signIn(page: Page, email: string): Promise<void> {
  await page.goto('/login');
  await loginPage(page).signIn(email, password);
}

test('the first sign-in of the public edition begins with the welcome, once [sign-in-2] [api-workspaces-5]', async ({
  page,
  admin,
}) => {
  test.slow();
  await withSettings(page, { publicCloud: true });
  await control('sql', {
    text: 'update user_management."user" set login_count = 0 where id = $1',
    values: [admin.userId],
  });
  await control('sql', { text: 'delete from identity.oidc_payload where account_id = $1', values: [admin.userId] });
  await signIn(page, admin.email);
  await expect(welcome(page)).toBeVisible();
  await expect(page).toHaveURL(/\/api-onboarding\/welcome$/);
  await expect(page.getByRole('navigation', { name: 'Services and links' })).toHaveCount(0);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
  // No other page opens before it.
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/api-onboarding\/welcome$/);
  await page.getByRole('button', { name: 'Open sample workspace' }).click();
  await expect(page).toHaveURL(/\/api-test-suite\?project=/);
  await expect(shell(page).heading('Test Suites')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Pets', exact: true })).toBeVisible();
  // The server remembers it: not here, not after a reload, not at the next sign-in.
  await page.goto('/api-onboarding/welcome');
  await expect(page).toHaveURL(/\/dashboard$/);
  await shell(page).signOut();
  await expect(page).toHaveURL(/\/login\?interaction=/);
  await loginPage(page).signIn(admin.email, password);
  await expect(page).toHaveURL(/\/api-testing\/workspace/);
});

test('where an external issuer keeps the accounts, the page asks for no password and signs out there too; the welcome is not for this edition [api-workspaces-5]', async ({
  app,
  baseURL,
}) => {
  test.slow();
  await app.goto('/api-onboarding/welcome');
  await expect(app).toHaveURL(/\/dashboard$/);
  await withSettings(app, { issuer: 'sso.example' });
  await app.goto('/account/security');
  await expect(app.getByText('Your password is managed by sso.example.')).toBeVisible();
  await expect(app.getByLabel('Current password')).toHaveCount(0);
  await app.route('**/identity/logout?*', async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      json: { ...(await response.json()), redirectTo: `${baseURL}/tos?signed-out-there` },
    });
  });
  await shell(app).signOut();
  await expect(app).toHaveURL(/\/tos\?signed-out-there/);
  for (const path of ['/forgot-password', '/update-password?token=x', '/email-verified?token=x', '/sign-up']) {
    await app.goto(path);
    await expect(app).toHaveURL(/\/login\?interaction=/);
  }
  await app.goto(`${app.url()}&problem=unknown-person`);
  await expect(app.getByRole('alert')).toHaveText(
    'You have no account here yet. Ask an administrator of your organization to add you.',
  );
  await expect(app.getByLabel('E-mail')).toHaveCount(0);
  const again = app.waitForRequest((request) => /authorize\?.*prompt=login/.test(request.url()));
  await app.getByRole('button', { name: 'Sign in at sso.example' }).click();
  await again;
});
