import type { Page } from '@playwright/test';
import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { inBothSchemes, violationsOf } from '../accessibility.ts';
import { control } from '../control.ts';
import { expect, test } from '../fixtures.ts';
import { prerequisitesPage } from '../pages/prerequisites.page.ts';
import { shell } from '../pages/shell.page.ts';
import { newEnvironment, newScript, newSuite } from '../test-data.ts';

const calls = apiTestingRoutes;

async function expectAccessible(page: Page): Promise<void> {
  expect(await violationsOf(page)).toEqual([]);
}

test('a database is tested, corrected and saved; its password is never shown again [environments-variables-5]', async ({
  app,
  projectId,
}) => {
  const database = await control('database', {});
  const screen = prerequisitesPage(app);
  const { dialog } = screen;
  await screen.open(projectId, 'databases');
  await app.getByRole('button', { name: 'Add database' }).first().click();
  await dialog.getByRole('button', { name: 'Save database' }).click();
  for (const text of ['Please enter a name.', 'Please enter a host.', 'Please enter a user name.'])
    await expect(dialog.getByText(text)).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Shop');
  await dialog.getByRole('textbox', { name: 'Host' }).fill(database.host);
  await dialog.getByLabel('Port').fill(String(database.port));
  await dialog.getByRole('textbox', { name: 'Database' }).fill(database.databaseName);
  await dialog.getByRole('textbox', { name: 'User' }).fill(database.username);
  await dialog.getByLabel('Password', { exact: true }).fill('not the password');
  await screen.choose('TLS', 'Off');
  await dialog.getByRole('button', { name: 'Test connection' }).click();
  await expect(dialog.getByRole('status')).toContainText('Check user name and password.');
  await dialog.getByLabel('Password', { exact: true }).fill(database.password);
  await dialog.getByRole('button', { name: 'Test connection' }).click();
  await expect(dialog.getByRole('status')).toContainText('Connected to PostgreSQL');
  await expectAccessible(app);
  await dialog.getByRole('button', { name: 'Save database' }).click();
  await expect(shell(app).toast('Shop is saved.')).toBeVisible();
  await app.reload();
  await screen.databases.getByRole('button', { name: 'Shop', exact: true }).click();
  await expect(dialog.getByLabel('Password', { exact: true })).toHaveValue('');
  expect(await app.content()).not.toContain(database.password);
  await dialog.getByRole('textbox', { name: 'Host' }).fill('elsewhere.example.test');
  await dialog.getByRole('button', { name: 'Test connection' }).click();
  await expect(dialog.getByText('Enter the password again', { exact: false })).toBeVisible();
});

test('prerequisites are created, run with live result, corrected and retried [environments-variables-5]', async ({
  app,
  client,
  projectId,
  target,
}) => {
  // A whole journey with two runs and two axe checks.
  test.slow();
  const database = await control('database', {});
  await client.call(workspaceRoutes.createDatabase, { body: { projectId, name: 'Shop', ...database } });
  const suiteId = await newSuite(client, projectId, 'Accounts');
  await newScript(client, suiteId, { scriptName: 'Sign in', url: `${target.url}/json` });
  await newEnvironment(client, projectId, 'Staging');
  const screen = prerequisitesPage(app);
  const { dialog, result } = screen;
  const create = dialog.getByRole('button', { name: 'Create prerequisite' });
  await screen.open(projectId);

  await app.getByRole('button', { name: 'Create prerequisite' }).first().click();
  await create.click();
  await expect(dialog.getByText('Please enter a name.')).toBeVisible();
  await expect(dialog.getByText('Please choose a script.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Sign in first');
  await screen.choose('Test suite', 'Accounts');
  await screen.choose('Script', 'Sign in');
  await dialog.getByRole('button', { name: 'Add data handler' }).click();
  await dialog.getByLabel('Variable of data handler 1').fill('answer');
  await screen.choose('Source of data handler 1', 'Status');
  await create.click();
  await expect(screen.list.getByRole('button', { name: 'Sign in first', exact: true })).toBeVisible();

  await app.getByRole('button', { name: 'Create prerequisite' }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Cheapest item');
  await dialog.getByText('Database', { exact: true }).click();
  await screen.choose('Database', 'Shop');
  await screen.write('Query', 'select name, price from item where price = {{wrong_name}}');
  await screen.choose('Save values to', 'Staging');
  await expectAccessible(app);
  await create.click();

  await screen.run.click();
  await expect(result.getByText('The variable wrong_name has no value.')).toBeVisible();
  await expect(result.getByText('200', { exact: true })).toBeVisible();
  await screen.list.getByRole('button', { name: 'Cheapest item', exact: true }).click();
  await screen.write('Query', 'select name, price from item order by price limit 1');
  await dialog.getByRole('button', { name: 'Save prerequisite' }).click();
  await expect(dialog).toBeHidden();
  await result.getByRole('button', { name: 'Retry' }).click();
  await expect(result.getByText('All prerequisites passed', { exact: false })).toBeVisible();
  await expect(result.getByText('Bolt')).toBeVisible();
  await expectAccessible(app);
  const { variables } = await client.call(workspaceRoutes.listVariables, { query: { projectId } });
  expect(variables.map(({ name, value }) => `${name}=${value}`)).toEqual(['name=Bolt', 'price=1']);
});

test('a run of suites begins with the prerequisites and ends where one fails [environments-variables-5]', async ({
  app,
  client,
  projectId,
  target,
}) => {
  const suiteId = await newSuite(client, projectId, 'Orders');
  await newScript(client, suiteId, { scriptName: 'List', url: `${target.url}/json` });
  const action = { kind: 'javascript' as const, code: `throw new Error('no stock')` };
  await client.call(calls.createPrerequisite, { body: { projectId, name: 'Fill the shop', action } });
  await app.goto(`/api-testing/api-test-suite?project=${projectId}`);
  await app.getByRole('button', { name: 'Run Orders' }).click();
  const dialog = app.getByRole('dialog');
  await expect(dialog.getByRole('switch', { name: 'Run prerequisites first' })).toBeChecked();
  await dialog.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(app.getByText('Prerequisite Fill the shop failed: Error: no stock (line 1)').first()).toBeVisible();
  const steps = app.getByRole('listbox', { name: 'Steps' });
  await expect(steps.getByRole('option', { name: /List/ }).getByRole('img', { name: 'Skipped' })).toBeVisible();
});

test('the lists are accessible, empty and filled, light and dark', async ({ app, client, projectId }) => {
  const expectBoth = () => inBothSchemes(app, () => expectAccessible(app));
  const screen = prerequisitesPage(app);
  await screen.open(projectId);
  await expect(app.getByText('No prerequisites yet')).toBeVisible();
  await expectBoth();
  await app.getByRole('tab', { name: 'Databases' }).click();
  await expect(app.getByText('No databases yet')).toBeVisible();
  await expectBoth();
  const action = { kind: 'javascript' as const, code: `pm.environment.set('a', '1')` };
  for (const name of ['One', 'Two']) await client.call(calls.createPrerequisite, { body: { projectId, name, action } });
  await screen.open(projectId);
  await app.getByRole('button', { name: 'Move Two up' }).click();
  await expect(screen.list.getByRole('row').nth(1)).toContainText('Two');
  await expectBoth();
});
