import { signInPage } from '../browser-session.ts';
import { control, password } from '../control.ts';
import { expect, test } from '../fixtures.ts';
import { loginPage } from '../pages/login.page.ts';
import { shell } from '../pages/shell.page.ts';

const denied = 'You do not have access to this application.';

test('who becomes a DevOps user sees a message, is logged out and does not come back [access-control-5]', async ({
  app,
  admin,
  elsewhere,
  baseURL,
}) => {
  test.slow();
  const person = await control('user', { colleagueId: admin.userId, role: 'ROLE_USER' });
  const page = await elsewhere();
  await signInPage(page, person, baseURL ?? '');
  await page.goto('/dashboard');
  await shell(page).profile.click();

  await app.goto('/account/users');
  await app.getByRole('row', { name: new RegExp(person.email) }).click();
  const user = app.getByRole('dialog', { name: /^Edit / });
  await user.getByRole('combobox', { name: 'Role' }).click();
  await app.getByRole('option', { name: 'DevOps (no access)' }).click();
  await user.getByRole('button', { name: 'Save user' }).click();
  await expect(app.getByRole('row', { name: new RegExp(person.email) })).toContainText('DevOps');

  // A call may still succeed if the server answers it from its cache.
  const dialog = page.getByRole('dialog', { name: 'No access' });
  await expect(async () => {
    if (await dialog.isVisible()) return;
    for (const scheme of ['Dark', 'Light']) await page.getByText(scheme, { exact: true }).click({ timeout: 2000 });
    await expect(dialog).toBeVisible({ timeout: 2000 });
  }).toPass();
  await expect(dialog.getByText(denied)).toBeVisible();
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Login' }).click();
  await loginPage(page).signIn(person.email, password);
  await expect(page.getByRole('alert')).toHaveText(denied);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();

  await app.goto('/account/users');
  await app.getByRole('button', { name: 'Invite users' }).click();
  await app.getByRole('dialog').getByRole('combobox', { name: 'Role' }).click();
  await expect(app.getByRole('option', { name: 'User', exact: true })).toBeVisible();
  await expect(app.getByRole('option', { name: /DevOps/ })).toHaveCount(0);
  await page.close();
});
