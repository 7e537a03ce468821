import { expect, test } from '../fixtures.ts';
import { newEnvironment, newProject, newScript, newSuite } from '../test-data.ts';
import { newOrchestrationProject } from './orchestration-data.ts';

test('scripts of several workspaces are dragged onto one canvas, linked, set up with their own environment, and run [orchestration-2] [orchestration-4]', async ({
  app,
  client,
  projectId: shop,
  target,
}) => {
  const bank = await newProject(client, 'Bank');
  const [checkout, transfers] = [await newSuite(client, shop, 'Checkout'), await newSuite(client, bank, 'Transfers')];
  await newScript(client, checkout, { scriptName: 'Create order', url: `${target.url}/json` });
  await newScript(client, transfers, { scriptName: 'Book transfer', url: '{{base}}/price' });
  await newEnvironment(client, bank, 'Bank staging', { base: target.url });
  const { folderKey } = await newOrchestrationProject(client, 'Order to cash', 'OTC');

  await app.goto(`/test-orchestration/new-work-flow?folder=${folderKey}`);
  await app.getByLabel('Workflow name').fill('Pay and book');
  await app.getByRole('button', { name: 'Create Workflow' }).click();
  const canvas = app.getByRole('region', { name: 'Canvas' });
  const block = (name: string) => canvas.locator('[data-block]').filter({ hasText: name });
  const blocks = app.getByRole('region', { name: 'Blocks' });
  await expect(blocks.getByRole('combobox', { name: 'Service' })).toHaveValue('API Testing');

  // By the tree: project, suite, script.
  await blocks.getByRole('button', { name: 'Shop', exact: true }).click();
  await blocks.getByRole('button', { name: 'Checkout', exact: true }).click();
  await block('Start').click();
  await blocks.getByRole('button', { name: 'Create order' }).click();
  await expect(block('Create order')).toBeVisible();
  // By the search, over all workspaces; dragged, and linked by keyboard.
  await app.getByLabel('Search blocks and scripts').fill('book trans');
  await blocks.getByRole('button', { name: 'Book transfer' }).dragTo(canvas, { targetPosition: { x: 420, y: 420 } });
  await expect(block('Book transfer')).toBeVisible();
  await app.getByRole('button', { name: 'Fit to window' }).click();
  await block('Create order').click();
  await app.keyboard.press('t');
  await block('Book transfer').focus();
  await app.keyboard.press('Enter');
  await expect(block('Create order')).toHaveAttribute('data-colour', 'api');
  await expect(block('Start')).toHaveAttribute('data-colour', 'control');
  await expect(block('Book transfer')).toContainText('Inputs');
  await expect(block('Book transfer')).toContainText('Outputs');
  await expect(block('Book transfer')).toContainText('GET {{base}}/price');

  // The environment of the script's own workspace.
  await block('Book transfer').click();
  await app.getByRole('button', { name: 'Environment and database' }).click();
  const dialog = app.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Global variable environment' }).click();
  await app.getByRole('option', { name: 'Bank staging' }).click();
  await dialog.getByRole('button', { name: 'Save and Close' }).click();
  await expect(dialog).toBeHidden();
  await expect(app.getByRole('link', { name: 'Open the origin' })).toHaveAttribute(
    'href',
    new RegExp(`project=${bank}`),
  );

  // A block is copied and deleted again.
  await app.getByRole('button', { name: 'Duplicate', exact: true }).click();
  await expect(canvas.locator('[data-block]')).toHaveCount(4);
  await app.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(dialog).toContainText('can’t undo this');
  await dialog.getByRole('button', { name: 'Delete block' }).click();
  await expect(canvas.locator('[data-block]')).toHaveCount(3);

  await app.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(app.getByRole('group', { name: /^Create order, .*Passed/ })).toBeVisible();
  await expect(app.getByRole('group', { name: /^Book transfer, .*Passed/ })).toBeVisible();
  expect(target.received).toEqual(['GET /json', 'GET /price']);
});
