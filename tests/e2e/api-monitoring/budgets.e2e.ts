import { apiMonitoringRoutes } from '@touchstone/contracts/api-monitoring';
import { control } from '../control.ts';
import { expect, test } from '../fixtures.ts';
import { newHttpMonitor, newMonitoringProject } from './monitoring-data.ts';

test('an objective is set, burns while the API is down, is told, and stands in the report', async ({
  app,
  client,
  target,
}) => {
  const place = await newMonitoringProject(client, 'Budgets');
  const { projectId } = place;
  const { channelId } = await client.call(apiMonitoringRoutes.createChannel, {
    body: { projectId, name: 'On call', settings: { kind: 'webhook', url: `${target.url}/alerts` } },
  });
  await client.call(apiMonitoringRoutes.createPolicy, {
    body: { projectId, name: 'Everything', steps: [{ afterMinutes: 0, channelIds: [channelId] }] },
  });
  await newHttpMonitor(client, place, 'Payments', `${target.url}/status/503`);

  const dialog = app.getByRole('dialog');
  await app.goto(`/api-monitoring?project=${projectId}`);
  await app.getByRole('button', { name: 'Actions for Payments' }).click();
  await app.getByRole('menuitem', { name: 'Edit' }).click();
  await dialog.getByLabel('Availability objective (optional)').fill('99');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();

  await app.getByRole('link', { name: 'Alerts' }).click();
  await app.getByRole('radiogroup', { name: 'List' }).getByText('Error budgets').click();
  const burning = app.getByRole('table', { name: 'Burn-rate alerts' }).getByRole('row', { name: /Payments/ });
  // Budgets are checked every minute.
  await expect(async () => {
    await control('job', { name: 'api-monitoring.rollup' });
    await expect(burning.filter({ hasText: 'Page' })).toContainText('Burning', { timeout: 2000 });
  }).toPass({ timeout: 120_000 });
  await expect(burning.filter({ hasText: 'Page' })).toContainText('99 %');
  await app.getByRole('radiogroup', { name: 'List' }).getByText('Deliveries').click();
  const delivery = app.getByRole('row', { name: /Error budget of Payments/ }).first();
  await expect(delivery).toContainText('Delivered', { timeout: 30_000 });

  await app.getByRole('link', { name: 'Reports' }).click();
  await expect(app.getByRole('row', { name: /Payments/ }).first()).toContainText('99 %', { timeout: 30_000 });
});
