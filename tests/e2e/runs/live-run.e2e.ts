import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { expect, test } from '../fixtures.ts';
import { choose } from '../pages/choose.ts';
import { reportPage } from '../pages/report.page.ts';
import { shell } from '../pages/shell.page.ts';
import { suitesPage } from '../pages/suites.page.ts';
import { tourPage } from '../pages/tour.page.ts';
import { expectJson, expectStatus, newEnvironment, newScript, newSuite } from '../test-data.ts';

/** A suite whose first step passes, whose second fails, and whose third waits until the target releases it. */
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

test('a run needs an environment when there are some; its report fills, opens the first failure, ends by itself, is filtered, and runs again what did not pass [functional-runs-reports-1] [functional-runs-reports-6] [guided-tours-1]', async ({
  app,
  client,
  projectId,
  target,
}) => {
  test.slow();
  await heldSuite({ client, projectId, target });
  await newEnvironment(client, projectId, 'Staging');
  const suites = suitesPage(app);
  const report = reportPage(app);
  await suites.open(projectId);
  await test.step('an environment is asked for', async () => {
    await app.getByRole('button', { name: 'Run Orders', exact: true }).click();
    const dialog = app.getByRole('dialog', { name: 'Run Orders' });
    await expect(dialog.getByRole('combobox', { name: 'Environment' })).toHaveValue('Staging');
    // Choosing an option that is already chosen clears it.
    await choose(app, 'Environment', 'Staging');
    await dialog.getByRole('button', { name: 'Run', exact: true }).click();
    await expect(dialog.getByText('Please select an environment.')).toBeVisible();
    await choose(app, 'Environment', 'Staging');
    await dialog.getByRole('button', { name: 'Run', exact: true }).click();
    await expect(app).toHaveURL(/\/api-testing\/report\//);
  });
  await test.step('the report fills while the run goes', async () => {
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
  await test.step('steps are filtered by status and by name, which a reload keeps', async () => {
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
  await test.step('Retry failed runs again only what did not pass', async () => {
    target.price = 42.5;
    await report.retryFailed.click();
    await expect(app.getByText('retry of')).toBeVisible();
    await expect(report.heading).toContainText('Pass');
    await expect(report.steps.getByRole('option')).toHaveCount(1);
    await expect(report.step('Wrong')).toBeVisible();
    // A report without a failure has a shorter tour than the audited one.
    await expect(report.retry).toBeVisible();
    await tourPage(app).walk(4);
    await app.getByRole('link', { name: 'the run before' }).click();
    await expect(report.heading).toContainText('Fail');
  });
});

test('a run is stopped; another one loses nothing by a reload and by a connection that breaks in the middle [functional-runs-reports-1]', async ({
  app,
  context,
  client,
  projectId,
  target,
}) => {
  test.slow();
  const suiteId = await heldSuite({ client, projectId, target });
  const report = reportPage(app);
  await test.step('a run is stopped', async () => {
    await suitesPage(app).open(projectId);
    await suitesPage(app).run('Orders');
    await expect(report.counts.getByRole('button', { name: '1 running' })).toBeVisible();
    await report.stop.click();
    await expect(shell(app).toast('Run canceled')).toBeVisible();
    await expect(report.heading).toContainText('Cancelled');
    await expect(report.counts.getByRole('button', { name: '1 passed' })).toBeVisible();
    await expect(report.counts.getByRole('button', { name: '2 cancelled' })).toBeVisible();
  });
  const { runId } = await client.call(apiTestingRoutes.executeTest, { body: { projectId, suiteIds: [suiteId] } });
  await report.open(runId);
  await expect(report.counts.getByRole('button', { name: '1 running' })).toBeVisible();
  await app.reload();
  await expect(report.counts.getByRole('button', { name: '1 running' })).toBeVisible();
  await expect(report.detail('Wrong')).toBeVisible();
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
