import { expect, test } from '../fixtures.ts';
import { shell } from '../pages/shell.page.ts';
import { workspacePage } from '../pages/workspace.page.ts';

test('the first project is created from the empty workspace', async ({ app }) => {
  const workspace = workspacePage(app);
  await workspace.open();
  await expect(app.getByRole('heading', { name: 'Create your first project' })).toBeVisible();
  await workspace.create('Checkout', 'Everything about buying');
  await expect(app.getByRole('heading', { level: 2, name: 'Checkout' })).toBeVisible();
  await expect(app.getByText('Everything about buying')).toBeVisible();
  await expect(shell(app).toast('Project created successfully')).toBeVisible();
});

test('a project is renamed', async ({ app, projectId }) => {
  await app.goto(`/api-testing/workspace?project=${projectId}`);
  const workspace = workspacePage(app);
  await workspace.act('Shop', 'Edit project');
  const dialog = app.getByRole('dialog', { name: 'Edit project' });
  await dialog.getByLabel('Name').fill('Store');
  await dialog.getByRole('button', { name: 'Save project' }).click();
  await expect(app.getByRole('heading', { level: 2, name: 'Store' })).toBeVisible();
  await app.reload();
  await expect(app.getByRole('heading', { level: 2, name: 'Store' })).toBeVisible();
});

test('a project is deleted only when its name was typed', async ({ app, projectId }) => {
  await app.goto(`/api-testing/workspace?project=${projectId}`);
  await workspacePage(app).act('Shop', 'Delete project');
  const dialog = app.getByRole('dialog', { name: 'Delete project Shop?' });
  const confirm = dialog.getByRole('button', { name: 'Delete project' });
  await expect(confirm).toBeDisabled();
  await dialog.getByLabel('Type “Shop” to confirm').fill('shop');
  await expect(confirm).toBeDisabled();
  await dialog.getByLabel('Type “Shop” to confirm').fill('Shop');
  await confirm.click();
  await expect(app.getByRole('heading', { name: 'Create your first project' })).toBeVisible();
});
