import type { Client } from '@touchstone/contracts';
import { flowRoutes } from '@touchstone/contracts/flows';
import { schedulerRoutes } from '@touchstone/contracts/scheduler';
import { signInPage } from '../browser-session.ts';
import { control } from '../control.ts';
import { expect, test } from '../fixtures.ts';
import { clientOf, newProject, newScript, newSuite } from '../test-data.ts';

/** Makes jobs that run at night due now. */
const makeDue = (...jobIds: string[]) =>
  control('sql', {
    text: `update scheduler.job set next_due_at = now() where id::text = any(string_to_array($1, ','))`,
    values: [jobIds.join()],
  });

const historyOf = async (client: Client, projectId: string) =>
  (await client.call(schedulerRoutes.listExecutions, { query: { projectId } })).content.map(
    ({ title, status }) => `${title}: ${status}`,
  );

test('a suite is scheduled, paused, resumed, run when it is due, and deleted with its history [schedulers-1] [schedulers-3] [schedulers-4]', async ({
  app,
  client,
  projectId,
  target,
}) => {
  const suiteId = await newSuite(client, projectId, 'Orders');
  await newScript(client, suiteId, { scriptName: 'List', url: `${target.url}/json` });
  await app.goto(`/api-testing/schedulers?project=${projectId}`);
  await app.getByRole('button', { name: 'Schedule a test' }).first().click();
  const dialog = app.getByRole('dialog', { name: 'Schedule a test' });
  await dialog.getByRole('combobox', { name: 'Name' }).click();
  await app.getByRole('option', { name: 'Orders' }).click();
  await dialog.getByLabel('Title').fill('Nightly orders');
  await dialog.getByRole('button', { name: 'Sunday' }).click();
  await dialog.getByLabel('Time', { exact: true }).fill('03:15');
  await dialog.getByRole('combobox', { name: 'Time zone' }).fill('tokyo');
  await app.getByRole('option', { name: 'Asia/Tokyo (UTC+09:00)' }).click();
  await dialog.getByLabel('Start date').fill('2036-03-03');
  await dialog.getByLabel('End date (optional)').fill('2036-04-30');
  await expect(dialog.getByRole('region', { name: 'Next due times' }).getByRole('listitem').first()).toContainText(
    'Mon, Mar 3, 2036, 03:15',
  );
  await dialog.getByRole('button', { name: 'Schedule test' }).click();
  await expect(dialog).toBeHidden();

  const row = app.getByRole('row', { name: /Nightly orders/ });
  await expect(row).toContainText('Every Mon, Tue, Wed, Thu, Fri, and Sun at 03:15');
  await expect(app.getByText('Upcoming 1')).toBeVisible();
  const { content } = await client.call(schedulerRoutes.listUpcomingJobs, { query: { projectId } });
  const jobId = content[0]?.jobId ?? '';
  const other = await client.call(schedulerRoutes.createJob, {
    query: { projectId },
    body: {
      title: 'Beside it',
      target: { kind: 'api-suite', id: suiteId },
      scheduleType: 'DAILY',
      timezone: 'UTC',
      startDate: '2036-03-03',
      time: '03:15',
    },
  });

  // Both would be due; the paused one is left out.
  const active = app.getByRole('switch', { name: 'Nightly orders is active' });
  await active.locator('..').click();
  await expect(row).toContainText('Paused');
  await expect(active).not.toBeChecked();
  await expect.poll(async () => (await client.call(schedulerRoutes.getJob, { query: { jobId } })).isPaused).toBe(true);
  await makeDue(jobId, other.jobId);
  await expect.poll(() => historyOf(client, projectId), { timeout: 30_000 }).toEqual(['Beside it: PASSED']);

  await active.focus();
  await app.keyboard.press('Space');
  await expect(active).toBeChecked();
  await expect(row).not.toContainText('Paused');
  await expect.poll(async () => (await client.call(schedulerRoutes.getJob, { query: { jobId } })).isPaused).toBe(false);
  await makeDue(jobId);
  await expect
    .poll(() => historyOf(client, projectId), { timeout: 30_000 })
    .toEqual(['Nightly orders: PASSED', 'Beside it: PASSED']);

  await row.getByRole('button', { name: 'Actions for Nightly orders' }).click();
  await app.getByRole('menuitem', { name: 'Execution history' }).click();
  const history = app.getByRole('table', { name: 'Execution history' });
  await expect(history.getByRole('row', { name: /Nightly orders/ })).toContainText('Passed');
  await expect(history.getByRole('row', { name: /Beside it/ })).toBeHidden();
  await history.getByRole('link', { name: 'Open run' }).click();
  await expect(app.getByRole('heading', { level: 1, name: /Orders/ })).toBeVisible();
  await app.goBack();
  await app.getByRole('button', { name: 'Delete history…' }).click();
  await app.getByRole('dialog').getByRole('button', { name: 'Delete history' }).click();
  await expect(history).toBeHidden();
  expect(await historyOf(client, projectId)).toEqual(['Beside it: PASSED']);

  await app.getByText('Upcoming 2').click();
  await app.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
  await app.getByRole('button', { name: 'Delete…' }).click();
  await app.getByRole('dialog').getByRole('button', { name: 'Delete 2 schedules' }).click();
  await expect(app.getByRole('heading', { name: 'No scheduled tests yet' })).toBeVisible();
});

test('a schedule that cannot be says so at its field, and saves once it is mended [schedulers-2]', async ({
  app,
  client,
  projectId,
}) => {
  await newSuite(client, projectId, 'Orders');
  await app.goto(`/api-testing/api-test-suite?project=${projectId}`);
  await app.getByRole('button', { name: 'Actions for Orders' }).click();
  await app.getByRole('menuitem', { name: 'Schedule…' }).click();
  const dialog = app.getByRole('dialog', { name: 'Schedule Orders' });
  await dialog.getByText('Once', { exact: true }).click();
  await dialog.getByLabel('Date', { exact: true }).fill('2026-01-01');
  await expect(dialog.getByText('Selected time must be greater than current time.')).toBeVisible();
  await dialog.getByText('Weekly', { exact: true }).click();
  await dialog.getByLabel('Start date').fill('2036-03-03');
  await dialog.getByLabel('End date (optional)').fill('2036-03-03');
  await expect(dialog.getByText('Cannot select multiple days for the same start and end date.')).toBeVisible();
  await dialog.getByLabel('End date (optional)').fill('2036-03-04');
  await expect(dialog.getByText('Please select the corresponding days for the selected dates.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Schedule test' }).click();
  await expect(dialog.getByText('Please select the corresponding days for the selected dates.')).toBeVisible();
  for (const day of ['Wednesday', 'Thursday', 'Friday']) await dialog.getByRole('button', { name: day }).click();
  await expect(dialog.getByRole('region', { name: 'Next due times' }).getByRole('listitem')).toHaveCount(2);
  await dialog.getByRole('button', { name: 'Schedule test' }).click();
  await expect(app.getByText('Orders is scheduled')).toBeVisible();
});

test('a workflow is scheduled and gets a webhook among its triggers, and a call of it runs the workflow', async ({
  app,
  client,
  projectId,
}) => {
  const { flowId } = await client.call(flowRoutes.createFlow, { body: { projectId, name: 'Order to cash' } });
  await app.goto(`/api-testing/process?project=${projectId}&workflow=${flowId}`);
  await app.getByRole('button', { name: 'Triggers' }).click();
  const triggers = app.getByRole('dialog', { name: 'Triggers of Order to cash' });
  await triggers.getByRole('button', { name: 'Add schedule' }).click();
  const dialog = app.getByRole('dialog', { name: 'Schedule Order to cash' });
  await dialog.getByText('Daily', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Schedule test' }).click();
  await expect(triggers.getByRole('region', { name: 'Schedules' })).toContainText('Every day at');

  await triggers.getByRole('button', { name: 'Add webhook' }).click();
  await triggers.getByLabel('Webhook name').fill('Pipeline');
  await triggers.getByRole('button', { name: 'Create webhook' }).click();
  const made = triggers.getByRole('region', { name: 'Address of Pipeline' });
  const address = (await made.locator('pre').first().textContent()) ?? '';
  await made.getByRole('button', { name: 'Done' }).click();
  await expect(made).toBeHidden();
  const answer = await fetch(address, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } });
  expect(answer.status).toBe(202);
  await app.reload();
  await app.getByRole('button', { name: 'Triggers' }).click();
  await triggers.getByRole('link', { name: 'Last run' }).click();
  await expect(app.getByRole('group', { name: /^Start, .*Passed/ })).toBeVisible();
});

test('without PRO the page says that scheduled tests are a Pro feature [schedulers-5]', async ({ page, baseURL }) => {
  const person = await control('organization', { plan: 'FREE' });
  const client = clientOf(baseURL ?? '', person.token);
  const projectId = await newProject(client, 'Shop');
  await newSuite(client, projectId, 'Orders');
  await signInPage(page, person, baseURL ?? '');
  await page.goto(`/api-testing/schedulers?project=${projectId}`);
  await expect(page.getByRole('heading', { name: 'Scheduled tests are a Pro feature.' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Schedule a test' })).toBeHidden();
  await page.goto(`/api-testing/api-test-suite?project=${projectId}`);
  await page.getByRole('button', { name: 'Actions for Orders' }).click();
  await expect(page.getByRole('menuitem', { name: 'Clone suite' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Schedule…' })).toBeHidden();
});
