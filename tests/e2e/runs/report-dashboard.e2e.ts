import { expectAccessible } from '../accessibility.ts';
import { expect, test } from '../fixtures.ts';
import { reportsPage } from '../pages/reports.page.ts';
import { shell } from '../pages/shell.page.ts';
import { expectStatus, newScript, newSuite, runToEnd } from '../test-data.ts';

test('two runs are compared by assertions and body, and a report is deleted; runs are filtered by status, which the address keeps [functional-runs-reports-2]', async ({
  app,
  client,
  projectId,
  target,
}) => {
  test.slow();
  const suiteId = await newSuite(client, projectId, 'Orders');
  await newScript(client, suiteId, {
    scriptName: 'Price',
    url: `${target.url}/price`,
    assertions: [{ kind: 'jsonPath', path: '$.price', operator: 'equals', expected: 42.5, enabled: true }],
  });
  await runToEnd(client, { projectId, suiteIds: [suiteId] });
  target.price = 42.5;
  await runToEnd(client, { projectId, suiteIds: [suiteId] });
  const reports = reportsPage(app);
  await reports.open(projectId);
  await expect(reports.run('Orders')).toHaveCount(2);
  await app.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
  await app.getByRole('button', { name: 'Compare' }).click();
  await expect(shell(app).heading('Compare runs')).toBeVisible();
  const row = app.getByRole('row').filter({ hasText: 'Price' });
  await expect(row).toContainText('Fixed');
  await row.click();
  const dialog = app.getByRole('dialog', { name: 'Price' });
  await expect(dialog.getByRole('table', { name: 'Body' })).toContainText('$.price');
  await expect(dialog.getByRole('table', { name: 'Body' })).toContainText('42.05');
  await expectAccessible(app, '[role=dialog]');
  await app.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await app.goBack();
  await reports.table.getByRole('button', { name: 'Actions for Orders' }).first().click();
  await app.getByRole('menuitem', { name: 'Delete report' }).click();
  await app.getByRole('dialog').getByRole('button', { name: 'Delete report' }).click();
  await expect(reports.run('Orders')).toHaveCount(1);

  for (const [name, status] of [
    ['Good', 200],
    ['Bad', 500],
  ] as const) {
    const madeId = await newSuite(client, projectId, name);
    await newScript(client, madeId, {
      scriptName: name,
      url: `${target.url}/json`,
      assertions: [expectStatus(status)],
    });
    await runToEnd(client, { projectId, suiteIds: [madeId] });
  }
  await app.reload();
  await expect(reports.run('Good')).toBeVisible();
  await reports.statusFilter.click();
  await app.getByRole('option', { name: 'Fail', exact: true }).click();
  await expect(reports.run('Good')).toHaveCount(0);
  await expect(reports.run('Bad')).toBeVisible();
  await expect(app).toHaveURL(/status=Fail/);
  await app.reload();
  await expect(reports.run('Bad')).toBeVisible();
  await expect(reports.run('Good')).toHaveCount(0);
});
