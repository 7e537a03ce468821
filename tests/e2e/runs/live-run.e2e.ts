import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { expect, test } from '../fixtures.ts';
import { choose } from '../pages/choose.ts';
import { reportPage } from '../pages/report.page.ts';
import { shell } from '../pages/shell.page.ts';
import { suitesPage } from '../pages/suites.page.ts';
import { expectJson, expectStatus, newEnvironment, newScript, newSuite, runToEnd } from '../test-data.ts';

/** A suite whose first step passes, whose second fails, and whose third waits until the target lets it go. */
async function heldSuite({ client, projectId, target }: Pick<Given, 'client' | 'projectId' | 'target'>) {
  const suiteId = await newSuite(client, projectId, 'Orders');
  const url = target.url;
  await newScript(client, suiteId, { scriptName: 'First', url: `${url}/json`, assertions: [expectStatus(200)] });
  await newScript(client, suiteId, {
    scriptName: 'Wrong',
    url: `${url}/price`,
    assertions: [expectJson('$.price', 42.5)],
  });
  await newScript(client, suiteId, { scriptName: 'Held', url: `${url}/held/1`, assertions: [expectStatus(200)] });
  await newScript(client, suiteId, { scriptName: 'Last', url: `${url}/json` });
  return suiteId;
}
type Given = Parameters<Parameters<typeof test>[2]>[0];

test('a run needs an environment when there are some [functional-runs-reports-6]', async ({
  app,
  client,
  projectId,
  target,
}) => {
  await heldSuite({ client, projectId, target });
  await newEnvironment(client, projectId, 'Staging');
  const suites = suitesPage(app);
  await suites.open(projectId);
  await app.getByRole('button', { name: 'Run Orders', exact: true }).click();
  const dialog = app.getByRole('dialog', { name: 'Run Orders' });
  await expect(dialog.getByRole('combobox', { name: 'Environment' })).toHaveValue('Staging');
  // Choosing what is chosen already takes it away.
  await choose(app, 'Environment', 'Staging');
  await dialog.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(dialog.getByText('Please select an environment.')).toBeVisible();
  await choose(app, 'Environment', 'Staging');
  await dialog.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(app).toHaveURL(/\/api-testing\/report\//);
  target.release();
});

test('a report fills while the run goes, opens the first failure, and ends by itself [functional-runs-reports-1]', async ({
  app,
  client,
  projectId,
  target,
}) => {
  await heldSuite({ client, projectId, target });
  const suites = suitesPage(app);
  const report = reportPage(app);
  await suites.open(projectId);
  await suites.run('Orders');
  await expect(shell(app).toast('Run initiated')).toBeVisible();
  await expect(shell(app).toast('Execution has started')).toBeVisible();
  await expect(report.live).toBeVisible();
  await expect(report.counts.getByRole('button', { name: '1 passed' })).toBeVisible();
  await expect(report.counts.getByRole('button', { name: '1 running' })).toBeVisible();
  await expect(report.counts.getByRole('button', { name: '1 queued' })).toBeVisible();
  await expect(report.detail('Wrong')).toContainText('expected 42.5, got 42.05');
  target.release();
  await expect(report.heading).toContainText('Fail');
  await expect(report.counts.getByRole('button', { name: '3 passed' })).toBeVisible();
  await expect(report.detail('Wrong')).toBeVisible();
  await expect(report.stop).toHaveCount(0);
  await expect(report.retryFailed).toBeVisible();
});

test('a run is stopped [functional-runs-reports-1]', async ({ app, client, projectId, target }) => {
  await heldSuite({ client, projectId, target });
  const suites = suitesPage(app);
  const report = reportPage(app);
  await suites.open(projectId);
  await suites.run('Orders');
  await expect(report.counts.getByRole('button', { name: '1 running' })).toBeVisible();
  await report.stop.click();
  await expect(shell(app).toast('Run canceled')).toBeVisible();
  await expect(report.heading).toContainText('Cancelled');
  await expect(report.counts.getByRole('button', { name: '1 passed' })).toBeVisible();
  await expect(report.counts.getByRole('button', { name: '2 cancelled' })).toBeVisible();
});

test('a reload in the middle of a run loses nothing', async ({ app, client, projectId, target }) => {
  const suiteId = await heldSuite({ client, projectId, target });
  const { runId } = await client.call(apiTestingRoutes.executeTest, { body: { projectId, suiteIds: [suiteId] } });
  const report = reportPage(app);
  await report.open(runId);
  await expect(report.counts.getByRole('button', { name: '1 running' })).toBeVisible();
  await app.reload();
  await expect(report.counts.getByRole('button', { name: '1 running' })).toBeVisible();
  await expect(report.detail('Wrong')).toBeVisible();
  target.release();
  await expect(report.counts.getByRole('button', { name: '3 passed' })).toBeVisible();
  await expect(report.steps.getByRole('option')).toHaveCount(4);
});

test('a connection that breaks in the middle and comes back shows the complete result', async ({
  app,
  context,
  client,
  projectId,
  target,
}) => {
  const suiteId = await heldSuite({ client, projectId, target });
  const { runId } = await client.call(apiTestingRoutes.executeTest, { body: { projectId, suiteIds: [suiteId] } });
  const report = reportPage(app);
  await report.open(runId);
  await expect(report.counts.getByRole('button', { name: '1 running' })).toBeVisible();
  await expect(report.live).toBeVisible();
  await context.setOffline(true);
  target.release();
  const counts = async () => (await client.call(apiTestingRoutes.getExecutionSummary, { query: { runId } })).passed;
  await expect.poll(counts).toBe(3);
  await context.setOffline(false);
  await expect(report.heading).toContainText('Fail', { timeout: 20_000 });
  await expect(report.counts.getByRole('button', { name: '3 passed' })).toBeVisible();
  await expect(report.counts.getByRole('button', { name: '1 failed' })).toBeVisible();
  await expect(report.steps.getByRole('option')).toHaveCount(4);
});

test('Retry failed runs again only what did not pass [functional-runs-reports-1]', async ({
  app,
  client,
  projectId,
  target,
}) => {
  target.release();
  const suiteId = await heldSuite({ client, projectId, target });
  const runId = await runToEnd(client, { projectId, suiteIds: [suiteId] });
  target.price = 42.5;
  const report = reportPage(app);
  await report.open(runId);
  await report.retryFailed.click();
  await expect(app.getByText('retry of')).toBeVisible();
  await expect(report.heading).toContainText('Pass');
  await expect(report.steps.getByRole('option')).toHaveCount(1);
  await expect(report.step('Wrong')).toBeVisible();
  await app.getByRole('link', { name: 'the run before' }).click();
  await expect(report.heading).toContainText('Fail');
});

test('steps are filtered by status and by name', async ({ app, client, projectId, target }) => {
  target.release();
  const suiteId = await heldSuite({ client, projectId, target });
  const runId = await runToEnd(client, { projectId, suiteIds: [suiteId] });
  const report = reportPage(app);
  await report.open(runId);
  await report.counts.getByRole('button', { name: '3 passed' }).click();
  await expect(report.steps.getByRole('option')).toHaveCount(3);
  await app.getByRole('textbox', { name: 'Filter steps' }).fill('last');
  await expect(report.steps.getByRole('option')).toHaveCount(1);
  await report.step('Last').click();
  await expect(report.detail('Last')).toBeVisible();
  await app.reload();
  await expect(report.detail('Last')).toBeVisible();
  await expect(report.steps.getByRole('option')).toHaveCount(1);
});
