import type { Page } from '@playwright/test';
import { type OfferedService, subscriptionRoutes } from '@touchstone/contracts/subscription';
import { userManagementRoutes } from '@touchstone/contracts/user-management';
import { signInPage } from '../browser-session.ts';
import { control } from '../control.ts';
import { expect, test } from '../fixtures.ts';
import { shell } from '../pages/shell.page.ts';

const noLicence = 'It seems you have not been assigned any service license. Please contact your admin.';

/** The real answer with a licence that the test needs: time cannot be moved in a browser. */
async function withLicence(page: Page, change: Partial<OfferedService>): Promise<void> {
  await page.route('**/api/service-stores', async (route) => {
    const response = await route.fetch();
    const services = (await response.json()) as OfferedService[];
    await route.fulfill({ response, json: services.map((service) => ({ ...service, ...change })) });
  });
}
const openPanel = async (page: Page) => {
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Services', exact: true }).click();
  return page.getByRole('dialog', { name: 'Services' });
};

test('the panel groups services, and one click opens one [service-store-1] [navigation-3]', async ({ app }) => {
  const panel = await openPanel(app);
  await expect(panel.getByRole('region', { name: 'API TESTING' })).toBeVisible();
  await panel.getByRole('link', { name: 'API Testing' }).click();
  await expect(shell(app).heading('Workspace')).toBeVisible();
  await expect(panel).toHaveCount(0);
});

test('a spinner turns while services load [service-store-1]', async ({ app }) => {
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await app.route('**/api/service-stores', async (route) => {
    await held;
    await route.continue();
  });
  const panel = await openPanel(app);
  await expect(panel.getByLabel('Services are loading')).toBeVisible();
  answer();
  await expect(panel.getByRole('link', { name: 'API Testing' })).toBeVisible();
});

test('without a team nothing can be opened [service-store-2]', async ({ app, client, admin }) => {
  await client.call(userManagementRoutes.setTeamsOfUser, { body: { userId: admin.userId, teamIds: [] } });
  const panel = await openPanel(app);
  await expect(panel.getByText('API Testing', { exact: true })).toBeVisible();
  await expect(panel.getByRole('link', { name: 'API Testing' })).toHaveCount(0);
  await expect(panel.getByText('Please create a team in account settings.')).toBeVisible();
});

test('a click on "Expired" opens the dialog; a guest never sees it [service-store-3]', async ({
  app,
  admin,
  elsewhere,
  baseURL,
}) => {
  await withLicence(app, { licenseStatus: 'EXPIRED', remainingDays: 0 });
  const panel = await openPanel(app);
  await panel.getByRole('button', { name: 'Expired: API Testing' }).click();
  await expect(app.getByRole('dialog', { name: 'Subscription Expired' })).toBeVisible();

  const guest = await control('user', { colleagueId: admin.userId, role: 'ROLE_GUEST' });
  const page = await elsewhere();
  await signInPage(page, guest, baseURL ?? '');
  await withLicence(page, { licenseStatus: 'EXPIRED', remainingDays: 0 });
  const ofGuest = await openPanel(page);
  await expect(ofGuest.getByText('API Testing', { exact: true })).toBeVisible();
  await expect(page.getByText('Expired')).toHaveCount(0);
  await page.close();
});

test('without a licence the panel says so, and leads administrators on [service-store-4]', async ({
  app,
  admin,
  elsewhere,
  baseURL,
}) => {
  await withLicence(app, { licenseStatus: null });
  const panel = await openPanel(app);
  await expect(panel.getByText(noLicence)).toBeVisible();
  await expect(panel.getByRole('link', { name: 'Account Settings' })).toHaveAttribute(
    'href',
    '/account/subscriptions/list',
  );
  const user = await control('user', { colleagueId: admin.userId, role: 'ROLE_USER' });
  const page = await elsewhere();
  await signInPage(page, user, baseURL ?? '');
  await withLicence(page, { licenseStatus: null });
  const ofUser = await openPanel(page);
  await expect(ofUser.getByText(noLicence)).toBeVisible();
  await expect(ofUser.getByRole('link', { name: 'Account Settings' })).toHaveCount(0);
  await page.close();
});

test('an external application opens in a window of its own and is told the token [external-apps-1] [external-apps-2]', async ({
  app,
  context,
}) => {
  const panel = await openPanel(app);
  const opening = context.waitForEvent('page');
  await panel.getByRole('region', { name: 'DATA TESTING' }).getByRole('button', { name: 'Data Testing' }).click();
  const external = await opening;
  await expect(external).toHaveTitle('External');
  await expect(external.locator('body')).toContainText('"type":"touchstone.token"');
  await expect(external.locator('body')).toContainText('"firstTransmission":true');
  await expect(shell(app).heading('Dashboard')).toBeVisible();
});

test('the store shows services and says which of them a team uses [service-store-5]', async ({
  app,
  client,
  admin,
}) => {
  await app.goto('/dashboard');
  await app.getByRole('navigation', { name: 'Services' }).getByRole('link', { name: 'Service Store' }).click();
  const card = app.getByRole('article', { name: 'API Testing' });
  await expect(card).toContainText('Active');
  await expect(card).toContainText('Team One');
  await app.getByRole('button', { name: 'Services of a team' }).click();
  const dialog = app.getByRole('dialog', { name: 'Services of a team' });
  const box = dialog.getByRole('checkbox', { name: 'API Testing' });
  await expect(box).toBeChecked();
  for (const other of ['Test Orchestration', 'API Monitoring', 'Service Virtualization', 'Web Testing'])
    await dialog.getByRole('checkbox', { name: other }).uncheck();
  await box.uncheck();
  await expect(dialog.getByText('Please select an option')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Save services' })).toBeDisabled();
  await box.check();
  await dialog.getByRole('button', { name: 'Save services' }).click();
  await expect(shell(app).toast('The services of Team One are saved.')).toBeVisible();
  const [team] = await client.call(subscriptionRoutes.listTeamsWithServices, { query: { teamId: admin.teamId } });
  expect(team?.services.map(({ serviceName }) => serviceName)).toEqual(['API Testing']);
});

for (const [days, text] of [
  [1, 'Expire by tomorrow'],
  [15, 'Expire in 15 Days'],
  [16, undefined],
] as const)
  test(`the switcher says with ${days} days left: ${text ?? 'nothing'} [navigation-2]`, async ({ app }) => {
    await withLicence(app, { licenseStatus: 'ACTIVE', remainingDays: days });
    await app.goto('/dashboard');
    await app.getByRole('button', { name: 'Services, open one' }).click();
    const entry = app.getByRole('menuitem', { name: /API Testing/ });
    await expect(entry).toBeVisible();
    if (text) await expect(entry).toContainText(text);
    else await expect(entry).not.toContainText('Expire');
  });
