import { expect, test } from '../fixtures.ts';

test('projects have names of their own, hold folders in folders with workflows, and all is renamed, moved, cloned and deleted [orchestration-1] [orchestration-7]', async ({
  app,
  baseURL,
}) => {
  const dialog = app.getByRole('dialog');
  const row = (name: string) => app.getByRole('row').filter({ has: app.getByRole('link', { name, exact: true }) });
  const act = async (name: string, action: string) => {
    await row(name)
      .getByRole('button', { name: `Actions for ${name}` })
      .click();
    await app.getByRole('menuitem', { name: action }).click();
  };
  await app.goto('/test-orchestration');
  await expect(app).toHaveURL(`${baseURL}/test-orchestration/projects`);
  await app.getByRole('button', { name: 'Create Project' }).click();
  await dialog.getByLabel('Project name').fill('Order to cash');
  await expect(dialog.getByLabel('Key')).toHaveValue('OTC');
  await dialog.getByRole('button', { name: 'Create Project' }).click();
  await expect(app.getByRole('heading', { level: 1, name: 'Order to cash' })).toBeVisible();
  await expect(app).toHaveURL(/\/project\/OTC$/);

  // Nested folders, with a workflow in the innermost.
  for (const name of ['Checkout', 'Payment']) {
    await app.getByRole('button', { name: 'Create Folder' }).first().click();
    await dialog.getByLabel('Folder name').fill(name);
    await dialog.getByRole('button', { name: 'Create Folder' }).click();
    await row(name).getByRole('link', { name, exact: true }).click();
    await expect(app.getByRole('heading', { level: 1, name })).toBeVisible();
  }
  await app.getByRole('button', { name: 'Create Workflow' }).first().click();
  await dialog.getByLabel('Workflow name').fill('Nightly');
  await dialog.getByRole('button', { name: 'Create Workflow' }).click();
  await expect(app.getByRole('region', { name: 'Canvas' })).toBeVisible();

  // From the canvas: renamed, then back to the folder.
  await app.getByRole('button', { name: 'Workflow actions' }).click();
  await app.getByRole('menuitem', { name: 'Rename…' }).click();
  await dialog.getByLabel('Workflow name').fill('Every night');
  await dialog.getByRole('button', { name: 'Rename workflow' }).click();
  await expect(app.getByRole('heading', { level: 1, name: 'Every night' })).toBeVisible();
  await app.getByRole('navigation', { name: 'Way to this page' }).getByRole('link', { name: 'Payment' }).click();

  // Moved to the folder above.
  await act('Every night', 'Move…');
  await dialog.getByLabel('Search folders').fill('check');
  await expect(dialog.getByRole('radio', { name: 'Payment' })).toHaveCount(0);
  await dialog.getByRole('radio', { name: 'Checkout' }).check();
  await dialog.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(app.getByText('No folders or workflows yet')).toBeVisible();
  await app.getByRole('navigation', { name: 'Way to this page' }).getByRole('link', { name: 'Checkout' }).click();
  await expect(row('Every night')).toBeVisible();
  await expect(row('Payment')).toBeVisible();

  // A folder is cloned with its content; the stream updates the notice.
  await app.getByRole('navigation', { name: 'Way to this page' }).getByRole('link', { name: 'Order to cash' }).click();
  await act('Checkout', 'Clone');
  const notice = app.getByRole('region', { name: 'Copies' });
  await expect(notice.getByText('Checkout is cloned.')).toBeVisible();
  await expect(row('Checkout copy')).toContainText('1 folder, 1 workflow');

  // Several are deleted together, and the confirmation lists what is deleted with them.
  await app.getByRole('checkbox', { name: 'Select Checkout', exact: true }).check();
  await app.getByRole('toolbar').getByRole('button', { name: 'Delete…' }).click();
  await expect(dialog).toContainText('Also deletes 1 folder, 1 workflow and everything below.');
  await dialog.getByRole('button', { name: 'Delete folder' }).click();
  await expect(row('Checkout')).toHaveCount(0);
  await expect(row('Checkout copy')).toBeVisible();

  // No second project with the same name.
  await app.getByRole('navigation', { name: 'Way to this page' }).getByRole('link', { name: 'Projects' }).click();
  await app.getByRole('button', { name: 'Create Project' }).click();
  await dialog.getByLabel('Project name').fill('Order to cash');
  await dialog.getByLabel('Key').fill('OTHER');
  await dialog.getByRole('button', { name: 'Create Project' }).click();
  await expect(dialog.getByLabel('Project name')).toHaveAccessibleDescription(/exists|taken|already/i);
});
