import type { Page } from '@playwright/test';
import { password } from '../control.ts';
import { expect, test } from '../fixtures.ts';
import { loginPage } from '../pages/login.page.ts';
import { shell } from '../pages/shell.page.ts';

/** Overrides the server's times; the page uses them. */
const setIdle = (page: Page, idle: { enabled: boolean; thresholdSeconds: number; countdownSeconds: number }) =>
  page.route('**/identity/sign-in-settings', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), idle } });
  });
const countdown = (page: Page) => page.getByRole('dialog', { name: 'Session Timeout' });
const expired = (page: Page) => page.getByRole('dialog', { name: 'Session Expired' });

test('the countdown opens, Continue restarts the watch, in every tab [idle-session-1] [idle-session-2]', async ({
  app,
  context,
}) => {
  await setIdle(app, { enabled: true, thresholdSeconds: 3, countdownSeconds: 240 });
  await app.goto('/api-testing/workspace');
  await expect(shell(app).heading('Workspace')).toBeVisible();
  const second = await context.newPage();
  await setIdle(second, { enabled: true, thresholdSeconds: 3, countdownSeconds: 240 });
  await second.goto('/api-testing/workspace');
  await expect(countdown(app)).toContainText(
    /Session will be terminated in [34] minutes and \d+ seconds. Do you wish to continue the session\?/,
  );
  await expect(countdown(second)).toBeVisible();
  await expect(countdown(app).getByRole('button')).toHaveText(['Continue']);
  await countdown(app).getByRole('button', { name: 'Continue' }).click();
  await expect(countdown(app)).toBeHidden();
  await expect(countdown(second)).toBeHidden();
  await expect(countdown(app)).toBeVisible();
});

test('when the countdown ends the server session ends too, and the user must sign in again; a tab that becomes visible finds it out too, and nobody is put out where the flag is off [idle-session-3] [idle-session-4] [idle-session-5]', async ({
  app,
  admin,
}) => {
  await setIdle(app, { enabled: true, thresholdSeconds: 2, countdownSeconds: 2 });
  await app.goto('/api-testing/workspace');
  const logout = app.waitForRequest(/\/identity\/logout\?/);
  await expect(countdown(app)).toBeVisible();
  await logout;
  await expect(expired(app)).toContainText(
    'Your session has expired due to inactivity. To continue, please log in again.',
  );
  await app.keyboard.press('Escape');
  await expect(expired(app)).toBeVisible();
  expect(await app.evaluate(() => sessionStorage.getItem('touchstone.session-ended'))).toBe('idle');
  await app.unroute('**/identity/sign-in-settings');
  await expired(app).getByRole('button', { name: 'Login' }).click();
  await loginPage(app).signIn(admin.email, password);
  await expect(app).toHaveURL(/\/api-testing\/workspace/);

  await expect(shell(app).heading('Workspace')).toBeVisible();
  await app.evaluate(() => sessionStorage.setItem('touchstone.session-ended', 'idle'));
  // The idle watch starts once the settings have loaded, which nothing on the page shows.
  await expect(async () => {
    await app.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(expired(app)).toContainText('due to inactivity', { timeout: 3000 });
  }).toPass();

  await app.evaluate(() => sessionStorage.removeItem('touchstone.session-ended'));
  await setIdle(app, { enabled: false, thresholdSeconds: 1, countdownSeconds: 1 });
  await app.clock.install();
  await app.goto('/api-testing/workspace');
  await expect(shell(app).heading('Workspace')).toBeVisible();
  await app.clock.fastForward(10_000);
  await expect(countdown(app)).toBeHidden();
  await expect(expired(app)).toBeHidden();
});
