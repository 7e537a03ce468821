import type { Page } from '@playwright/test';
import { type OfferedService, subscriptionRoutes } from '@touchstone/contracts/subscription';
import { userManagementRoutes } from '@touchstone/contracts/user-management';
import { changePerson } from '../browser-session.ts';
import { control } from '../control.ts';
import { expect, test } from '../fixtures.ts';
import { shell } from '../pages/shell.page.ts';

const noLicence = 'It seems you have not been assigned any service license. Please contact your admin.';

/** The real answer with the licence that the test needs: time can't be moved in a browser. */
async function withLicence(page: Page, change: Partial<OfferedService>): Promise<void> {
  await page.unroute('**/api/service-stores');
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

test('the panel waits for its services and groups them; one opens here, an external one in a window that is told the token, and the store gives them to a team [service-store-1] [service-store-5] [navigation-3] [external-apps-1] [external-apps-2]', async ({
  app,
  context,
  client,
  admin,
}) => {
  test.slow();
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await app.route('**/api/service-stores', async (route) => {
    await held;
    await route.continue();
  });
  const panel = await openPanel(app);
  await test.step('a spinner turns while services load', async () => {
    await expect(panel.getByLabel('Services are loading')).toBeVisible();
    answer();
    await expect(panel.getByRole('region', { name: 'API TESTING' })).toBeVisible();
  });
  await test.step('an external application', async () => {
    const opening = context.waitForEvent('page');
    await panel.getByRole('region', { name: 'DATA TESTING' }).getByRole('button', { name: 'Data Testing' }).click();
    const external = await opening;
    await expect(external).toHaveTitle('External');
    await expect(external.locator('body')).toContainText('"type":"touchstone.token"');
    await expect(external.locator('body')).toContainText('"firstTransmission":true');
    await external.close();
    await expect(app).toHaveURL(/\/dashboard$/);
  });
  await test.step('one click opens a service', async () => {
    if (!(await panel.isVisible())) await app.getByRole('button', { name: 'Services', exact: true }).click();
    await panel.getByRole('link', { name: 'API Testing' }).click();
    await expect(shell(app).heading('Workspace')).toBeVisible();
    await expect(panel).toHaveCount(0);
  });
  await test.step('the store shows services and says which of them a team uses', async () => {
    await shell(app).clickIcon('link', 'Service Store');
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
});

test('licences: their last days, their end, none at all, and nobody without a team opens anything [navigation-2] [service-store-2] [service-store-3] [service-store-4]', async ({
  app,
  client,
  admin,
  baseURL,
}) => {
  test.slow();
  // Made while they have a team to belong to.
  const [user, guest] = [
    await control('user', { colleagueId: admin.userId, role: 'ROLE_USER' }),
    await control('user', { colleagueId: admin.userId, role: 'ROLE_GUEST' }),
  ];
  const panel = app.getByRole('dialog', { name: 'Services' });
  await test.step('the switcher says how many days are left', async () => {
    await withLicence(app, { licenseStatus: 'ACTIVE', remainingDays: 15 });
    await app.goto('/dashboard');
    await app.getByRole('button', { name: 'Services, open one' }).click();
    await expect(app.getByRole('menuitem', { name: /API Testing/ })).toContainText('Expire in 15 Days');
  });
  await test.step('a click on "Expired" opens the dialog', async () => {
    await withLicence(app, { licenseStatus: 'EXPIRED', remainingDays: 0 });
    await openPanel(app);
    await panel.getByRole('button', { name: 'Expired: API Testing' }).click();
    await expect(app.getByRole('dialog', { name: 'Subscription Expired' })).toBeVisible();
  });
  await test.step('without a licence the panel says so, and leads administrators on', async () => {
    await withLicence(app, { licenseStatus: null });
    await openPanel(app);
    await expect(panel.getByText(noLicence)).toBeVisible();
    await expect(panel.getByRole('link', { name: 'Account Settings' })).toHaveAttribute(
      'href',
      '/account/subscriptions/list',
    );
  });
  await test.step('without a team nothing can be opened', async () => {
    await app.unroute('**/api/service-stores');
    await client.call(userManagementRoutes.setTeamsOfUser, { body: { userId: admin.userId, teamIds: [] } });
    await openPanel(app);
    await expect(panel.getByText('API Testing', { exact: true })).toBeVisible();
    await expect(panel.getByRole('link', { name: 'API Testing' })).toHaveCount(0);
    await expect(panel.getByText('Please create a team in account settings.')).toBeVisible();
  });
  await test.step('a user without a licence is led nowhere', async () => {
    await changePerson(app, user, baseURL ?? '');
    await withLicence(app, { licenseStatus: null });
    await openPanel(app);
    await expect(panel.getByText(noLicence)).toBeVisible();
    await expect(panel.getByRole('link', { name: 'Account Settings' })).toHaveCount(0);
  });
  await test.step('a guest never sees that a licence has ended', async () => {
    await changePerson(app, guest, baseURL ?? '');
    await withLicence(app, { licenseStatus: 'EXPIRED', remainingDays: 0 });
    await openPanel(app);
    await expect(panel.getByText('API Testing', { exact: true })).toBeVisible();
    await expect(app.getByText('Expired')).toHaveCount(0);
  });
});
