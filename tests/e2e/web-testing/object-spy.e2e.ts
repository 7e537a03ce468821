import { webTestingRoutes as routes } from '@touchstone/contracts/web-testing';
import { openShop, type Shop } from '@touchstone/engine-browser/testing';
import { expect, test } from '../fixtures.ts';

let shop: Shop;
test.beforeAll(async () => {
  shop = await openShop();
});
test.afterAll(() => shop.close());

test('an element that is pointed at is kept, and a step of a script takes it with all its locators', async ({
  app,
  client,
}) => {
  test.slow();
  const { projectId } = await client.call(routes.createProject, { body: { projectName: 'Spied' } });
  const query = { projectId };
  const { uuid: moduleUUID } = await client.call(routes.createModule, { query, body: { moduleName: 'Sign in' } });
  const body = { testScriptName: 'Sign in' };
  const { uuid: scriptUUID } = await client.call(routes.createScript, { query: { moduleUUID }, body });
  const steps = [{ id: 'a', keyword: 'click' }];
  await client.call(routes.addSteps, { query: { scriptUUID }, body: { steps } });

  await app.goto(`/web-testing/object-spy?project=${projectId}`);
  await app.getByLabel('Address').fill(`${shop.url}/login`);
  await app.getByRole('button', { name: 'Open browser' }).click();
  await expect(app.getByLabel('Address')).toHaveValue(`${shop.url}/login`);
  const keys = app.getByRole('textbox', { name: /^Browser\./ });
  await expect(keys).toBeVisible();
  // The page is 1280 pixels wide here, whatever the size of its picture.
  const box = await keys.boundingBox();
  const at = (x: number, y: number) => ({ x: (x / 1280) * (box?.width ?? 0), y: (y / 1280) * (box?.width ?? 0) });
  await expect(async () => {
    await keys.click({ position: at(205, 230) });
    await expect(app.getByRole('list', { name: 'Locators' }).getByText('label="Email"')).toBeVisible({ timeout: 1000 });
  }).toPass();
  await app.getByRole('button', { name: 'Save known target' }).click();
  await expect(app.getByRole('button', { name: 'Actions for Email' })).toBeVisible();
  await app.getByRole('link', { name: 'Scripts', exact: true }).first().click();
  await app.getByRole('button', { name: 'Close browser and leave' }).click();

  await app.goto(`/web-testing/script-steps?script=${scriptUUID}`);
  await app.getByRole('list', { name: 'Steps' }).getByText('Click').first().click();
  const choice = app.locator('#known-targets option[label="Email"]');
  await app.getByRole('combobox', { name: 'Target' }).fill((await choice.getAttribute('value')) ?? '');
  await expect(app.getByLabel('Name of the element')).toHaveValue('Email');
  // The spy's alternatives to the first locator.
  await expect(app.getByRole('textbox', { name: 'locator 2', exact: true })).toBeVisible();
});
