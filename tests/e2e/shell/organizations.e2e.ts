import type { Page } from '@playwright/test';
import { subscriptionRoutes } from '@touchstone/contracts/subscription';
import { userManagementRoutes } from '@touchstone/contracts/user-management';
import { chooseOrganization, signInPage } from '../browser-session.ts';
import { control, type Person, password } from '../control.ts';
import { expect, test } from '../fixtures.ts';
import { loginPage } from '../pages/login.page.ts';
import { shell } from '../pages/shell.page.ts';
import { clientOf } from '../test-data.ts';

const message = 'Please select an organization to continue';
const table = (page: Page) => page.getByRole('table', { name: 'Organizations' });

/** Another organization by its name, as super administrators see it. */
async function organizationOf(boss: Person, person: Person, baseURL: string) {
  const client = clientOf(baseURL, boss.token);
  const { content } = await client.call(userManagementRoutes.pageOrganizations, { query: { size: 200 } });
  const found = content.find(({ organizationId }) => organizationId === person.organizationId);
  if (!found) throw new Error('The organization is not listed.');
  return found;
}

test('super roles land where an organization is chosen, and go nowhere else before [access-control-2] [organisation-dashboard-1] [navigation-3]', async ({
  page,
  admin,
}) => {
  const boss = await control('user', { colleagueId: admin.userId, role: 'ROLE_SUPERUSER' });
  await page.goto('/login');
  await loginPage(page).signIn(boss.email, password);
  await expect(page).toHaveURL(/\/organization-dashboard$/);
  await expect(page.getByText(message)).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Services' })).toHaveCount(0);
  await page.getByRole('button', { name: 'More' }).click();
  await expect(page.getByRole('menuitem', { name: 'Help' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Service Store' })).toHaveCount(0);
  for (const path of ['/dashboard', '/api-testing/workspace', '/account/users']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/organization-dashboard$/);
    await expect(page.getByText(message)).toBeVisible();
  }
  await expect(page.getByRole('link', { name: 'Limits' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Feature flags' })).toHaveCount(0);
});

test('a chosen organization is acted for in every call, also after a reload [organisation-dashboard-3] [access-control-2]', async ({
  page,
  admin,
  client,
  baseURL,
}) => {
  const origin = baseURL ?? '';
  const boss = await control('user', {
    colleagueId: (await control('organization', {})).userId,
    role: 'ROLE_SUPERADMIN',
  });
  await client.call(userManagementRoutes.createTeam, { body: { teamName: 'Visited team' } });
  const { organizationName } = await organizationOf(boss, admin, origin);
  await signInPage(page, boss, origin);
  await page.goto(`/organization-dashboard?q=${encodeURIComponent(organizationName)}`);
  const named = (path: string) =>
    page.waitForRequest(
      (request) => request.url().includes(path) && request.headers()['organization-id'] === admin.organizationId,
    );
  const reloads = [named('/api/team-list'), named('/api/service-stores')];
  await table(page)
    .getByRole('button', { name: `Select ${organizationName}`, exact: true })
    .click();
  await Promise.all(reloads);
  await expect(shell(page).heading('Dashboard')).toBeVisible();
  await page.getByRole('button', { name: /^Team .*, change$/ }).click();
  await page.getByRole('menuitem', { name: 'Visited team' }).click();
  await expect(page.getByRole('button', { name: 'Team Visited team, change' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Service Store' })).toHaveCount(0);
  const again = named('/api/dashboardcount');
  await page.reload();
  await again;
  await expect(page.getByRole('button', { name: 'Team Visited team, change' })).toBeVisible();
  await page.goto('/organization-dashboard');
  await expect(page.getByText(message)).toHaveCount(0);
  await expect(page.getByText('You act for')).toContainText(organizationName);
});

test('a super administrator lists, adds, upgrades, extends and deactivates organizations, and sets limits [organisation-dashboard-2] [organisation-dashboard-4] [organisation-dashboard-5]', async ({
  page,
  admin,
  client,
  baseURL,
}) => {
  test.slow();
  const origin = baseURL ?? '';
  const guest = await control('organization', { plan: 'FREE' });
  const boss = await control('user', { colleagueId: admin.userId, role: 'ROLE_SUPERADMIN' });
  const { organizationName } = await organizationOf(boss, admin, origin);
  const { organizationName: guestName } = await organizationOf(boss, guest, origin);
  await signInPage(page, boss, origin);
  await chooseOrganization(page, boss);
  await page.goto('/organization-dashboard');
  await test.step('organizations are listed, searched, sorted and counted', async () => {
    await expect(page.getByText(/^1–\d+ of \d+ organizations$/)).toBeVisible();
    const asked = page.waitForRequest((request) => {
      const { pathname, searchParams } = new URL(request.url());
      return pathname.endsWith('/api/organization') && searchParams.get('searchItem') === organizationName;
    });
    await page.getByRole('textbox', { name: 'Filter organizations' }).fill(organizationName);
    expect(new URL((await asked).url()).searchParams.get('size')).toBe('10');
    await expect(table(page).getByRole('button', { name: `Select ${organizationName}`, exact: true })).toBeVisible();
    await page.getByRole('textbox', { name: 'Filter organizations' }).fill('no such organization');
    await expect(page.getByText('No matching organizations')).toBeVisible();
    await page.getByRole('button', { name: 'Show all organizations' }).click();
    const sorted = page.waitForRequest((request) => request.url().includes('sort=desc'));
    await page.getByRole('button', { name: 'Descending' }).click();
    await sorted;
    await expect(table(page).getByRole('row').nth(1)).toBeVisible();
  });
  await test.step('an organization is added and its administrator invited', async () => {
    await page.getByRole('button', { name: 'Add organization' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add organization' });
    await dialog.getByRole('button', { name: 'Add organization' }).click();
    await expect(dialog.getByText('Please enter organization name')).toBeVisible();
    const name = `Nordic ${Date.now()}`;
    const login = `ida-${Date.now()}@example.test`;
    await dialog.getByLabel('Name of the organization').fill(name);
    await dialog.getByLabel('First name of the administrator').fill('Ida');
    await dialog.getByLabel('Last name').fill('Berg');
    await dialog.getByLabel('E-mail of the administrator').fill(login);
    await dialog.getByRole('button', { name: 'Add organization' }).click();
    await expect(shell(page).toast(`${name} is created.`)).toBeVisible();
    expect(await control('outbox', { to: login })).toHaveLength(1);
  });
  await test.step('an account is upgraded, extended, deactivated and let in again', async () => {
    await page.goto(`/organization-dashboard?q=${encodeURIComponent(guestName)}&sortItem=createdAt&size=50`);
    const actions = table(page).getByRole('button', { name: `Actions for ${guestName}`, exact: true });
    const row = table(page)
      .getByRole('row')
      .filter({ has: page.getByRole('button', { name: `Select ${guestName}`, exact: true }) });
    const dialog = page.getByRole('dialog');

    await actions.click();
    await page.getByRole('menuitem', { name: 'Change plan…' }).click();
    await dialog.getByRole('combobox', { name: 'Plan' }).click();
    await page.getByRole('option', { name: 'ENTERPRISE' }).click();
    await dialog.getByLabel(/^Last day/).fill('2031-05-31');
    await dialog.getByRole('button', { name: 'Change plan' }).click();
    await expect(row).toContainText('ENTERPRISE');
    await expect(row).toContainText('2031-05-31');

    await actions.click();
    await page.getByRole('menuitem', { name: 'Extend period…' }).click();
    await dialog.getByLabel('Last day').fill('2032-01-31');
    await dialog.getByRole('button', { name: 'Extend period' }).click();
    await expect(row).toContainText('2032-01-31');

    await actions.click();
    await page.getByRole('menuitem', { name: 'Licences by status' }).click();
    await expect(dialog.getByText('Active', { exact: true })).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).click();

    await actions.click();
    await page.getByRole('menuitem', { name: 'Deactivate…' }).click();
    await dialog.getByRole('button', { name: 'Deactivate organization' }).click();
    await expect(row).toContainText('Deactivated');
    await expect(clientOf(origin, guest.token).call(userManagementRoutes.listTeams, {})).rejects.toMatchObject({
      status: 401,
    });
    await actions.click();
    await page.getByRole('menuitem', { name: 'Activate' }).click();
    await expect(row).not.toContainText('Deactivated');
  });
  await test.step('limits are listed, filtered, added, changed by plan and overridden', async () => {
    await page.getByRole('link', { name: 'Limits' }).click();
    const limits = page.getByRole('table', { name: 'Limits' });
    await expect(limits.getByRole('row', { name: /EXECUTIONS_PER_DAY/ })).toBeVisible();
    const limitName = `SHELVES_${Date.now()}`;
    await page.getByRole('button', { name: 'Add limit' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill(limitName);
    await dialog.getByLabel('FREEMIUM').fill('many');
    await expect(dialog.getByText('Only Integer allowed')).toBeVisible();
    await dialog.getByLabel('FREEMIUM').fill('3');
    await dialog.getByLabel('PRO').fill('50');
    await dialog.getByRole('button', { name: 'Add limit' }).click();
    await page.getByRole('textbox', { name: 'Filter limits' }).fill(limitName.toLowerCase());
    await expect(limits.getByRole('row')).toHaveCount(2);
    await expect(limits.getByRole('row', { name: new RegExp(limitName) })).toContainText('50');
    await page.getByRole('button', { name: `Override ${limitName}` }).click();
    await dialog.getByLabel('Value').fill('77');
    await dialog.getByRole('button', { name: 'Set limit' }).click();
    await expect(limits.getByRole('row', { name: new RegExp(limitName) })).toContainText('own 77');
    const [own] = await client.call(subscriptionRoutes.findLimits, { query: { limitName } });
    expect(own).toMatchObject({ value: 77, isOverridden: true });
    await page.getByRole('button', { name: `Override ${limitName}` }).click();
    await dialog.getByRole('button', { name: 'As in the plan' }).click();
    // The name contains the time, and so may contain any number.
    await expect(limits.getByRole('row', { name: new RegExp(limitName) })).not.toContainText('own 77');
  });
});
