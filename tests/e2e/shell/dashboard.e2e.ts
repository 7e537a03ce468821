import { userManagementRoutes } from '@touchstone/contracts/user-management';
import { control } from '../control.ts';
import { expect, test } from '../fixtures.ts';
import { expectStatus, newScript, newSuite, runToEnd } from '../test-data.ts';

test('a new dashboard has the first steps and no empty panels; steps are ticked as they are done and dismissed for good [dashboard-metrics-1]', async ({
  app,
  client,
}) => {
  await app.goto('/dashboard');
  const steps = app.getByRole('region', { name: 'First steps' });
  await expect(steps).toContainText('0 of 4 done');
  await expect(app.getByRole('region', { name: 'Outcomes' })).toHaveCount(0);
  await steps.getByRole('button', { name: 'Run sample suite' }).click();
  await expect(app).toHaveURL(/\/api-testing\/report\//);
  await app.goto('/dashboard');
  await expect(steps).toContainText('1 of 4 done');
  await expect(
    steps.getByRole('listitem').filter({ hasText: 'Run the sample suite' }).getByLabel('Done'),
  ).toBeVisible();
  await expect(app.getByRole('region', { name: 'Outcomes' })).toBeVisible();
  const saved = app.waitForResponse((response) => response.request().method() === 'POST');
  await steps.getByRole('button', { name: 'Dismiss the first steps' }).click();
  await expect(steps).toHaveCount(0);
  await saved;
  const query = { service: 'first-steps' };
  expect((await client.call(userManagementRoutes.getWidgetsOfService, { query })).widgets).toHaveLength(1);
  await app.reload();
  await expect(app.getByRole('region', { name: 'Outcomes' })).toBeVisible();
  await expect(steps).toHaveCount(0);
});

test('the dashboard counts runs, is narrowed by days and by team, and keeps how it is arranged; tests of today, recent tests and users are listed [dashboard-metrics-1] [dashboard-metrics-2] [dashboard-metrics-3] [dashboard-metrics-4] [notifications-5]', async ({
  app,
  admin,
  client,
  projectId,
  target,
}) => {
  test.slow();
  await test.step('executions of today are told apart: running and executed', async () => {
    await app.goto('/dashboard');
    await app.getByRole('button', { name: 'Test Executions Today' }).click();
    const panel = app.getByRole('dialog', { name: 'Test Executions Today' });
    await expect(panel.getByText('No Executions yet')).toBeVisible();
    await panel.getByRole('tab', { name: 'Executed' }).click();
    await expect(panel.getByText('No Executions yet')).toBeVisible();
    for (const [name, status] of [
      ['Right', 200],
      ['Wrong', 418],
    ] as const) {
      const suiteId = await newSuite(client, projectId, name);
      await newScript(client, suiteId, {
        scriptName: name,
        url: `${target.url}/json`,
        assertions: [expectStatus(status)],
      });
      await runToEnd(client, { projectId, suiteIds: [suiteId] });
    }
    await panel.getByRole('list', { name: 'Executed' }).getByRole('link', { name: 'Right' }).click();
    await expect(app).toHaveURL(/\/api-testing\/report\//);
    await expect(panel).toHaveCount(0);
  });
  await test.step('counts, outcomes, waiting time and people are those of the runs', async () => {
    await app.goto('/dashboard');
    const widget = (name: string) => app.getByRole('region', { name, exact: true });
    await expect(widget('Outcomes')).toContainText('50 % of 2 ended runs passed');
    await expect(widget('At a glance')).toContainText(/Runs today\s*2/);
    await expect(widget('At a glance')).toContainText(/Tests\s*2/);
    await expect(widget('Contributions')).toContainText('2 runs, 1 passed');
    await expect(widget('Waiting time')).toContainText(/Average\s*[\d.]+ m?s/);
    await expect(widget('Waiting time')).not.toContainText('Shared');
    await expect(widget('Services').first()).toContainText('API Testing');
    await expect(app.getByRole('table', { name: 'Runs per day by outcome' })).toContainText(
      new Date().toISOString().slice(0, 10),
    );
  });
  await test.step('by days and by team', async () => {
    const asked = app.waitForRequest(
      (request) => request.url().includes('usage-metrics') && request.url().includes('startDate=2026-01-01'),
    );
    await app.goto('/dashboard?from=2026-01-01&to=2026-01-07&team=all');
    const query = new URL((await asked).url()).searchParams;
    expect(query.get('endDate')).toBe('2026-01-07');
    expect(query.get('teamUuid')).toBeNull();
    await expect(app.getByRole('table', { name: 'Runs per day by outcome' }).getByRole('row')).toHaveCount(8);
    const ofTeam = app.waitForRequest((request) => request.url().includes(`teamUuid=${admin.teamId}`));
    await app.getByRole('combobox', { name: 'Team' }).click();
    await app.getByRole('option', { name: 'Team One' }).click();
    await ofTeam;
    await app.getByRole('combobox', { name: 'Range of days' }).click();
    await app.getByRole('option', { name: 'Last 30 days' }).click();
    await expect(app.getByRole('table', { name: 'Runs per day by outcome' }).getByRole('row')).toHaveCount(31);
  });
  await test.step('widgets are arranged, hidden and read back', async () => {
    const titles = () => app.getByRole('main').getByRole('heading', { level: 2 }).allTextContents();
    await app.getByRole('button', { name: 'Arrange' }).click();
    await app.getByRole('button', { name: 'Move Runs per day up' }).click();
    await app.getByRole('button', { name: 'Hide Waiting time' }).click();
    const saved = app.waitForResponse(
      (response) => response.url().includes('project-widget') && response.request().method() === 'POST',
    );
    await app.getByRole('button', { name: 'Widen Outcomes' }).click();
    await saved;
    await app.getByRole('button', { name: 'Done' }).click();
    const query = { service: 'dashboard', teamUuid: admin.teamId };
    await expect
      .poll(async () => (await client.call(userManagementRoutes.getWidgetsOfService, { query })).widgets)
      .toEqual(
        expect.arrayContaining([
          { widgetId: 'waiting', hidden: true, width: 'half' },
          { widgetId: 'outcomes', hidden: false, width: 'full' },
        ]),
      );
    await app.reload();
    await expect(app.getByRole('region', { name: 'Runs per day', exact: true })).toBeVisible();
    expect((await titles()).filter((title) => title !== 'First steps').slice(0, 2)).toEqual([
      'Runs per day',
      'At a glance',
    ]);
    await expect(app.getByRole('region', { name: 'Waiting time', exact: true })).toHaveCount(0);
    await app.getByRole('button', { name: 'Arrange' }).click();
    await app.getByRole('button', { name: 'Show Waiting time' }).click();
    await expect(app.getByRole('region', { name: 'Waiting time', exact: true })).toBeVisible();
  });
  await test.step('a recent test opens', async () => {
    await app.getByRole('button', { name: 'Done' }).click();
    await app.getByRole('list', { name: 'Recent tests' }).getByRole('link', { name: 'Wrong' }).click();
    await expect(app).toHaveURL(/\/api-testing\/report\//);
  });
  await test.step('user metrics', async () => {
    await control('user', { colleagueId: admin.userId, role: 'ROLE_USER' });
    await app.goto('/user-metrics');
    const users = app.getByRole('table', { name: 'Users' });
    await expect(users.getByRole('row')).toHaveCount(3);
    await app.getByRole('textbox', { name: 'Filter users' }).fill(admin.email);
    await expect(users.getByRole('row')).toHaveCount(2);
    await expect(users).toContainText(admin.email);
    await app.getByRole('textbox', { name: 'Filter users' }).fill('nobody at all');
    await expect(app.getByText('No matching users')).toBeVisible();
  });
});
