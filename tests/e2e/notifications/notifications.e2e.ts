import type { Page } from '@playwright/test';
import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { chooseOrganization, signInPage } from '../browser-session.ts';
import { control } from '../control.ts';
import { expect, test } from '../fixtures.ts';
import { suitesPage } from '../pages/suites.page.ts';
import { expectStatus, newScript, newSuite } from '../test-data.ts';

// Everyone sees a broadcast: one test after the other.
test.describe.configure({ mode: 'default' });

const bell = (page: Page, unread = 0) =>
  page.getByRole('button', { name: unread ? `Activity logs, ${unread} unread` : 'Activity logs', exact: true });
const panel = (page: Page) => page.getByRole('dialog', { name: 'Activity logs' });

test('a run that fails is told at once; the list is read, opened, gone through and cleared [notifications-4]', async ({
  app,
  admin,
  client,
  projectId,
  target,
}) => {
  await app.goto('/help');
  await bell(app).click();
  await expect(panel(app).getByText('No notifications yet')).toBeVisible();
  await expect(panel(app).getByRole('tab', { name: 'Notifications 0' })).toBeVisible();
  await expect.poll(async () => (await panel(app).boundingBox())?.width).toBe(330);
  await panel(app).getByRole('tab', { name: 'Broadcast' }).click();
  await expect(panel(app).getByText('No broadcasts now')).toBeVisible();
  await expect(panel(app).getByRole('button', { name: 'Write broadcast' })).toHaveCount(0);
  await panel(app).getByRole('tab', { name: 'Notifications' }).click();

  const suiteId = await newSuite(client, projectId, 'Checkout');
  await newScript(client, suiteId, { scriptName: 'A', url: `${target.url}/json`, assertions: [expectStatus(418)] });
  const { runId } = await client.call(apiTestingRoutes.executeTest, { body: { projectId, suiteIds: [suiteId] } });
  const list = panel(app).getByRole('list', { name: 'Notifications' });
  await expect(list.getByRole('listitem')).toContainText(['Checkout #1 failed0 of 1 step passed, 1 failed.']);
  await app.keyboard.press('Escape');
  await bell(app, 1).click();
  await list.getByRole('link', { name: 'Checkout #1 failed' }).click();
  await expect(app).toHaveURL(new RegExp(`/api-testing/report/${runId}`));
  await expect(panel(app)).toHaveCount(0);
  await expect(bell(app)).toBeVisible();

  await control('sql', {
    text: `insert into notifications.notification (id, organization_id, user_id, kind, title, text, created_at)
      select gen_random_uuid(), $1, $2, 'run-failed', 'Older ' || n, '', now() from generate_series(1, 24) n`,
    values: [admin.organizationId, admin.userId],
  });
  await app.reload();
  await bell(app, 24).click();
  await expect(panel(app).getByRole('tab', { name: 'Notifications 25' })).toBeVisible();
  await expect(list.getByRole('listitem')).toHaveCount(20);
  await panel(app).getByRole('button', { name: 'Load more' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(25);
  await expect(panel(app).getByRole('button', { name: 'Load more' })).toHaveCount(0);
  await panel(app).getByRole('button', { name: 'Mark all as read' }).click();
  await expect(panel(app).getByRole('button', { name: 'Mark all as read' })).toBeDisabled();
  await panel(app).getByRole('button', { name: 'Delete Older 7', exact: true }).click();
  await expect(list.getByRole('listitem')).toHaveCount(24);
  await app.keyboard.press('Escape');
  await expect(bell(app)).toBeVisible();
});

test('a super administrator tells everybody something, and ends it [notifications-4]', async ({
  page,
  elsewhere,
  admin,
  baseURL,
}) => {
  const root = await control('user', { colleagueId: admin.userId, role: 'ROLE_SUPERADMIN' });
  await signInPage(page, root, baseURL ?? '');
  await chooseOrganization(page, admin);
  const other = await elsewhere();
  await signInPage(other, await control('organization', {}), baseURL ?? '');
  await other.goto('/help');
  await bell(other).click();
  await panel(other).getByRole('tab', { name: 'Broadcast' }).click();
  const text = `Maintenance at noon, ${crypto.randomUUID()}`;
  const seen = panel(other).getByRole('listitem').filter({ hasText: text });
  await expect(panel(other).getByRole('tab', { selected: true })).toContainText('Broadcast');

  await page.goto('/help');
  await bell(page).click();
  await panel(page).getByRole('tab', { name: 'Broadcast' }).click();
  await panel(page).getByRole('button', { name: 'Write broadcast' }).click();
  await panel(page).getByRole('button', { name: 'Send broadcast' }).click();
  await expect(panel(page).getByText('Please enter a message.')).toBeVisible();
  await panel(page).getByLabel('Message to everybody').fill(text);
  await panel(page).getByLabel('Until (optional)').fill('2020-01-01T00:00');
  await panel(page).getByRole('button', { name: 'Send broadcast' }).click();
  await expect(panel(page).getByText('Choose a time in the future.')).toBeVisible();
  await panel(page).getByLabel('Until (optional)').fill('');
  await panel(page).getByRole('button', { name: 'Send broadcast' }).click();
  await expect(panel(page).getByRole('listitem').filter({ hasText: text })).toBeVisible();

  await expect(seen).toContainText('Unread');
  await panel(other).getByRole('button', { name: 'Mark all as read' }).click();
  await expect(seen).not.toContainText('Unread');
  const mine = panel(page).getByRole('listitem').filter({ hasText: text });
  await mine.getByRole('button', { name: 'End' }).click();
  await page
    .getByRole('dialog', { name: 'End this broadcast?' })
    .getByRole('button', { name: 'End broadcast' })
    .click();
  await expect(mine).toHaveCount(0);
  await expect(seen).toHaveCount(0);
  await other.close();
});

test('which notifications are mailed is chosen in the profile', async ({ app, admin, client, projectId, target }) => {
  await app.goto('/profile');
  const choices = app.getByRole('region', { name: 'E-mail me when…' });
  await expect(choices.getByRole('switch')).toHaveCount(11);
  await expect(choices.getByRole('switch', { name: 'The plan is about to end, or has ended' })).toBeChecked();
  const failed = choices.getByRole('switch', { name: 'A test run of mine fails' });
  await expect(failed).not.toBeChecked();
  const saved = app.waitForResponse((response) => response.url().includes('mail-preferences') && response.ok());
  await failed.click();
  await saved;
  await app.reload();
  await expect(failed).toBeChecked();
  const suiteId = await newSuite(client, projectId, 'Checkout');
  await newScript(client, suiteId, { scriptName: 'A', url: `${target.url}/json`, assertions: [expectStatus(418)] });
  await client.call(apiTestingRoutes.executeTest, { body: { projectId, suiteIds: [suiteId] } });
  await expect
    .poll(async () => (await control('outbox', { to: admin.email })).map(({ subject }) => subject))
    .toEqual(['Checkout #1 failed']);
});

test('a notice follows the copy of a suite, and the list has the copy [notifications-3]', async ({
  app,
  client,
  projectId,
}) => {
  await newSuite(client, projectId, 'Orders');
  const suites = suitesPage(app);
  await suites.open(projectId);
  const asked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await app.route('**/api/clone-suite', async (route) => {
    asked.resolve();
    await released.promise;
    await route.continue();
  });
  const stream = app.waitForRequest((request) => Boolean(request.postData()?.includes('"clone:')));
  await suites.act('Orders', 'Clone suite');
  await asked.promise;
  const notices = app.getByRole('region', { name: 'Copies' });
  await expect(notices.getByRole('status')).toHaveText('Orders is about to be cloned.');
  await stream;
  released.resolve();
  await expect(notices.getByRole('status')).toContainText('Orders is cloned.');
  await expect(suites.row('Orders copy')).toBeVisible();
  await notices.getByRole('button', { name: 'Close the notice about Orders' }).click();
  await expect(notices).toBeHidden();
});
