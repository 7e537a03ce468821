import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { expect, test } from '../fixtures.ts';
import { shell } from '../pages/shell.page.ts';
import { suitesPage } from '../pages/suites.page.ts';
import { newScript, newSuite } from '../test-data.ts';

test('a suite is created and opens in the editor [api-suites-scripts-2]', async ({ app, projectId }) => {
  const suites = suitesPage(app);
  await suites.open(projectId);
  await expect(app.getByRole('heading', { name: 'No test suites yet' })).toBeVisible();
  await app.getByRole('button', { name: 'Create suite' }).first().click();
  const dialog = app.getByRole('dialog', { name: 'Create test suite' });
  await dialog.getByLabel('Test suite name').fill('Orders');
  await dialog.getByRole('button', { name: 'Create test suite' }).click();
  await expect(shell(app).heading('Orders')).toBeVisible();
  await suites.open(projectId);
  await expect(suites.row('Orders')).toBeVisible();
});

test('a suite is renamed [api-suites-scripts-2]', async ({ app, client, projectId }) => {
  await newSuite(client, projectId, 'Orders');
  const suites = suitesPage(app);
  await suites.open(projectId);
  await suites.act('Orders', 'Edit suite');
  const dialog = app.getByRole('dialog', { name: 'Edit test suite' });
  await dialog.getByLabel('Name').fill('Invoices');
  await dialog.getByLabel('Description').fill('What was paid');
  await dialog.getByRole('button', { name: 'Save suite' }).click();
  await expect(suites.row('Invoices')).toContainText('What was paid');
  await app.reload();
  await expect(suites.row('Invoices')).toContainText('What was paid');
  await expect(suites.row('Orders')).toHaveCount(0);
});

test('suites are found by a part of the name, and the address keeps the filter [api-suites-scripts-1]', async ({
  app,
  client,
  projectId,
}) => {
  for (const name of ['Orders', 'Invoices', 'Order history']) await newSuite(client, projectId, name);
  const suites = suitesPage(app);
  await suites.open(projectId);
  await suites.filter.fill('order');
  await expect(suites.row('Invoices')).toHaveCount(0);
  await expect(suites.row('Orders')).toBeVisible();
  await expect(suites.row('Order history')).toBeVisible();
  await expect(app).toHaveURL(/q=order/);
  await app.reload();
  await expect(suites.filter).toHaveValue('order');
  await suites.filter.fill('nothing like it');
  await expect(app.getByRole('heading', { name: 'No suites match' })).toBeVisible();
  await app.getByRole('button', { name: 'Clear the filter' }).last().click();
  await expect(suites.row('Invoices')).toBeVisible();
});

test('suites are paged [api-suites-scripts-1]', async ({ app, client, projectId }) => {
  for (let n = 10; n < 23; n += 1) await newSuite(client, projectId, `Suite ${n}`);
  const suites = suitesPage(app);
  await suites.open(projectId, '&size=10');
  await expect(app.getByText('1–10 of 13 suites')).toBeVisible();
  const first = await suites.table.getByRole('link', { name: /^Suite/ }).allTextContents();
  await app.getByRole('button', { name: 'Page 2' }).click();
  await expect(app.getByText('11–13 of 13 suites')).toBeVisible();
  await expect(suites.table.getByRole('link', { name: /^Suite/ })).toHaveCount(3);
  const second = await suites.table.getByRole('link', { name: /^Suite/ }).allTextContents();
  expect(new Set([...first, ...second]).size).toBe(13);
  await app.goBack();
  await expect(app.getByText('1–10 of 13 suites')).toBeVisible();
});

test('a suite is cloned with its scripts [api-suites-scripts-2]', async ({ app, client, projectId }) => {
  const suiteId = await newSuite(client, projectId, 'Orders');
  await newScript(client, suiteId, { scriptName: 'List', url: 'http://x.test/' });
  const suites = suitesPage(app);
  await suites.open(projectId);
  await suites.act('Orders', 'Clone suite');
  await expect(shell(app).toast('Orders is cloned.')).toBeVisible();
  await expect(suites.table.getByRole('row')).toHaveCount(3);
  const { content } = await client.call(apiTestingRoutes.listSuites, { query: { projectId } });
  expect(content.map((suite) => suite.scriptCount)).toEqual([1, 1]);
});

test('Space selects, and the bar acts on the selection [api-suites-scripts-2]', async ({ app, client, projectId }) => {
  for (const name of ['One', 'Two', 'Three']) await newSuite(client, projectId, name);
  const suites = suitesPage(app);
  await suites.open(projectId);
  await suites.row('One').focus();
  await app.keyboard.press('Space');
  await suites.row('Three').focus();
  await app.keyboard.press('Space');
  await expect(suites.selection).toContainText('2 selected');
  await suites.selection.getByRole('button', { name: 'Delete' }).click();
  const dialog = app.getByRole('dialog', { name: 'Delete 2 suites?' });
  await expect(dialog).toContainText('0 scripts');
  await dialog.getByRole('button', { name: 'Delete 2 suites' }).click();
  await expect(suites.table.getByRole('row')).toHaveCount(2);
  await expect(suites.row('Two')).toBeVisible();
  await expect(suites.selection).toHaveCount(0);
});

test('Escape clears the selection', async ({ app, client, projectId }) => {
  await newSuite(client, projectId, 'One');
  const suites = suitesPage(app);
  await suites.open(projectId);
  await suites.row('One').focus();
  await app.keyboard.press('Space');
  await expect(suites.selection).toBeVisible();
  await app.keyboard.press('Escape');
  await expect(suites.selection).toHaveCount(0);
});

test('opening a deleted suite says so [api-suites-scripts-5]', async ({ app, client, projectId }) => {
  const suiteId = await newSuite(client, projectId, 'Orders');
  await client.call(apiTestingRoutes.deleteSuite, { query: { suiteId } });
  await app.goto(`/api-testing/api-test-suite/${suiteId}?project=${projectId}`);
  await expect(app.getByRole('main')).toContainText('Test Suite/Script is deleted already.');
});

test('running a suite that somebody deleted meanwhile says so [api-suites-scripts-5]', async ({
  app,
  client,
  projectId,
}) => {
  const suiteId = await newSuite(client, projectId, 'Orders');
  await newScript(client, suiteId, { scriptName: 'List', url: 'http://x.test/' });
  const suites = suitesPage(app);
  // Without the stream the page does not hear of it; with it the suite would leave the list.
  await app.route('**/api/follow-topics', (route) => route.abort());
  await suites.open(projectId);
  await expect(suites.row('Orders')).toBeVisible();
  await client.call(apiTestingRoutes.deleteSuite, { query: { suiteId } });
  await suites.run('Orders');
  await expect(shell(app).toast('Test Suite/Script is deleted already.')).toBeVisible();
});
