import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { expect, test } from '../fixtures.ts';
import { shell } from '../pages/shell.page.ts';
import { suitesPage } from '../pages/suites.page.ts';
import { newScript, newSuite } from '../test-data.ts';

test('a suite is created, renamed, cloned with its scripts, found by a part of its name, selected with Space and deleted [api-suites-scripts-1] [api-suites-scripts-2]', async ({
  app,
  client,
  projectId,
}) => {
  test.slow();
  const suites = suitesPage(app);
  await test.step('created; it opens in the editor', async () => {
    await suites.open(projectId);
    await expect(app.getByRole('heading', { name: 'No test suites yet' })).toBeVisible();
    await app.getByRole('button', { name: 'Create suite' }).first().click();
    const dialog = app.getByRole('dialog', { name: 'Create test suite' });
    await dialog.getByLabel('Test suite name').fill('Orders');
    await dialog.getByRole('button', { name: 'Create test suite' }).click();
    await expect(shell(app).heading('Orders')).toBeVisible();
    await shell(app).area.getByRole('link', { name: 'Test Suites' }).click();
    await expect(suites.row('Orders')).toBeVisible();
  });
  await test.step('renamed', async () => {
    await suites.act('Orders', 'Edit suite');
    const dialog = app.getByRole('dialog', { name: 'Edit test suite' });
    await dialog.getByLabel('Name').fill('Invoices');
    await dialog.getByLabel('Description').fill('What was paid');
    await dialog.getByRole('button', { name: 'Save suite' }).click();
    await expect(suites.row('Invoices')).toContainText('What was paid');
  });
  await test.step('cloned with its scripts', async () => {
    const [suite] = (await client.call(apiTestingRoutes.listSuites, { query: { projectId } })).content;
    await newScript(client, suite?.suiteId ?? '', { scriptName: 'List', url: 'http://x.test/' });
    await suites.act('Invoices', 'Clone suite');
    await expect(shell(app).toast('Invoices is cloned.')).toBeVisible();
    await expect(suites.table.getByRole('row')).toHaveCount(3);
    const { content } = await client.call(apiTestingRoutes.listSuites, { query: { projectId } });
    expect(content.map(({ scriptCount }) => scriptCount)).toEqual([1, 1]);
  });
  await test.step('found by a part of the name; the address keeps the filter', async () => {
    for (const name of ['Order list', 'Order history']) await newSuite(client, projectId, name);
    await app.reload();
    await expect(suites.row('Invoices')).toContainText('What was paid');
    await expect(suites.row('Orders')).toHaveCount(0);
    await suites.filter.fill('order');
    await expect(suites.row('Invoices')).toHaveCount(0);
    await expect(suites.row('Order list')).toBeVisible();
    await expect(suites.row('Order history')).toBeVisible();
    await expect(app).toHaveURL(/q=order/);
    await app.reload();
    await expect(suites.filter).toHaveValue('order');
    await suites.filter.fill('nothing like it');
    await expect(app.getByRole('heading', { name: 'No suites match' })).toBeVisible();
    await app.getByRole('button', { name: 'Clear the filter' }).last().click();
    await expect(suites.row('Invoices')).toBeVisible();
  });
  await test.step('Space selects, Escape takes the selection back, and the bar acts on it', async () => {
    await suites.row('Invoices').focus();
    await app.keyboard.press('Space');
    await expect(suites.selection).toBeVisible();
    await app.keyboard.press('Escape');
    await expect(suites.selection).toHaveCount(0);
    for (const name of ['Order list', 'Order history']) {
      await suites.row(name).focus();
      await app.keyboard.press('Space');
    }
    await expect(suites.selection).toContainText('2 selected');
    await suites.selection.getByRole('button', { name: 'Delete' }).click();
    const dialog = app.getByRole('dialog', { name: 'Delete 2 suites?' });
    await expect(dialog).toContainText('0 scripts');
    await dialog.getByRole('button', { name: 'Delete 2 suites' }).click();
    await expect(suites.table.getByRole('row')).toHaveCount(3);
    await expect(suites.row('Invoices')).toBeVisible();
    await expect(suites.selection).toHaveCount(0);
  });
});

test('suites are paged; running and opening one that somebody deleted meanwhile says so [api-suites-scripts-1] [api-suites-scripts-5]', async ({
  app,
  client,
  projectId,
}) => {
  for (let n = 10; n < 23; n += 1) {
    const suiteId = await newSuite(client, projectId, `Suite ${n}`);
    await newScript(client, suiteId, { scriptName: 'List', url: 'http://x.test/' });
  }
  const suites = suitesPage(app);
  // Without the stream, the page isn't notified of what others delete; with it, a suite would leave the list.
  await app.route('**/api/follow-topics', (route) => route.abort());
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

  const name = first[0] ?? '';
  const { content } = await client.call(apiTestingRoutes.listSuites, { query: { projectId, searchTerm: name } });
  const suiteId = content[0]?.suiteId ?? '';
  await client.call(apiTestingRoutes.deleteSuite, { query: { suiteId } });
  await suites.run(name);
  await expect(shell(app).toast('Test Suite/Script is deleted already.')).toBeVisible();
  await app.goto(`/api-testing/api-test-suite/${suiteId}?project=${projectId}`);
  await expect(app.getByRole('main')).toContainText('Test Suite/Script is deleted already.');
});
