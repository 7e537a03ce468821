import { expect, test } from '../fixtures.ts';
import { choose } from '../pages/choose.ts';
import { checkEverySecond } from './monitoring-data.ts';

test('a newcomer watches an API, is told when it breaks, and sees the incident end once it is repaired [api-monitoring-1] [api-monitoring-3] [api-monitoring-4]', async ({
  app,
  target,
}) => {
  const dialog = app.getByRole('dialog');
  await app.goto('/api-monitoring');
  await app.getByRole('button', { name: 'Create project' }).click();
  await dialog.getByLabel('Project name').fill('Shop');
  await dialog.getByRole('button', { name: 'Create project' }).click();

  await app.getByRole('button', { name: 'Create monitored API' }).first().click();
  await dialog.getByRole('button', { name: /^HTTP/ }).click();
  await dialog.getByLabel('Name', { exact: true }).fill('Orders');
  await dialog.getByLabel('URL').fill(`${target.url}/orders`);
  await dialog.getByLabel('Retries before down').fill('0');
  await choose(app, 'Interval', 'Every 10 seconds');
  await dialog.getByRole('button', { name: 'Check now' }).click();
  await expect(dialog.getByRole('region', { name: 'Result of the check' })).toContainText('Up');
  await dialog.getByRole('button', { name: 'Create monitored API' }).click();
  await expect(dialog).toBeHidden();
  const row = app.getByRole('row', { name: /Orders/ });
  await expect(row).toContainText('Up', { timeout: 30_000 });
  await expect(app).toHaveURL(/[?&]project=[\w-]+/);
  await checkEverySecond(new URL(app.url()).searchParams.get('project') ?? '');
  const checks = () => target.received.filter((line) => line === 'GET /orders').length;
  await expect.poll(checks, { timeout: 30_000 }).toBeGreaterThan(2);

  // Who is notified, and how.
  await app.getByRole('link', { name: 'Alerts' }).click();
  await app.getByRole('radiogroup', { name: 'List' }).getByText('Channels').click();
  await app.getByRole('button', { name: 'Create channel' }).click();
  await choose(app, 'Kind', 'Webhook');
  await dialog.getByLabel('Name', { exact: true }).fill('On call');
  await dialog.getByRole('textbox', { name: 'URL' }).fill(`${target.url}/alerts`);
  await dialog.getByRole('button', { name: 'Create channel' }).click();
  await expect(dialog).toContainText('Copy it now');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await app.getByRole('radiogroup', { name: 'List' }).getByText('Policies').click();
  await app.getByRole('button', { name: 'Create policy' }).click();
  await dialog.getByLabel('Name', { exact: true }).fill('Everything');
  await dialog.getByRole('combobox', { name: 'Channels of step 1' }).click();
  await app.getByRole('option', { name: 'On call' }).click();
  await dialog.getByRole('button', { name: 'Create policy' }).click();
  await expect(dialog).toBeHidden();

  // It breaks.
  target.statuses['/orders'] = 503;
  await app.getByRole('link', { name: 'Monitored APIs' }).click();
  await expect(row).toContainText('Down', { timeout: 30_000 });
  const alerts = () => target.received.filter((line) => line === 'POST /alerts').length;
  await expect.poll(alerts, { timeout: 30_000 }).toBe(1);
  await app.getByRole('link', { name: 'Incidents' }).click();
  await app.getByRole('link', { name: /^#1 / }).click();
  await expect(app.getByRole('heading', { level: 1 })).toContainText('Incident #1: Orders');
  await expect(app.getByText('503').first()).toBeVisible();
  await expect(app.getByText('Alert sent').first()).toBeVisible({ timeout: 15_000 });
  await app.getByRole('button', { name: 'Acknowledge' }).click();
  await dialog.getByLabel('Comment (optional)').fill('Looking at it');
  await dialog.getByRole('button', { name: 'Acknowledge' }).click();
  await expect(app.getByText('Looking at it')).toBeVisible();
  // An incident that ended before its notification isn't reported any more.
  await expect.poll(alerts, { timeout: 30_000 }).toBe(2);

  // It is repaired: the open page shows that automatically.
  delete target.statuses['/orders'];
  await expect(app.getByText('Closed', { exact: true }).first()).toBeVisible({ timeout: 30_000 });
  await expect(app.getByText('Not yet')).toBeHidden({ timeout: 30_000 });
  await expect.poll(alerts, { timeout: 30_000 }).toBe(3);
  await app.getByRole('link', { name: 'Orders' }).first().click();
  await expect(app.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible();
  await expect(app.getByRole('table', { name: 'Results' })).toContainText('Down');

  // Once stopped, it is no longer checked; then it is deleted.
  await app.getByRole('button', { name: 'Stop checks' }).click();
  await expect(app.getByRole('button', { name: 'Start checks' })).toBeVisible();
  await app.getByRole('button', { name: 'Actions for Orders' }).click();
  await app.getByRole('menuitem', { name: 'Delete monitored API…' }).click();
  await dialog.getByRole('button', { name: 'Delete monitored API' }).click();
  await expect(app.getByRole('heading', { name: 'No monitored APIs yet' })).toBeVisible();
});
