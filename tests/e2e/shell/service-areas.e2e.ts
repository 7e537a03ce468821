import { signInPage } from '../browser-session.ts';
import { expect, test } from '../fixtures.ts';
import { shell } from '../pages/shell.page.ts';

test('addresses of services that are not here ask for sign-in, and say what they are', async ({
  page,
  admin,
  baseURL,
}) => {
  await page.goto('/device-farm/manual-test');
  await expect(page).toHaveURL(/\/login/);
  await signInPage(page, admin, baseURL ?? '');
  for (const [path, title] of [
    ['/device-farm/manual-test', 'Device Farm'],
    ['/integrations', 'Integrations'],
    ['/mobilityruningtest-report', 'Mobile Testing'],
  ] as const) {
    await page.goto(path);
    await expect(shell(page).heading(title)).toBeVisible();
    await expect(page).toHaveTitle(`${title} · Touchstone`);
    await expect(page.getByRole('heading', { name: `${title} is not part of this version` })).toBeVisible();
  }
  await page.getByRole('link', { name: 'Go to the dashboard' }).click();
  await expect(shell(page).heading('Dashboard')).toBeVisible();
});
