import { changePerson } from '../browser-session.ts';
import { control } from '../control.ts';
import { expect, test } from '../fixtures.ts';
import { shell } from '../pages/shell.page.ts';
import { tourPage } from '../pages/tour.page.ts';

// app/access.test.tsx proves that each route is open exactly to its roles: this tests what they see.
test('a user, a guest and the system user see what is for them, and are told that a page is not [guided-tours-1] [organisation-dashboard-1]', async ({
  app: page,
  admin,
  baseURL,
}) => {
  test.slow();
  const links = page.getByRole('navigation', { name: 'Account' });
  const refused = async (path: string, heading: string) => {
    await page.goto(path);
    await expect(shell(page).heading('Your role has no access to this page.')).toBeVisible();
    await expect(shell(page).heading(heading)).toHaveCount(0);
  };
  await refused('/organization-dashboard/limits', 'Organization Dashboard');
  await refused('/organization-dashboard', 'Organization Dashboard');

  await test.step('user', async () => {
    await changePerson(page, await control('user', { colleagueId: admin.userId, role: 'ROLE_USER' }), baseURL ?? '');
    await refused('/account/users', 'Users and teams');
    await page.goto('/account/subscriptions/list');
    await expect(links.getByRole('link', { name: 'Profile' })).toBeVisible();
    await expect(links.getByRole('link', { name: 'Licences' })).toBeVisible();
    await expect(links.getByRole('link', { name: 'Users and teams' })).toHaveCount(0);
    await tourPage(page).walk(1);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Service Store' }).click();
    await expect(shell(page).heading('Service Store')).toBeVisible();
    await tourPage(page).walk(1);
  });
  await test.step('guest', async () => {
    await changePerson(page, await control('user', { colleagueId: admin.userId, role: 'ROLE_GUEST' }), baseURL ?? '');
    await refused('/user-metrics', 'User metrics');
    await expect(page.getByRole('button', { name: 'Create', exact: true })).toHaveCount(0);
    await page.goto('/profile');
    await expect(links.getByRole('link', { name: 'Profile' })).toBeVisible();
    for (const name of ['Users and teams', 'Licences']) await expect(links.getByRole('link', { name })).toHaveCount(0);
  });
  await test.step('system user', async () => {
    await changePerson(page, await control('user', { colleagueId: admin.userId, role: 'ROLE_SYSTEM' }), baseURL ?? '');
    await refused('/profile', 'Profile');
  });
});
