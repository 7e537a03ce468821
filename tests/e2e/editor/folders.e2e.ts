import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { expect, test } from '../fixtures.ts';
import { choose } from '../pages/choose.ts';
import { editorPage } from '../pages/editor.page.ts';
import { shell } from '../pages/shell.page.ts';
import { newScript, newSuite } from '../test-data.ts';

test('folders: one is made, a name that exists is refused, a script moves into it and stays there; deleting says what goes', async ({
  app,
  client,
  projectId,
}) => {
  const suiteId = await newSuite(client, projectId, 'Orders');
  await newScript(client, suiteId, { scriptName: 'List orders', url: 'http://127.0.0.1:9/orders' });
  const { open, scripts } = editorPage(app);
  await open(projectId, suiteId);
  const dialog = app.getByRole('dialog');
  const create = async (name: string) => {
    await dialog.getByRole('textbox', { name: 'Folder name' }).fill(name);
    await dialog.getByRole('button', { name: 'Create folder' }).click();
  };
  const act = async (thing: string, item: string) => {
    await app.getByRole('button', { name: `Actions for ${thing}` }).click();
    await app.getByRole('menuitem', { name: item }).click();
  };
  // Without a folder, moving offers to create the first one.
  await act('List orders', 'Move to folder');
  await dialog.getByRole('button', { name: 'New folder' }).click();
  await create('');
  await expect(dialog).toContainText('Please enter folder name.');
  await create('x'.repeat(300));
  await expect(dialog).toContainText('Folder name cannot be above 200 characters.');
  await create('Open');
  await expect(scripts.getByRole('button', { name: /^Open/ })).toBeVisible();
  await app.getByRole('button', { name: 'New folder' }).click();
  await create('Open');
  await expect(dialog).toContainText('A folder with this name exists here already.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await act('List orders', 'Move to folder');
  await dialog.getByRole('combobox', { name: 'Folder' }).selectOption('Open');
  await dialog.getByRole('button', { name: 'Move' }).click();
  await expect(dialog).toBeHidden();
  await app.reload();
  const folder = scripts.getByRole('button', { name: /^Open/ });
  const script = scripts.getByRole('button', { name: /List orders$/ }).first();
  await expect(script).toBeVisible();
  await folder.press('ArrowLeft');
  await expect(script).toBeHidden();

  await act('folder Open', 'Delete folder');
  const question = app.getByRole('dialog', { name: 'Delete folder Open and 1 script?' });
  await expect(question).toContainText(
    'Deletes the folder with the 1 script in it. Reports stay. You can restore it for 30 days.',
  );
  await question.getByRole('button', { name: 'Delete folder' }).click();
  await expect(folder).toBeHidden();
  await expect(app.getByText('0 scripts', { exact: true })).toBeVisible();
});

test('the editor in a narrow and in a low window, as at 200 % zoom; a response is saved as an example and opened after a reload', async ({
  app,
  client,
  projectId,
  target,
}) => {
  test.slow();
  const suiteId = await newSuite(client, projectId, 'Orders');
  const { scriptId } = await newScript(client, suiteId, { scriptName: 'Price', url: `${target.url}/price` });
  const editor = editorPage(app);
  await test.step('in a narrow window the list of scripts and the editor are two screens', async () => {
    await app.setViewportSize({ width: 390, height: 844 });
    await editor.open(projectId, suiteId);
    await expect(editor.scripts).toBeVisible();
    expect((await editor.scripts.boundingBox())?.width).toBeGreaterThan(300);
    await expect(editor.name).toBeHidden();
    await editor.scripts.getByRole('button', { name: 'GET Price' }).click();
    await expect(editor.scripts).toBeHidden();
    expect((await editor.address.boundingBox())?.width).toBeGreaterThan(300);
    await app.getByRole('button', { name: 'Scripts', exact: true }).click();
    await expect(editor.scripts).toBeVisible();
  });
  await test.step('in a low window request and response have their height', async () => {
    await app.setViewportSize({ width: 683, height: 384 });
    await app.goto(`/api-testing/api-test-suite/${suiteId}?project=${projectId}&script=${scriptId}`);
    await expect(editor.field('Key of query parameter 1')).toBeVisible();
    expect((await app.getByRole('tabpanel').first().boundingBox())?.height).toBeGreaterThan(150);
    await editor.send.click();
    await expect(editor.response).toBeVisible();
    expect((await editor.response.boundingBox())?.height).toBeGreaterThan(250);
  });
  await app.setViewportSize({ width: 1440, height: 900 });
  await test.step('a response as an example', async () => {
    await app.getByRole('button', { name: 'Save as example' }).click();
    await expect(shell(app).toast('Example added. Save the script to keep it.')).toBeVisible();
    await editor.field('Name of example 1').fill('A price');
    await editor.save.click();
    await expect(editor.save).toBeDisabled();
    await app.reload();
    await editor.section('Docs');
    await app.getByRole('button', { name: 'Open example A price' }).click();
    await expect(editor.field('Response of A price')).toHaveValue(/"price":42\.05/);
  });
});

test('scripts are dragged into a folder, and several at once to another suite', async ({ app, client, projectId }) => {
  const suiteId = await newSuite(client, projectId, 'Orders');
  const other = await newSuite(client, projectId, 'Archive');
  for (const [scriptName, folder] of [
    ['First', ''],
    ['Second', ''],
    ['Kept', 'Open'],
  ] as const)
    await newScript(client, suiteId, { scriptName, folder, url: 'http://127.0.0.1:9/' });
  const { open, scripts } = editorPage(app);
  await open(projectId, suiteId);
  const script = (name: string) => scripts.getByRole('button', { name: `GET ${name}` });
  await script('First').dragTo(scripts.getByRole('button', { name: /^Open/ }));
  await expect(scripts.getByRole('listitem').first()).toContainText('Second');
  await app.reload();
  await expect(scripts.getByRole('listitem')).toHaveText([/Second/, /Open/, /Kept/, /First/]);

  await script('First').press('Space');
  await script('Second').press('Space');
  await script('First').hover();
  await app.mouse.down();
  // The first movement starts the drag, which shows the way to another suite.
  await script('Second').hover();
  await app.getByText('Drop here to move to another suite').hover();
  await app.mouse.up();
  const dialog = app.getByRole('dialog', { name: 'Move 2 scripts' });
  await choose(app, 'Test suite', 'Archive');
  await dialog.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(scripts.getByRole('listitem')).toHaveText([/Open/, /Kept/]);
  const moved = await client.call(apiTestingRoutes.listScripts, { query: { suiteId: other } });
  expect(moved.content.map(({ scriptName }) => scriptName)).toEqual(['Second', 'First']);
});
