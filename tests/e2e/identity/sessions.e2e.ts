import type { Page } from '@playwright/test';
import { signInPage } from '../browser-session.ts';
import { type Person, password } from '../control.ts';
import { expect, test } from '../fixtures.ts';
import { loginPage } from '../pages/login.page.ts';
import { shell } from '../pages/shell.page.ts';

/** Signs the person in on a page of another browser. */
async function signedIn(page: Page, person: Person, origin: string): Promise<Page> {
  await signInPage(page, person, origin);
  return page;
}
const multiple = (page: Page) => page.getByRole('dialog', { name: 'Multiple Sessions Detected' });

test('a second sign-in finds the first one, and terminates it [multi-session-1] [multi-session-2]', async ({
  elsewhere,
  page,
  admin,
  baseURL,
}) => {
  const other = await signedIn(await elsewhere(), admin, baseURL ?? '');
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
  await multiple(page).getByRole('button', { name: 'Terminate Remote Session' }).click();
  await expect(page).toHaveURL(/\/report-dashboard/);
  await other.goto('/api-testing/workspace');
  await expect(other).toHaveURL(/\/login\?interaction=/);
});

test('terminating the current session leaves the other one [multi-session-2]', async ({
  elsewhere,
  page,
  admin,
  baseURL,
}) => {
  const other = await signedIn(await elsewhere(), admin, baseURL ?? '');
  await page.goto('/login');
  await loginPage(page).signIn(admin.email, password);
  await multiple(page).getByRole('button', { name: 'Terminate Current Session' }).click();
  await expect(page).toHaveURL(/\/login\?interaction=/);
  await other.goto('/api-testing/workspace');
  await expect(shell(other).heading('Workspace')).toBeVisible();
});

/** Follows the link even where a call that was under way has opened a dialog over it. */
const openSuites = (page: Page) => shell(page).area.getByRole('link', { name: 'Test Suites' }).dispatchEvent('click');

for (const [name, answer] of [
  ['401', { status: 401, json: { code: 'X', message: 'no' } }],
  ['229', { status: 229, json: { code: 'X', message: 'no' } }],
  ['229 in the body', { status: 200, json: { code: 229, message: 'no' } }],
] as const)
  test(`an answer with ${name} opens the modal once, and a reload forces logout [multi-session-3]`, async ({
    app,
    projectId,
  }) => {
    await app.goto(`/api-testing/workspace?project=${projectId}`);
    await expect(shell(app).heading('Workspace')).toBeVisible();
    await app.route('**/services/api-testing/**', (route) => route.fulfill(answer));
    await openSuites(app);
    const dialog = app.getByRole('dialog', { name: 'Session Expired' });
    await expect(dialog).toContainText('Your session has expired. Please login again.');
    await expect(dialog).toHaveCount(1);
    await app.keyboard.press('Escape');
    await expect(dialog).toBeVisible();
    await app.unroute('**/services/api-testing/**');
    await app.reload();
    await expect(app).toHaveURL(/\/login\?interaction=/);
  });

test('a failed refresh opens Session Expired with Login, and not on the sign-up page [multi-session-5]', async ({
  app,
  projectId,
}) => {
  await app.goto(`/api-testing/workspace?project=${projectId}`);
  await expect(shell(app).heading('Workspace')).toBeVisible();
  await app.context().clearCookies();
  await app.route('**/services/api-testing/**', (route) =>
    route.fulfill({ status: 401, json: { code: 'X', message: 'no' } }),
  );
  await openSuites(app);
  const dialog = app.getByRole('dialog', { name: 'Session Expired' });
  await expect(dialog.getByRole('button')).toHaveText(['Login']);
  await app.goto('/sign-up');
  await expect(app.getByRole('heading', { name: 'Sign Up' })).toBeVisible();
  await expect(dialog).toBeHidden();
});

test('the security page lists sessions and ends them', async ({ elsewhere, app, admin, baseURL }) => {
  const other = await signedIn(await elsewhere(), admin, baseURL ?? '');
  await app.goto('/account/security');
  const sessions = app.getByRole('region', { name: 'Open sessions' });
  await expect(sessions.getByText('this session')).toBeVisible();
  await sessions.getByRole('button', { name: 'End other sessions' }).click();
  await app.getByRole('dialog').getByRole('button', { name: 'End other sessions' }).click();
  await expect(sessions.getByRole('button', { name: 'End other sessions' })).toBeHidden();
  await other.goto('/api-testing/workspace');
  await expect(other).toHaveURL(/\/login\?interaction=/);
});
