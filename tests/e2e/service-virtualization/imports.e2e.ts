import type { Page } from '@playwright/test';
import type { Client } from '@touchstone/contracts';
import { serviceVirtualizationRoutes as routes } from '@touchstone/contracts/service-virtualization';
import { expect, test } from '../fixtures.ts';

const swagger = JSON.stringify({
  swagger: '2.0',
  info: { title: 'Pets', version: '1' },
  basePath: '/v1',
  paths: {
    '/pets': {
      get: { summary: 'Pets', responses: { 200: { description: 'ok', examples: { 'application/json': ['Rex'] } } } },
    },
  },
});
const postman = JSON.stringify({
  info: { name: 'Bank', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  item: [
    {
      name: 'Balance',
      request: { method: 'GET', url: 'https://api.example.com/balance' },
      response: [{ name: 'ok', code: 202, header: [], body: '{"balance":7}' }],
    },
  ],
});

const newMock = async (client: Client, projectName: string) =>
  client.call(routes.createVirtualizationProject, { body: { projectName } });

async function chooseFile(app: Page, button: RegExp, name: string, text: string): Promise<void> {
  const chooser = app.waitForEvent('filechooser');
  await app.getByRole('button', { name: button }).click();
  await (await chooser).setFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
}

test('Swagger and Postman documents are previewed and imported as assets that answer [service-virtualization-3]', async ({
  app,
  client,
}) => {
  const { projectId, address } = await newMock(client, 'Imported');
  await app.goto(`/service-virtualization?project=${projectId}`);
  for (const [name, text, row] of [
    ['pets.json', swagger, '/v1/pets'],
    ['bank.json', postman, '/balance'],
  ] as const) {
    await app.getByRole('main').getByRole('button', { name: 'More', exact: true }).click();
    await app.getByRole('menuitem', { name: 'Import assets…' }).click();
    await chooseFile(app, /^Drop files/, name, text);
    await expect(app.getByRole('dialog').getByText(row).first()).toBeVisible();
    await app
      .getByRole('dialog')
      .getByRole('button', { name: /^Import \d/ })
      .click();
    await expect(app.getByRole('dialog')).toBeHidden();
    await expect(app.getByRole('table', { name: 'Assets' }).getByText(row).first()).toBeVisible();
  }
  expect(await (await app.request.get(`${address}/v1/pets`)).json()).toEqual(['Rex']);
  expect((await app.request.get(`${address}/balance`)).status()).toBe(202);
});

test('variables are managed and a file is uploaded, and a stub answers with both [service-virtualization-4]', async ({
  app,
  client,
}) => {
  const { projectId, address } = await newMock(client, 'Set up');
  const { suites } = await client.call(routes.listSuites, { params: { id: projectId } });
  await app.goto(`/service-virtualization/variables?project=${projectId}`);
  await app.getByLabel('Name of variable 1').fill('shop');
  await app.getByLabel('Value of variable shop').fill('north');
  await app.getByRole('button', { name: 'Save variables' }).click();
  await expect(app.getByText('Variables are saved.')).toBeVisible();
  await app.goto('/service-virtualization/files');
  await chooseFile(app, /^Drop files/, 'hello.json', '{"hello":true}');
  await expect(app.getByRole('table', { name: 'Files' }).getByText('hello.json')).toBeVisible();
  await client.call(routes.createAsset, {
    body: {
      projectId,
      suiteId: suites[0]!.suiteId,
      name: 'Hello',
      kind: 'static',
      stub: { request: { urlPath: '/{{vars.shop}}' }, response: { bodyFileName: 'hello.json' } },
    },
  });
  expect(await (await app.request.get(`${address}/north`)).text()).toBe('{"hello":true}');
});

test('a near miss is repaired from the journal', async ({ app, client }) => {
  const { projectId, address } = await newMock(client, 'Repaired');
  const { suites } = await client.call(routes.listSuites, { params: { id: projectId } });
  await client.call(routes.createAsset, {
    body: {
      projectId,
      suiteId: suites[0]!.suiteId,
      name: 'Hello',
      kind: 'static',
      stub: { request: { method: 'GET', urlPath: '/hello' }, response: { status: 200, body: 'hi' } },
    },
  });
  expect((await app.request.get(`${address}/helo`)).status()).toBe(404);
  await expect
    .poll(async () => (await client.call(routes.listJournal, { params: { id: projectId }, query: {} })).totalElements)
    .toBe(1);
  await app.goto(`/service-virtualization/journal?project=${projectId}`);
  await app.getByRole('button', { name: /helo/ }).first().click();
  await app.getByRole('link', { name: 'Adjust this stub' }).click();
  await expect(app.getByRole('textbox', { name: 'Path', exact: true })).toHaveValue('/helo');
  await app.getByRole('button', { name: 'Save asset' }).click();
  await expect.poll(async () => (await app.request.get(`${address}/helo`)).status()).toBe(200);
});
