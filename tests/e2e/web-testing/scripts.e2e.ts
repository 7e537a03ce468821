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

  // Tried as it stands on the page, before it is saved.
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

  // Mended in its line, saved, and run.
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
