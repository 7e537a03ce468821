import { expect, test } from '../fixtures.ts';
import { newScript, newSuite } from '../test-data.ts';

test('three scripts of two suites are linked with a decision and a wait, run, watched and reported', async ({
  app,
  client,
  projectId,
  target,
}) => {
  const checkout = await newSuite(client, projectId, 'Checkout');
  const stock = await newSuite(client, projectId, 'Stock');
  await newScript(client, checkout, { scriptName: 'Create order', url: `${target.url}/json` });
  await newScript(client, checkout, { scriptName: 'Pay order', url: `${target.url}/held/pay` });
  await newScript(client, stock, { scriptName: 'Count stock', url: `${target.url}/price` });
  await app.goto(`/api-testing/api-workflow-list?project=${projectId}`);
  await app.getByRole('button', { name: 'Create workflow' }).first().click();
  await app.getByLabel('Workflow name').fill('Order to cash');
  await app.getByRole('dialog').getByRole('button', { name: 'Create workflow' }).click();
  await expect(app.getByRole('heading', { level: 1, name: 'Order to cash' })).toBeVisible();

  const canvas = app.getByRole('region', { name: 'Canvas' });
  const block = (name: string) => canvas.locator('[data-block]').filter({ hasText: name });
  const search = app.getByLabel('Search blocks and scripts');
  const add = async (name: string) => {
    await search.fill(name);
    await app.getByRole('region', { name: 'Blocks' }).getByRole('button', { name, exact: true }).click();
    await expect(block(name)).toBeVisible();
  };
  await block('Start').click();
  await add('Create order');
  await add('Decision');
  await add('Wait');
  await add('Pay order');
  // The third one is dragged, and linked by keyboard.
  await search.fill('Count');
  await app
    .getByRole('region', { name: 'Blocks' })
    .getByRole('button', { name: 'Count stock' })
    .dragTo(canvas, { targetPosition: { x: 400, y: 400 } });
  await expect(block('Count stock')).toBeVisible();
  await app.getByRole('button', { name: 'Fit to window' }).click();
  await app.getByRole('radio', { name: 'Problems 1' }).locator('..').click();
  await expect(app.getByText('No link leads from the start to "Count stock".')).toBeVisible();
  await block('Decision').click();
  await app.keyboard.press('t');
  await block('Count stock').focus();
  await app.keyboard.press('Enter');
  await expect(app.getByText('No problems. The workflow can run.')).toBeVisible();

  // A condition on the link after the decision.
  await app.getByRole('radio', { name: 'Details' }).locator('..').click();
  await block('Decision').click();
  await app.getByRole('button', { name: 'Before Count stock' }).click();
  const condition = app.getByRole('textbox', { name: 'Condition' });
  await condition.fill('1 == 1 AND');
  await expect(app.getByText('Please follow it with a variable...')).toBeVisible();
  await condition.fill('1 == 1');
  await expect(app.getByText('Please follow it with a variable...')).toBeHidden();

  await app.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(app.getByRole('group', { name: /^Pay order, .*Running/ })).toBeVisible();
  await expect(app.getByRole('group', { name: /^Create order, .*Passed/ })).toBeVisible();
  target.release();
  await expect(app.getByRole('group', { name: /^Pay order, .*Passed/ })).toBeVisible();
  await expect(app.getByRole('group', { name: /^Count stock, .*Passed/ })).toBeVisible();
  await app.getByRole('link', { name: 'Open report' }).click();
  await expect(app.getByRole('heading', { level: 1, name: /Order to cash/ })).toBeVisible();
  await expect(app.getByRole('list', { name: 'Steps' }).getByRole('listitem')).toContainText([
    'Create order',
    'Decision',
    'Wait for 1 s',
    'Pay order',
    'Count stock',
  ]);
  expect(target.received.toSorted()).toEqual(['GET /held/pay', 'GET /json', 'GET /price']);

  // Rerun from the last block: nothing before it is requested again.
  await app.goBack();
  const firstRun = app.url();
  await block('Count stock').click();
  await app.getByRole('button', { name: 'Run again from here' }).click();
  await expect(app).not.toHaveURL(firstRun);
  await expect
    .poll(() => target.received.toSorted())
    .toEqual(['GET /held/pay', 'GET /json', 'GET /price', 'GET /price']);
  await expect(app.getByRole('group', { name: /^Count stock, .*Passed/ })).toBeVisible();
  await expect(app.getByRole('group', { name: /^Pay order, .*Passed/ })).toBeVisible();
});
