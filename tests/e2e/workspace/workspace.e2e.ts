import { readFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { expectAccessible } from '../accessibility.ts';
import { expect, test } from '../fixtures.ts';
import { shell } from '../pages/shell.page.ts';
import { workspacePage } from '../pages/workspace.page.ts';
import { expectStatus, newProject, newScript, newSuite, runToEnd } from '../test-data.ts';

test('a workspace is created, opened, edited and deleted, with its type and plan [api-workspaces-1]', async ({
  app,
}) => {
  test.slow();
  const workspace = workspacePage(app);
  const title = (name: string) => app.getByRole('heading', { level: 2, name });
  await workspace.open();
  await expect(app.getByRole('heading', { name: 'Create your first project' })).toBeVisible();
  await workspace.create('Checkout', 'Everything about buying');
  await expect(title('Checkout')).toBeVisible();
  await expect(app.getByText('Everything about buying')).toBeVisible();
  await expect(app.getByText('Private workspace · PRO plan')).toBeVisible();
  await expect(shell(app).toast('Project created successfully')).toBeVisible();
  await workspace.create('Returns', 'Sending things back');
  await expect(title('Returns')).toBeVisible();

  await test.step('find and open', async () => {
    await app.getByRole('textbox', { name: 'Filter projects' }).fill('check');
    await expect(workspace.projects.getByRole('listitem')).toHaveCount(1);
    await workspace.project('Checkout').click();
    await expect(title('Checkout')).toBeVisible();
  });

  await test.step('edit name and type', async () => {
    await workspace.act('Checkout', 'Edit project');
    const dialog = app.getByRole('dialog', { name: 'Edit project Checkout' });
    await dialog.getByLabel('Project name').fill('Check-out desk');
    await dialog.getByLabel(/^Shared/).check();
    await dialog.getByRole('button', { name: 'Save project' }).click();
    await expect(title('Check-out desk')).toBeVisible();
    await expect(app.getByText('Shared workspace · PRO plan')).toBeVisible();
    await app.reload();
    await expect(title('Check-out desk')).toBeVisible();
    await expect(app.getByText('Shared workspace · PRO plan')).toBeVisible();
  });

  await test.step('delete, only when the name was typed', async () => {
    await workspace.act('Check-out desk', 'Delete project');
    const dialog = app.getByRole('dialog', { name: 'Delete project Check-out desk?' });
    const confirm = dialog.getByRole('button', { name: 'Delete project' });
    await expect(confirm).toBeDisabled();
    await dialog.getByLabel('Type “Check-out desk” to confirm').fill('check-out desk');
    await expect(confirm).toBeDisabled();
    await dialog.getByLabel('Type “Check-out desk” to confirm').fill('Check-out desk');
    await confirm.click();
    await expect(title('Returns')).toBeVisible();
    await expect(workspace.projects.getByRole('listitem')).toHaveCount(1);
  });

  await test.step('restore by Undo, and from the list of deleted projects', async () => {
    await app.getByRole('button', { name: 'Undo' }).click();
    await expect(workspace.projects.getByRole('listitem')).toHaveCount(2);
    await workspace.act('Check-out desk', 'Delete project');
    const dialog = app.getByRole('dialog', { name: 'Delete project Check-out desk?' });
    await dialog.getByLabel('Type “Check-out desk” to confirm').fill('Check-out desk');
    await dialog.getByRole('button', { name: 'Delete project' }).click();
    await app.getByRole('button', { name: 'Recently deleted' }).click();
    const deleted = app.getByRole('dialog', { name: 'Deleted projects' });
    await expectAccessible(app);
    await deleted.getByRole('button', { name: 'Restore Check-out desk' }).click();
    await expect(deleted.getByText('Nothing was deleted')).toBeVisible();
    await app.keyboard.press('Escape');
    await expect(workspace.projects.getByRole('listitem')).toHaveCount(2);
  });
});

test('the workspace shows its runs per day, counts, share of passed steps and most failed APIs over a range of days [api-workspaces-3]', async ({
  app,
  client,
  target,
}) => {
  test.slow();
  const projectId = await newProject(client, 'Shop');
  const suiteId = await newSuite(client, projectId, 'Orders');
  await newScript(client, suiteId, {
    scriptName: 'Read order',
    url: `${target.url}/json`,
    assertions: [expectStatus(200)],
  });
  await newScript(client, suiteId, {
    scriptName: 'Pay',
    url: `${target.url}/status/500`,
    assertions: [expectStatus(200)],
  });
  for (let run = 0; run < 2; run += 1) await runToEnd(client, { projectId, suiteIds: [suiteId] });
  await app.goto(`/api-testing/workspace?project=${projectId}`);
  const tile = (label: string) => app.locator('dl[data-tour="stats"] > div').filter({ hasText: label });
  await expect(tile('Scripts')).toContainText('2');
  await expect(tile('Executions')).toContainText('2');
  await expect(tile('Executions')).toContainText('last 14 days');
  await expect(tile('Passed')).toContainText('50');
  const failed = app.getByRole('region', { name: 'Most failed APIs' });
  await expect(failed.getByRole('listitem')).toHaveText(/GETPay2 of 2/);
  await expect(app.getByRole('region', { name: 'Steps by result' })).toContainText('50');
  await expect(app.getByRole('table', { name: 'Runs per day, last 14 days' })).toContainText('2');

  // A range without runs has no figures; the URL keeps it.
  await app.goto(`/api-testing/workspace?project=${projectId}&from=2024-01-01&to=2024-01-31`);
  await expect(tile('Executions')).toContainText('2024-01-01 – 2024-01-31');
  await expect(tile('Executions').locator('dd').first()).toHaveText('0');
  await expect(failed).toContainText('No API failed in this period.');
  await app.getByRole('combobox', { name: 'Range of days' }).click();
  await app.getByRole('option', { name: 'Last 30 days' }).click();
  await expect(tile('Executions').locator('dd').first()).toHaveText('2');
  await expect(app).toHaveURL(/days=30/);
  await expect(app).not.toHaveURL(/from=/);
  const { days } = await client.call(apiTestingRoutes.getEverydayStatistics, { query: { projectId } });
  expect(days.reduce((total, day) => total + day.total, 0)).toBe(2);
});

test('a project leaves as a file and as a folder, comes back after edits, and becomes a new one', async ({
  app,
  client,
}) => {
  test.slow();
  const projectId = await newProject(client, 'Shop');
  const suiteId = await newSuite(client, projectId, 'Orders');
  const { scriptId } = await newScript(client, suiteId, {
    scriptName: 'Pay',
    url: 'https://shop.example/pay',
    authentication: { type: 'basic', username: 'ana', password: 'paws' },
  });
  await app.goto(`/api-testing/workspace?project=${projectId}`);
  const save = async (format: string) => {
    await app.getByRole('button', { name: 'Actions for project Shop' }).click();
    // The neighbouring menu opens on hover; a click there would hit that one.
    await app.getByRole('menuitem', { name: 'Export project' }).hover();
    const downloading = app.waitForEvent('download');
    await app.getByRole('menuitem', { name: format }).click();
    const download = await downloading;
    return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
  };
  const choose = async (dialog: Locator, name: string, buffer: Buffer) => {
    const choosing = app.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: /^Choose a workspace file/ }).click();
    await (await choosing).setFiles({ name, mimeType: 'application/octet-stream', buffer });
  };
  const zip = await save('Folder for Git (zip)');
  expect(zip.name).toBe('Shop.touchstone.zip');
  await app.keyboard.press('Escape');
  const file = await save('Touchstone file');
  expect(file.name).toBe('Shop.touchstone.json');
  await app.keyboard.press('Escape');
  const text = file.bytes.toString();
  expect(text).not.toContain('paws');

  await test.step('an edited file shows its changes before it is written', async () => {
    await workspacePage(app).act('Shop', 'Import into project');
    const dialog = app.getByRole('dialog', { name: 'Import into project Shop' });
    await choose(dialog, 'edited.json', Buffer.from(text.replace('/pay', '/payments')));
    await expect(dialog.getByRole('list', { name: 'Changes' })).toHaveText('ChangeScriptOrders / Pay');
    await expectAccessible(app);
    await dialog.getByRole('button', { name: 'Apply changes' }).click();
    await expect(dialog.getByRole('status')).toHaveText('Project Shop is up to date: 1 changed.');
    await dialog.getByRole('button', { name: 'Done' }).click();
    const script = await client.call(apiTestingRoutes.getScript, { query: { scriptId } });
    expect(script.url).toBe('https://shop.example/payments');
    expect(script.authentication).toMatchObject({ password: 'paws' });
  });

  await test.step('a text is replaced in all scripts after it was seen', async () => {
    await workspacePage(app).act('Shop', 'Find and replace');
    const dialog = app.getByRole('dialog', { name: 'Find and replace in Shop' });
    await dialog.getByLabel('Find', { exact: true }).fill('https://SHOP.example');
    await dialog.getByLabel('Replace with').fill('{{baseUrl}}');
    await app.keyboard.press('Enter');
    await expect(dialog.getByRole('status')).toHaveText('1 match in 1 item.');
    await expect(dialog.getByRole('deletion')).toHaveText('https://shop.example/payments');
    await expect(dialog.getByRole('insertion')).toHaveText('{{baseUrl}}/payments');
    await expectAccessible(app);
    await dialog.getByRole('button', { name: 'Replace in 1 item' }).click();
    await expect(dialog.getByRole('status')).toHaveText('Replaced 1 match in 1 item.');
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
    expect((await client.call(apiTestingRoutes.getScript, { query: { scriptId } })).url).toBe('{{baseUrl}}/payments');
  });

  await test.step('the folder becomes a new project', async () => {
    await app.getByRole('button', { name: 'Import project' }).click();
    const dialog = app.getByRole('dialog', { name: 'Import project' });
    await choose(dialog, 'notes.txt', Buffer.from('Hello'));
    await expect(dialog.getByRole('alert')).toContainText('neither a workspace file nor a zip');
    await choose(dialog, zip.name, zip.bytes);
    await expect(dialog.getByRole('status')).toHaveText('Project Shop (2) is ready: 2 added.');
    await expect(dialog.getByRole('list', { name: 'Fill in' })).toContainText('password');
    await expect(dialog.getByText(/^Not in the file: secrets, keys of client certificates/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Open project' }).click();
    await expect(app.getByRole('heading', { level: 2, name: 'Shop (2)' })).toBeVisible();
  });
});
