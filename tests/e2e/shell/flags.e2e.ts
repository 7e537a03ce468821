import type { Page } from '@playwright/test';
import { type FlagRule, featureFlagRoutes } from '@touchstone/contracts/feature-flags';
import type { OfferedService } from '@touchstone/contracts/subscription';
import { expectAccessible, inBothSchemes } from '../accessibility.ts';
import { signInPage } from '../browser-session.ts';
import { control, type Person } from '../control.ts';
import { expect, test } from '../fixtures.ts';
import { shell } from '../pages/shell.page.ts';
import { clientOf } from '../test-data.ts';

// Flags belong to the whole installation: here they are changed only for the people of a test, one test after the
// other.
test.describe.configure({ mode: 'serial' });

async function bossOf(admin: Person) {
  return control('user', { colleagueId: admin.userId, role: 'ROLE_SUPERADMIN' });
}

/** Changes flags from their current state; without rules they are reset. */
function flagsOf(boss: Person, origin: string) {
  const client = clientOf(origin, boss.token);
  const { listFlags, updateFlag } = featureFlagRoutes;
  const change = async (key: string, to: { rules?: FlagRule[] } = {}) => {
    const flag = (await client.call(listFlags, {})).find((item) => item.key === key);
    if (flag?.isChanged || to.rules)
      await client.call(updateFlag, { body: { key, revision: flag?.revision ?? null, ...to } });
  };
  return {
    give: (key: string, person: Person, value: boolean) =>
      change(key, { rules: [{ conditions: [{ attribute: 'email', operator: 'in', values: [person.email] }], value }] }),
    reset: (key: string) => change(key),
  };
}

const openMore = (page: Page) => page.getByRole('button', { name: 'More', exact: true }).click();

test('flags switch downloads, the Desktop category, reporting, the projects page, and whether calls name their page [feature-flags-2] [feature-flags-4] [service-store-6] [navigation-1] [api-workspaces-2]', async ({
  app,
  admin,
  context,
  baseURL,
}) => {
  test.slow();
  const flags = flagsOf(await bossOf(admin), baseURL ?? '');
  // The product has no service in the Desktop category yet: one is added to the server's answer.
  await context.route('**/api/service-stores', async (route) => {
    const response = await route.fetch();
    const [first, ...rest] = (await response.json()) as OfferedService[];
    const desktop = { ...first, uuid: admin.userId, serviceName: 'Desktop Testing', category: 'DESKTOP_TESTING' };
    await route.fulfill({ response, json: [first, ...rest, desktop] });
  });
  const services = app.getByRole('dialog', { name: 'Services' });
  await test.step('off', async () => {
    await app.goto('/api-projects');
    await expect(app).toHaveURL(/\/api-testing\/projects$/);
    await expect(shell(app).heading('Workspace')).toBeVisible();
    await shell(app).clickIcon('button', 'Services');
    await expect(services.getByRole('link', { name: 'API Testing' })).toBeVisible();
    await expect(services.getByText('Desktop Testing')).toHaveCount(0);
    await app.keyboard.press('Escape');
    await openMore(app);
    await expect(app.getByRole('menuitem', { name: 'Help' })).toBeVisible();
    for (const name of ['Reporting', 'Download Software', 'Team Configuration'])
      await expect(app.getByRole('menuitem', { name })).toHaveCount(0);
    await expect(shell(app).icons.getByRole('button', { name: 'Downloads' })).toHaveCount(0);
    await expect(shell(app).icons.getByRole('link', { name: /^Reporting/ })).toHaveCount(0);
  });
  await flags.give('isDesktopTestingEnabled', admin, true);
  await flags.give('isInsightDashboardEnabled', admin, true);
  await flags.give('isNewAPIDesignEnabled', admin, false);
  await flags.give('isSessionRecordingEnabled', admin, true);
  await test.step('on', async () => {
    await app.goto('/api-projects');
    await expect(app).toHaveURL(/\/api-testing\/project$/);
    await expect(shell(app).heading('Workspace')).toBeVisible();
    await shell(app).clickIcon('button', 'Services');
    await expect(services.getByRole('region', { name: 'DESKTOP TESTING' })).toContainText('Desktop Testing');
    await app.keyboard.press('Escape');

    const reporting = shell(app).icons.getByRole('link', { name: /^Reporting/ });
    await expect(reporting).toHaveAttribute('rel', 'noopener noreferrer');
    const opening = context.waitForEvent('page');
    await shell(app).clickIcon('link', /^Reporting/);
    await expect(await opening).toHaveTitle('External');
    await openMore(app);
    await expect(app.getByRole('menuitem', { name: 'Reporting' })).toHaveAttribute('target', '_blank');
    await app.getByRole('menuitem', { name: 'Download Software' }).click();

    const downloads = app.getByRole('dialog', { name: 'Downloads' });
    await expect(downloads.getByText('Download our Desktop Applications')).toBeVisible();
    await expect.poll(async () => (await downloads.boundingBox())?.width).toBe(300);
    const bridge = downloads.getByRole('region', { name: 'Touchstone Bridge' });
    await expect(bridge.getByRole('link', { name: 'Download for Windows' })).toHaveAttribute('href', /\/bridge\.exe$/);
    await bridge.getByRole('button', { name: /^About/ }).hover();
    await expect(app.getByRole('tooltip')).toContainText('Connects this computer');
    await bridge.getByRole('combobox', { name: 'Operating system' }).click();
    await app.getByRole('option', { name: 'macOS' }).click();
    await expect(bridge.getByText('No file for macOS is configured.')).toBeVisible();
    await expect(downloads.getByRole('region', { name: 'Touchstone Spy' })).toContainText('No file for Windows');
    await expectAccessible(app);
    await app.keyboard.press('Escape');
    await shell(app).clickIcon('button', 'Downloads');
    await expect(downloads).toBeVisible();
    await app.keyboard.press('Escape');
    const named = app.waitForRequest((request) => request.headers()['x-session-recording-url'] === '/help');
    await shell(app).clickIcon('link', 'Help');
    await expect(shell(app).heading('Help')).toBeVisible();
    await app.getByRole('button', { name: 'Test Executions Today' }).click();
    await named;
  });
  for (const key of [
    'isDesktopTestingEnabled',
    'isInsightDashboardEnabled',
    'isNewAPIDesignEnabled',
    'isSessionRecordingEnabled',
  ])
    await flags.reset(key);
  await test.step('calls name their page no longer', async () => {
    const headers: string[] = [];
    app.on('request', (request) => headers.push(request.headers()['x-session-recording-url'] ?? ''));
    const evaluated = app.waitForResponse('**/ofrep/v1/evaluate/flags');
    await app.reload();
    await evaluated;
    await shell(app).clickIcon('button', 'Services');
    await expect(services.getByRole('link', { name: 'API Testing' })).toBeVisible();
    expect(headers.length).toBeGreaterThan(5);
    expect(headers.filter(Boolean)).toEqual([]);
  });
});

test('what the server cannot decide stays as the product brings it, and what is not configured says so [feature-flags-2] [external-apps-1]', async ({
  app,
  admin,
  context,
  baseURL,
}) => {
  await context.route('**/ofrep/v1/evaluate/flags', (route) => route.abort('connectionfailed'));
  await app.goto('/api-projects');
  await expect(app).toHaveURL(/\/api-testing\/projects$/);
  await expect(shell(app).icons.getByRole('button', { name: 'Downloads' })).toHaveCount(0);
  await shell(app).clickIcon('button', 'Services');
  const panel = app.getByRole('dialog', { name: 'Services' });
  await expect(panel.getByRole('region', { name: 'SAP TESTING' })).toContainText('Not configured');
  await expect(panel.getByRole('button', { name: 'SAP Testing' })).toHaveCount(0);
  await expect(panel.getByRole('button', { name: 'Data Testing' })).toBeEnabled();
  await context.unroute('**/ofrep/v1/evaluate/flags');

  const flags = flagsOf(await bossOf(admin), baseURL ?? '');
  await flags.give('isInsightDashboardEnabled', admin, true);
  await context.route('**/api/outside-links', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), insightDashboard: null } });
  });
  await app.goto('/dashboard');
  await expect(shell(app).icons.getByRole('button', { name: 'Reporting: no dashboard is configured' })).toBeVisible();
  await openMore(app);
  await expect(app.getByRole('menuitem', { name: /Reporting/ })).toContainText('not configured');
  await expect(app.getByRole('menuitem', { name: /Reporting/ })).toBeDisabled();
  await flags.reset('isInsightDashboardEnabled');
});

test('a super administrator writes rules, tries them and saves; another who was slower is told', async ({
  page,
  admin,
  baseURL,
}) => {
  test.slow();
  const origin = baseURL ?? '';
  const key = 'isInsightDashboardEnabled';
  const [boss, other] = [await bossOf(admin), await bossOf(admin)];
  await signInPage(page, boss, origin);
  await page.goto('/organization-dashboard');
  await page.getByRole('link', { name: 'Feature flags' }).click();
  await expect(shell(page).heading('Feature flags')).toBeVisible();
  const row = page.getByRole('listitem').filter({ hasText: key });
  const value = row.getByRole('switch');
  await expect(value).not.toBeChecked();
  await row.getByRole('button', { name: `Edit ${key}` }).click();
  const dialog = page.getByRole('dialog', { name: key });
  await expect(dialog.getByText('As the product brings it.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Save flag' })).toBeDisabled();

  // By keyboard only: a rule for the organization's users with one address.
  await dialog.getByRole('button', { name: 'Add rule' }).press('Enter');
  await expect(dialog.getByRole('region', { name: 'Rule 1' })).toBeVisible();
  await inBothSchemes(page, () => expectAccessible(page));
  const values = dialog.getByLabel('Rule 1, condition 1: values');
  await values.focus();
  await page.keyboard.press('Tab');
  await expect(dialog.getByText('Give at least one value.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save flag' }).click();
  await expect(values).toBeFocused();
  await values.fill(admin.email);
  await values.press('Enter');
  await dialog.getByRole('button', { name: 'Add condition to rule 1' }).press('Enter');
  await dialog.getByRole('combobox', { name: 'Rule 1, condition 2: attribute' }).click();
  await page.getByRole('option', { name: 'Role', exact: true }).click();
  await dialog.getByLabel('Rule 1, condition 2: values').fill('ROLE_ADMIN');
  await page.keyboard.press('Enter');

  const preview = dialog.getByRole('form', { name: 'Preview' });
  await preview.getByLabel('User (e-mail)').fill(admin.email);
  await page.keyboard.press('Enter');
  await expect(preview.getByRole('status')).toHaveText('On: rule 1 decides');
  await preview.getByLabel('Role').fill('ROLE_GUEST');
  await expect(preview.getByRole('status')).toHaveText('');
  await preview.getByRole('button', { name: 'Show the value' }).click();
  await expect(preview.getByRole('status')).toHaveText('Off: no rule matches');
  await preview.getByLabel('User (e-mail)').fill('nobody@example.test');
  await preview.getByRole('button', { name: 'Show the value' }).click();
  await expect(preview.getByRole('alert')).toHaveText('No user has this e-mail address.');

  await flagsOf(other, origin).give(key, other, true);
  await dialog.getByRole('button', { name: 'Save flag' }).click();
  await expect(dialog.getByRole('alert').filter({ hasText: 'Someone else changed this flag.' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Show the current state' }).click();
  await expect(dialog.getByText(`Changed by ${other.email}`)).toBeVisible();
  await expect(dialog.getByText(other.email, { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Remove rule 1' }).click();
  await dialog.getByText('On', { exact: true }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Discard the changes?' }).getByRole('button', { name: 'Cancel' }).click();
  await dialog.getByRole('button', { name: 'Save flag' }).click();
  await expect(row).toContainText(boss.email);
  await expect(value).toBeChecked();

  await row.getByRole('button', { name: `Edit ${key}` }).click();
  await dialog.getByRole('button', { name: 'Reset to default' }).click();
  await expect(row).not.toContainText(boss.email);
  await expect(value).not.toBeChecked();

  await page.getByRole('button', { name: 'Edit signUpRoute' }).click();
  const name = page.getByRole('dialog', { name: 'signUpRoute' });
  await expect(name.getByText('it takes no rules')).toBeVisible();
  await expect(name.getByRole('button', { name: 'Add rule' })).toHaveCount(0);
  await name.getByLabel('Value').fill('Join us!');
  await name.getByRole('button', { name: 'Save flag' }).click();
  await expect(name.getByText('must be one word of small letters, digits and hyphens')).toBeVisible();
});
