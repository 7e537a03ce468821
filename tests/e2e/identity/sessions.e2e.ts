import type { Page } from '@playwright/test';
import { changePerson, signInPage } from '../browser-session.ts';
import { password } from '../control.ts';
import { expect, test } from '../fixtures.ts';
import { loginPage } from '../pages/login.page.ts';
import { shell } from '../pages/shell.page.ts';

const multiple = (page: Page) => page.getByRole('dialog', { name: 'Multiple Sessions Detected' });

test('a second sign-in finds the first one, and terminates either of them [multi-session-1] [multi-session-2]', async ({
  elsewhere,
  page,
  admin,
  baseURL,
}) => {
  const other = await elsewhere();
  await signInPage(other, admin, baseURL ?? '');
  await page.goto('/api-testing/report-dashboard');
  await loginPage(page).signIn(admin.email, password);
  await expect(multiple(page)).toContainText('An existing session has been detected for the current account');
  await expect(multiple(page)).toContainText('cancel your login, or terminate the remote session.');
  await expect(multiple(page).getByRole('button')).toHaveText([
    'Terminate Remote Session',
    'Terminate Current Session',
  ]);
  await page.keyboard.press('Escape');
  await expect(multiple(page)).toBeVisible();
  await multiple(page).getByRole('button', { name: 'Terminate Current Session' }).click();
  await expect(page).toHaveURL(/\/login\?interaction=/);
  await other.goto('/api-testing/workspace');
  await expect(shell(other).heading('Workspace')).toBeVisible();

  await page.goto('/api-testing/report-dashboard');
  await loginPage(page).signIn(admin.email, password);
  await multiple(page).getByRole('button', { name: 'Terminate Remote Session' }).click();
  await expect(page).toHaveURL(/\/report-dashboard/);
  await other.goto('/api-testing/workspace');
  await expect(other).toHaveURL(/\/login\?interaction=/);

  // A session that wasn't terminated is found and ended later.
  await loginPage(other).signIn(admin.email, password);
  await expect(multiple(other)).toBeVisible();
  await page.goto('/account/security');
  const sessions = page.getByRole('region', { name: 'Open sessions' });
  await expect(sessions.getByText('this session')).toBeVisible();
  await sessions.getByRole('button', { name: 'End other sessions' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End other sessions' }).click();
  await expect(sessions.getByRole('button', { name: 'End other sessions' })).toBeHidden();
  await other.goto('/api-testing/workspace');
  await expect(other).toHaveURL(/\/login\?interaction=/);
});

/** Follows the link even if a pending call has opened a dialog over it. */
const openSuites = (page: Page) => shell(page).area.getByRole('link', { name: 'Test Suites' }).dispatchEvent('click');

const refusals = [
  ['401', { status: 401, json: { code: 'X', message: 'no' } }],
  ['229 in the body', { status: 200, json: { code: 229, message: 'no' } }],
] as const;

test('a refusal that cannot be mended opens Session Expired once, with Login, but not on the sign-up page; a reload forces logout [multi-session-3] [multi-session-5]', async ({
  app,
  admin,
  projectId,
  baseURL,
}) => {
  test.slow();
  const dialog = app.getByRole('dialog', { name: 'Session Expired' });
  const open = async () => {
    await app.goto(`/api-testing/workspace?project=${projectId}`);
    await expect(shell(app).heading('Workspace')).toBeVisible();
  };
  for (const [name, answer] of refusals)
    await test.step(name, async () => {
      await open();
      await app.route('**/services/api-testing/**', (route) => route.fulfill(answer));
      await openSuites(app);
      await expect(dialog).toContainText('Your session has expired. Please login again.');
      await expect(dialog).toHaveCount(1);
      await app.keyboard.press('Escape');
      await expect(dialog).toBeVisible();
      await app.unroute('**/services/api-testing/**');
      await app.reload();
      await expect(app).toHaveURL(/\/login\?interaction=/);
      await changePerson(app, admin, baseURL ?? '');
    });
  await test.step('a refresh that fails', async () => {
    await open();
    await app.context().clearCookies();
    await app.route('**/services/api-testing/**', (route) => route.fulfill(refusals[0][1]));
    await openSuites(app);
    await expect(dialog.getByRole('button')).toHaveText(['Login']);
    await app.goto('/sign-up');
    await expect(app.getByRole('heading', { name: 'Sign Up' })).toBeVisible();
    await expect(dialog).toBeHidden();
  });
});
