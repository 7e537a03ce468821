import type { Locator } from '@playwright/test';
import { serviceVirtualizationRoutes as routes } from '@touchstone/contracts/service-virtualization';
import { expect, test } from '../fixtures.ts';

/** A switch's track covers its field. */
const flip = (field: Locator) => field.locator('xpath=..').click();

test('a project and a suite hold a static and a dynamic asset with headers and query parameters, which answer while they are on [service-virtualization-1] [service-virtualization-2]', async ({
  app,
}) => {
  const dialog = app.getByRole('dialog');
  await app.goto('/service-virtualization/projects');
  await app.getByRole('button', { name: 'Create project' }).click();
  await dialog.getByLabel('Project name').fill('Shop mock');
  await dialog.getByRole('button', { name: 'Create project' }).click();
  await expect(app.getByRole('heading', { level: 1, name: 'Assets' })).toBeVisible();
  const address = await app.getByRole('region', { name: 'Mock' }).locator('code').first().innerText();

  await app.getByRole('button', { name: 'Create suite' }).click();
  await dialog.getByLabel('Suite name').fill('Orders');
  await dialog.getByRole('button', { name: 'Create suite' }).click();
  await expect(app).toHaveURL(/suite=/);

  // A static asset that matches a header and a query parameter.
  await app.getByRole('link', { name: 'Create asset' }).first().click();
  await app.getByRole('textbox', { name: 'Path', exact: true }).fill('/orders');
  await app.getByLabel('Name of query parameter 1').fill('open');
  await app.getByLabel('Value of query parameter 1').fill('true');
  await app
    .getByRole('tab', { name: /^Headers/ })
    .first()
    .click();
  await app.getByLabel('Name of header 1').fill('X-Shop');
  await app.getByLabel('Value of header 1').fill('north');
  await app.getByLabel('Name', { exact: true }).fill('Open orders');
  await app.getByRole('textbox', { name: 'Status', exact: true }).fill('202');
  await app.getByRole('button', { name: 'Create asset' }).click();
  await expect(app.getByRole('heading', { level: 1, name: 'Open orders' })).toBeVisible();
  const ask = async (path: string, headers: Record<string, string> = { 'X-Shop': 'north' }) =>
    (await app.request.get(`${address}${path}`, { headers })).status();
  expect(await ask('/orders?open=true')).toBe(202);
  expect(await ask('/orders')).toBe(404);
  expect(await ask('/orders?open=true', {})).toBe(404);

  // A template makes an asset dynamic.
  await app.getByRole('link', { name: 'Assets' }).first().click();
  await app.getByRole('link', { name: 'Create asset' }).first().click();
  await app.getByLabel('Match by').first().click();
  await app.getByRole('option', { name: 'Path template' }).click();
  await app.getByRole('textbox', { name: 'Path', exact: true }).fill('/orders/{id}');
  await app.getByRole('radiogroup', { name: 'Body' }).getByText('Text').click();
  const body = app.getByRole('textbox', { name: 'Response body' });
  await body.click();
  await body.press('Control+a');
  await body.pressSequentially('order {{request.path.id');
  await app.getByRole('switch', { name: 'Response template' }).press('Space');
  await app.getByRole('button', { name: 'Make it dynamic' }).click();
  await app.getByLabel('Name', { exact: true }).fill('One order');
  await app.getByRole('button', { name: 'Create asset' }).click();
  await expect(app.getByRole('heading', { level: 1, name: 'One order' })).toBeVisible();
  expect(await (await app.request.get(`${address}/orders/7`)).text()).toContain('order 7');

  // The switch of an asset, and its suite's.
  await app.getByRole('link', { name: 'Assets' }).first().click();
  const isOn = app.getByRole('switch', { name: 'Open orders is on' });
  await flip(isOn);
  await expect(isOn).not.toBeChecked();
  await expect.poll(() => ask('/orders?open=true')).toBe(404);
  await flip(isOn);
  await expect.poll(() => ask('/orders?open=true')).toBe(202);
  await flip(app.getByRole('switch', { name: 'Suite Orders is on' }));
  await expect.poll(() => ask('/orders?open=true')).toBe(404);
});

test('the sixth API of the PRO plan is refused in words, and another one is switched off for it [service-virtualization-5]', async ({
  app,
  client,
}) => {
  const { projectId } = await client.call(routes.createVirtualizationProject, { body: { projectName: 'Limited' } });
  const { suites } = await client.call(routes.listSuites, { params: { id: projectId } });
  const suiteId = suites[0]!.suiteId;
  for (const name of ['A', 'B', 'C', 'D', 'E', 'F'])
    await client.call(routes.createAsset, {
      body: {
        projectId,
        suiteId,
        name,
        kind: 'static',
        isEnabled: name !== 'F',
        stub: { request: { urlPath: `/${name}` }, response: { status: 200 } },
      },
    });
  await app.goto(`/service-virtualization?project=${projectId}`);
  await expect(app.getByText(/Active APIs: 5 of 5/)).toBeVisible();
  const sixth = app.getByRole('switch', { name: 'F is on' });
  await flip(sixth);
  await expect(app.getByRole('alert').filter({ hasText: '5' })).toBeVisible();
  await expect(sixth).not.toBeChecked();
  await flip(app.getByRole('switch', { name: 'A is on' }));
  await expect(app.getByText(/Active APIs: 5 of 5/)).toBeHidden();
  await flip(sixth);
  await expect(sixth).toBeChecked();
});

test('calls appear in the journal as they arrive, with what answered them', async ({ app, client }) => {
  const { projectId, address } = await client.call(routes.createVirtualizationProject, {
    body: { projectName: 'Watched' },
  });
  const { suites } = await client.call(routes.listSuites, { params: { id: projectId } });
  await client.call(routes.createAsset, {
    body: {
      projectId,
      suiteId: suites[0]!.suiteId,
      name: 'Hello',
      kind: 'static',
      stub: { request: { urlPath: '/hello' }, response: { status: 200, body: 'hi' } },
    },
  });
  const following = app.waitForResponse(
    (response) =>
      response.url().endsWith('/follow-topics') && response.request().postData()?.includes('mock:') === true,
  );
  await app.goto(`/service-virtualization/journal?project=${projectId}`);
  await expect(app.getByRole('heading', { name: 'No calls yet' })).toBeVisible();
  await following;
  await app.request.get(`${address}/hello`);
  await app.request.get(`${address}/helo`);
  const calls = app.getByRole('list', { name: 'Calls' });
  await expect(calls.getByRole('listitem')).toHaveCount(2);
  await calls.getByRole('button', { name: /helo/ }).first().click();
  const table = app.getByRole('table', { name: 'Differences to Hello' });
  await expect(table).toContainText('/hello');
  await expect(table).toContainText('/helo');
});
