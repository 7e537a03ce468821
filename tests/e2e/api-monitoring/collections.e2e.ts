import type { Page } from '@playwright/test';
import { makeCertificate } from '@touchstone/engine-http/testing';
import { expect, test } from '../fixtures.ts';
import { certificatesPage } from '../pages/certificates.page.ts';
import { choose } from '../pages/choose.ts';
import { environmentsPage } from '../pages/environments.page.ts';
import { newScript, newSuite } from '../test-data.ts';
import { newHttpMonitor, newMonitoringProject } from './monitoring-data.ts';

const openapi = (server: string) =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Pets', version: '1' },
    servers: [{ url: server }],
    paths: {
      '/pets': {
        get: { summary: 'List pets', responses: { 200: { description: 'ok' } } },
        post: { summary: 'Add a pet', responses: { 201: { description: 'ok' } } },
      },
    },
  });
const postman = (server: string) =>
  JSON.stringify({
    info: { name: 'Bank', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    item: [{ name: 'Balance', request: { method: 'GET', url: { raw: `${server}/balance` } } }],
  });

async function openImport(app: Page): Promise<void> {
  await app.getByRole('main').getByRole('button', { name: 'More', exact: true }).click();
  await app.getByRole('menuitem', { name: 'Import collection…' }).click();
}
async function chooseFile(app: Page, name: string, text: string): Promise<void> {
  const dialog = app.getByRole('dialog', { name: 'Import collection' });
  await dialog.getByRole('radiogroup', { name: 'Source' }).getByText('File').click();
  const chooser = app.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: /^Drop a file/ }).click();
  await (await chooser).setFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
}

test('collections come from OpenAPI and Postman, by URL and by file, and are renamed and deleted [api-monitoring-1] [api-monitoring-2]', async ({
  app,
  client,
  target,
}) => {
  const { projectId } = await newMonitoringProject(client, 'Shop');
  target.documents['/openapi.json'] = openapi(target.url);
  target.documents['/postman.json'] = postman(target.url);
  const dialog = app.getByRole('dialog', { name: 'Import collection' });
  const collections = app.getByRole('navigation', { name: 'Collections' });
  await app.goto(`/api-monitoring?project=${projectId}`);
  await openImport(app);
  await dialog.getByRole('textbox', { name: 'URL' }).fill('pets');
  await dialog.getByRole('button', { name: 'Preview import' }).click();
  await expect(dialog.getByText('Invalid url')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'URL' }).fill(`${target.url}/openapi.json`);
  await dialog.getByRole('button', { name: 'Preview import' }).click();
  // Requests that change data are deselected by default.
  await expect(dialog.getByRole('checkbox', { name: /Add a pet/ })).not.toBeChecked();
  await dialog.getByRole('button', { name: 'Import 1' }).click();
  await expect(dialog).toBeHidden();
  await expect(app.getByRole('row', { name: /List pets/ })).toContainText('Up', { timeout: 30_000 });
  expect(target.received).not.toContain('POST /pets');

  await openImport(app);
  await chooseFile(app, 'pets.json', openapi(target.url));
  await dialog.getByLabel('Collection name').fill('Pets again');
  await dialog.getByRole('switch', { name: 'Start checks' }).uncheck();
  await dialog.getByRole('button', { name: 'Import 1' }).click();
  await expect(collections.getByRole('button', { name: /^Pets again/ })).toBeVisible();

  await openImport(app);
  await choose(app, 'Format', 'Postman collection');
  await dialog.getByRole('textbox', { name: 'URL' }).fill(`${target.url}/postman.json`);
  await dialog.getByRole('button', { name: 'Preview import' }).click();
  await dialog.getByRole('button', { name: 'Import 1' }).click();
  await expect(app.getByRole('row', { name: /Balance/ })).toContainText('Up', { timeout: 30_000 });
  await openImport(app);
  await choose(app, 'Format', 'Postman collection');
  await chooseFile(app, 'bank.json', postman(target.url));
  await dialog.getByLabel('Collection name').fill('Bank again');
  await dialog.getByRole('button', { name: 'Import 1' }).click();
  await expect(collections.getByRole('button', { name: /^Bank again/ })).toBeVisible();

  await collections.getByRole('button', { name: 'Actions for collection Bank again' }).click();
  await app.getByRole('menuitem', { name: 'Edit collection' }).click();
  await app.getByRole('dialog').getByLabel('Collection name').fill('Savings');
  await app.getByRole('dialog').getByRole('button', { name: 'Save collection' }).click();
  await expect(collections.getByRole('button', { name: /^Savings/ })).toBeVisible();
  await collections.getByRole('button', { name: 'Actions for collection Savings' }).click();
  await app.getByRole('menuitem', { name: 'Delete collection…' }).click();
  await app.getByRole('dialog').getByRole('button', { name: 'Delete collection' }).click();
  await expect(collections.getByRole('button', { name: /^Savings/ })).toBeHidden();
  await expect(collections.getByRole('button', { name: /^Pets again/ })).toBeVisible();
});

test('a script is monitored from its own menu, at most five APIs are, and a failed check is retried [api-monitoring-4] [api-monitoring-6]', async ({
  app,
  client,
  projectId: workspaceId,
  target,
}) => {
  const place = await newMonitoringProject(client, 'Shop watch');
  for (const name of ['One', 'Two', 'Three', 'Four'])
    await newHttpMonitor(client, place, name, `${target.url}/${name}`, {
      schedule: { type: 'interval', everySeconds: 3600 },
    });
  const suiteId = await newSuite(client, workspaceId, 'Orders');
  await newScript(client, suiteId, { scriptName: 'List orders', url: `${target.url}/orders` });
  const dialog = app.getByRole('dialog');
  await app.goto(`/api-testing/api-test-suite/${suiteId}?project=${workspaceId}`);
  await app.getByRole('button', { name: 'Actions for List orders' }).click();
  await app.getByRole('menuitem', { name: 'Monitor this…' }).click();
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('List orders');
  await dialog.getByLabel('Retries before down').fill('0');
  target.statuses['/orders'] = 500;
  await dialog.getByRole('button', { name: 'Create monitored API' }).click();
  await expect(dialog).toBeHidden();
  await app.goto(`/api-monitoring?project=${place.projectId}`);
  const row = app.getByRole('row', { name: /List orders/ });
  await expect(row).toContainText('Down', { timeout: 30_000 });
  delete target.statuses['/orders'];
  await row.getByRole('button', { name: 'Actions for List orders' }).click();
  await app.getByRole('menuitem', { name: 'Check now' }).click();
  await expect(row).toContainText('Up', { timeout: 30_000 });

  // Another one is refused, with the reason.
  await app.getByRole('button', { name: 'Create monitored API' }).click();
  await dialog.getByRole('button', { name: /^HTTP/ }).click();
  await dialog.getByLabel('Name', { exact: true }).fill('Sixth');
  await dialog.getByLabel('URL').fill(`${target.url}/sixth`);
  await dialog.getByRole('button', { name: 'Create monitored API' }).click();
  await expect(dialog.getByRole('alert')).toContainText('5');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(app.getByRole('row', { name: /Sixth/ })).toBeHidden();
});

test('variables and certificates of monitoring are managed where its checks use them [api-monitoring-5]', async ({
  app,
  client,
  target,
}) => {
  const { projectId } = await newMonitoringProject(client, 'Shop');
  const environments = environmentsPage(app);
  await app.goto(`/api-monitoring/environments?project=${projectId}`);
  await environments.create('Staging');
  await environments.field('Name of variable 1').fill('base');
  await environments.value('base').fill(target.url);
  await environments.save.click();
  await expect(app.getByText('Staging saved.')).toBeVisible();

  const dialog = app.getByRole('dialog');
  await app.getByRole('link', { name: 'Monitored APIs' }).click();
  await app.getByRole('button', { name: 'Create monitored API' }).first().click();
  await dialog.getByRole('button', { name: /^HTTP/ }).click();
  await dialog.getByLabel('Name', { exact: true }).fill('Stock');
  await dialog.getByLabel('URL').fill('{{base}}/stock');
  await choose(app, 'Environment', 'Staging');
  await dialog.getByRole('button', { name: 'Create monitored API' }).click();
  await expect(app.getByRole('row', { name: /Stock/ })).toContainText('Up', { timeout: 30_000 });
  expect(target.received).toContain('GET /stock');

  const { cert, key } = makeCertificate({ commonName: 'Shop client' });
  const certificates = certificatesPage(app);
  await app.getByRole('link', { name: 'Certificates' }).click();
  await certificates.add.click();
  await certificates.choose({ name: 'client.pem', content: cert + key });
  await certificates.domain.fill('shop.test');
  await certificates.submit.click();
  await expect(certificates.table.getByRole('row', { name: 'shop.test' })).toContainText('CN=Shop client');
  await certificates.act('shop.test', 'Delete');
  await dialog.getByRole('button', { name: /Delete/ }).click();
  await expect(certificates.table.getByRole('row', { name: 'shop.test' })).toBeHidden();
});
