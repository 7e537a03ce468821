import { type RepositoryStepInput, webTestingRoutes as routes } from '@touchstone/contracts/web-testing';
import { openShop, type Shop } from '@touchstone/engine-browser/testing';
import { expect, test } from '../fixtures.ts';

let shop: Shop;
test.beforeAll(async () => {
  shop = await openShop();
});
test.afterAll(() => shop.close());

test('a newcomer writes a script as sentences, tries it, sees what fails and why, mends it and runs it [web-repository-2] [web-execution-2] [web-execution-4]', async ({
  app,
}) => {
  const dialog = app.getByRole('dialog');
  await app.goto('/web-testing/projects');
  await app.getByRole('button', { name: 'Create project' }).click();
  await dialog.getByLabel('Project name').fill('Coffee shop');
  await dialog.getByRole('button', { name: 'Create project' }).click();
  await app.getByRole('link', { name: 'Create module' }).click();
  await dialog.getByLabel('Module name').fill('Sign in');
  await dialog.getByRole('button', { name: 'Create module' }).click();
  await app.getByRole('button', { name: 'Create script' }).click();
  await dialog.getByLabel('Script name').fill('Right password');
  await dialog.getByRole('button', { name: 'Create script' }).click();
  await expect(app.getByRole('heading', { level: 1, name: 'Right password' })).toBeVisible();

  await app.getByRole('button', { name: 'Write as sentences' }).click();
  await dialog
    .getByLabel('One sentence a line')
    .fill(
      [
        `Go to ${shop.url}/login`,
        'Type ada@example.com into Email',
        'Type coffee into Password',
        'Click the Sign in button',
        'Check that the title is Welcome',
      ].join('\n'),
    );
  await dialog.getByRole('button', { name: 'Add 5 steps' }).click();
  const steps = app.getByRole('list', { name: 'Steps' });
  await expect(steps.getByRole('listitem')).toHaveCount(5);

  // Run as edited on the page, before it is saved.
  await app.getByRole('button', { name: 'Dry Run' }).click();
  await expect(steps.getByRole('listitem').nth(3).getByRole('img', { name: 'Passed' })).toBeVisible({
    timeout: 30_000,
  });
  await expect(steps.getByRole('listitem').nth(4).getByRole('img', { name: 'Failed' })).toBeVisible({
    timeout: 30_000,
  });
  await expect(
    app.getByRole('tabpanel', { name: 'Result' }).getByText('Products – Leaf & Bean', { exact: true }),
  ).toBeVisible();
  await expect(app.getByRole('tabpanel', { name: 'Result' }).locator('a img')).toBeVisible();

  // Fixed in its line, saved, and run.
  await steps.getByLabel(/^Expected/).fill('Products – Leaf & Bean');
  await app.getByRole('button', { name: 'Save', exact: true }).click();
  await app.getByRole('button', { name: 'Run Test' }).click();
  await dialog.getByRole('button', { name: 'Run Test' }).click();
  await expect(app.getByRole('heading', { level: 1, name: /Right password/ })).toBeVisible();
  await expect(app.getByRole('main').getByText('Pass', { exact: true })).toBeVisible({ timeout: 30_000 });
  await app
    .getByRole('button', { name: /Sign in/ })
    .first()
    .click();
  await expect(app.getByRole('heading', { level: 2, name: /^Click/ })).toBeVisible();
});

test('a script runs in two sizes at once, by a run configuration that is saved on the way [web-execution-1] [web-execution-7]', async ({
  app,
  client,
}) => {
  const { projectId } = await client.call(routes.createProject, { body: { projectName: 'Coffee shop' } });
  const module = { moduleName: 'Products' };
  const { uuid: moduleUUID } = await client.call(routes.createModule, { query: { projectId }, body: module });
  const query = { moduleUUID };
  const { uuid: scriptUUID } = await client.call(routes.createScript, { query, body: { testScriptName: 'Look' } });
  const steps: RepositoryStepInput[] = [{ id: 'open', keyword: 'openUrl', args: { url: shop.url } }];
  await client.call(routes.addSteps, { query: { scriptUUID }, body: { steps } });

  await app.goto(`/web-testing/script-steps?script=${scriptUUID}`);
  await app.getByRole('button', { name: 'Run Test' }).click();
  const run = app.getByRole('dialog', { name: 'Run Look' });
  await run.getByRole('button', { name: 'Add target' }).click();
  await run.getByRole('combobox', { name: 'Screen 2' }).fill('Pixel 7');
  await app.getByRole('option', { name: 'Pixel 7, 412 × 839' }).click();
  await run.getByRole('textbox', { name: 'Scripts at once' }).fill('2');
  await run.getByRole('button', { name: 'Save as run configuration…' }).click();
  const saving = app.getByRole('dialog', { name: 'Create run configuration' });
  await saving.getByRole('textbox', { name: 'Name' }).fill('Both sizes');
  await saving.getByRole('button', { name: 'Create run configuration' }).click();
  await expect(run.getByRole('combobox', { name: 'Run configuration' })).toHaveValue('Both sizes');
  await run.getByRole('button', { name: 'Run Test' }).click();

  await expect(app.getByText('Chromium · 1280 × 720, Chromium · Pixel 7')).toBeVisible();
  await expect(app.getByRole('main').getByText('Pass', { exact: true })).toBeVisible({ timeout: 30_000 });
  const list = app.getByRole('list', { name: 'Steps' });
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await app.getByRole('combobox', { name: 'Target' }).click();
  await app.getByRole('option', { name: 'Chromium · Pixel 7' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(1);

  await app.goto(`/web-testing/run-configurations?project=${projectId}`);
  await expect(app.getByRole('table', { name: 'Run configurations' }).getByText('Both sizes')).toBeVisible();
});
