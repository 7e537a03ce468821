import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { expect, test } from '../fixtures.ts';
import { editorPage } from '../pages/editor.page.ts';
import { shell } from '../pages/shell.page.ts';

test('from sign-in to a first response by N, paste and Enter; name and suite are asked on Save', async ({
  app,
  client,
  projectId,
  target,
}) => {
  const editor = editorPage(app);
  await app.goto('/dashboard');
  await expect(app.getByRole('button', { name: '+ Request' })).toBeVisible();
  await app.keyboard.press('n');
  await expect(editor.address).toBeFocused();
  await app.keyboard.insertText(`${target.url}/price?currency=EUR`);
  await app.keyboard.press('Enter');
  await expect(editor.response.getByRole('status')).toContainText('200 OK');
  await expect(editor.field('Value of query parameter 1')).toHaveValue('EUR');

  // Unsaved changes survive a reload, and leaving the page.
  await app.reload();
  await expect(editor.address).toHaveValue(`${target.url}/price?currency=EUR`);
  await shell(app).area.getByRole('link', { name: 'Report Dashboard' }).click();
  await expect(shell(app).heading('Report Dashboard')).toBeVisible();
  await app.goBack();
  await expect(editor.address).toHaveValue(`${target.url}/price?currency=EUR`);

  await editor.send.click();
  await editor.response.getByRole('button', { name: 'Suggest assertions' }).click();
  await expect(editor.field('Path of assertion 3')).toHaveValue(/^\$\.\w+$/);
  await app.keyboard.press('Control+s');
  const dialog = app.getByRole('dialog', { name: 'Save request' });
  await expect(dialog.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('GET /price');
  await expect(dialog.getByRole('textbox', { name: 'New suite name' })).toHaveValue('My requests');
  await dialog.getByRole('button', { name: 'Save request' }).click();

  await expect(shell(app).heading('My requests')).toBeVisible();
  await expect(editor.scripts).toContainText('GET /price');
  await expect(editor.save).toBeDisabled();
  await expect(editor.response.getByRole('status')).toContainText('200 OK');
  const { content } = await client.call(apiTestingRoutes.listScripts, { query: { projectId } });
  expect(content).toMatchObject([
    { scriptName: 'GET /price', url: `${target.url}/price`, assertionCount: expect.any(Number) },
  ]);
});
