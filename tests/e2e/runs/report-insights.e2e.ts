import { expect, test } from '../fixtures.ts';
import { shell } from '../pages/shell.page.ts';
import { expectStatus, insightsOf, newScript, newSuite, runToEnd } from '../test-data.ts';

test('insights lead from the pass rate to the suite, the script and the report that failed [functional-runs-reports-5]', async ({
  app,
  client,
  projectId,
  target,
}) => {
  for (const [name, status] of [
    ['Orders', 200],
    ['Payments', 500],
  ] as const) {
    const suiteId = await newSuite(client, projectId, name);
    await newScript(client, suiteId, {
      scriptName: `List ${name.toLowerCase()}`,
      url: `${target.url}/json`,
      assertions: [expectStatus(status)],
    });
    await runToEnd(client, { projectId, suiteIds: [suiteId] });
  }
  await insightsOf(client, projectId, 2);

  await app.goto(`/api-testing/report-dashboard?project=${projectId}`);
  await shell(app).area.getByRole('link', { name: 'Report Insights' }).click();
  await expect(shell(app).heading('Report Insights')).toBeVisible();
  await expect(app.getByText('50 %', { exact: true }).first()).toBeVisible();
  const scripts = app.getByRole('table', { name: 'Scripts' });
  await expect(scripts.getByRole('row')).toHaveCount(2);
  await expect(scripts).toContainText('List payments');

  await app.getByRole('radiogroup', { name: 'Ranking of suites' }).getByText('Slowest').click();
  await app.getByRole('table', { name: 'Suites' }).getByRole('link', { name: 'Orders' }).click();
  await expect(app.getByText('100 %', { exact: true }).first()).toBeVisible();
  await expect(app.getByText('No script failed in this period.')).toBeVisible();
  await expect(app).toHaveURL(/suite=/);
  await app.reload();
  await expect(app.getByRole('combobox', { name: 'Suite' })).toHaveValue('Orders');
  await app.goBack();
  await scripts.getByRole('link', { name: 'List payments', exact: true }).click();
  await expect(app.getByRole('region', { name: 'Step List payments' })).toContainText('500');
});
