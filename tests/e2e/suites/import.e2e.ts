import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { choose } from '../pages/choose.ts';
import { newScript, newSuite } from '../test-data.ts';

type Operations = Record<string, { summary: string; limit?: number }>;
/** An OpenAPI document with these paths and the target as its server. */
const openapi = (server: string, paths: Record<string, Operations>): string =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Pets', version: '1' },
    servers: [{ url: server }],
    paths: Object.fromEntries(
      Object.entries(paths).map(([path, operations]) => [
        path,
        Object.fromEntries(
          Object.entries(operations).map(([method, { summary, limit }]) => [
            method,
            {
              summary,
              ...(limit === undefined ? {} : { parameters: [{ name: 'limit', in: 'query', example: limit }] }),
              responses: { 200: { description: 'ok' } },
            },
          ]),
        ),
      ]),
    ),
  });

async function readUrl(page: Page, kind: 'OpenAPI' | 'WSDL', url: string): Promise<void> {
  await page.getByText('URL', { exact: true }).first().click();
  await page.getByLabel('Document').selectOption(kind);
  await page.getByRole('textbox', { name: 'URL', exact: true }).fill(url);
  await page.getByRole('button', { name: 'Read', exact: true }).click();
}
const actOnSuite = async (page: Page, suite: string, action: string): Promise<void> => {
  await page.getByRole('button', { name: `Actions for suite ${suite}`, exact: true }).click();
  await page.getByRole('menuitem', { name: action }).click();
};

test('[api-imports-1] a dropped file goes into a suite, whose scripts are copied to another; requests of other tools become a new one; the whole project is exported', async ({
  app,
  client,
  projectId,
}) => {
  test.slow();
  const suiteId = await newSuite(client, projectId, 'Orders');
  await newSuite(client, projectId, 'Archive');
  await newScript(client, suiteId, { scriptName: 'Read an order', url: 'https://a.test/orders/1' });
  await test.step('a file that is dropped goes into a suite that exists', async () => {
    await app.goto(`/api-testing/import?project=${projectId}`);
    const files = await app.evaluateHandle(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(['curl "https://a.test/x" ^\r\n  -H "X-A: b"'], 'from-windows.curl'));
      return transfer;
    });
    await app.getByRole('button', { name: /Drop files here/ }).dispatchEvent('drop', { dataTransfer: files });
    await app.getByRole('radio', { name: 'An existing suite' }).check();
    await app.getByRole('button', { name: 'Import 1 request' }).click();
    await expect(app.getByText('Please select an option')).toBeVisible();
    await choose(app, 'Suite', 'Orders');
    await app.getByRole('button', { name: 'Import 1 request' }).click();
    await expect(app).toHaveURL(new RegExp(suiteId));
    await expect(app.getByRole('list', { name: 'Scripts' })).toContainText('GET /x');
  });
  await test.step('scripts are copied to another suite', async () => {
    await actOnSuite(app, 'Orders', 'Copy scripts to…');
    await choose(app, 'Copy to', 'Archive');
    await app.getByRole('button', { name: 'Copy scripts', exact: true }).click();
    await expect(app.getByText('2 scripts are copied to Archive.')).toBeVisible();
    await app.getByRole('navigation', { name: 'API testing' }).getByRole('link', { name: 'Test Suites' }).click();
    await expect(app.getByRole('row').filter({ hasText: 'Archive' })).toContainText('2');
  });
  await test.step('curl commands: preview, choice, a new suite', async () => {
    await app.getByRole('button', { name: 'Import', exact: true }).first().click();
    const dialog = app.getByRole('dialog', { name: 'Import requests' });
    await dialog.getByText('curl', { exact: true }).click();
    await dialog
      .getByRole('textbox', { name: 'curl commands' })
      .fill('curl -X POST https://api.example.test/orders -d \'{"a":1}\'\ncurl https://api.example.test/orders/7');
    await dialog.getByRole('button', { name: 'Read', exact: true }).click();
    await expect(dialog.getByText('2 of 2 selected')).toBeVisible();
    await dialog.getByRole('button', { name: 'Import 2 requests' }).click();
    await expect(app.getByRole('heading', { name: 'Imported commands', level: 1 })).toBeVisible();
    await expect(app.getByText('POST /orders').first()).toBeVisible();
  });
  await test.step('a whole project is exported, and a download that fails is told', async () => {
    await app.getByRole('navigation', { name: 'API testing' }).getByRole('link', { name: 'Workspace' }).click();
    const openFormats = async () => {
      await app.getByRole('button', { name: 'Actions for project Shop' }).click();
      await app.getByRole('menuitem', { name: 'Export project' }).hover();
    };
    await openFormats();
    const download = app.waitForEvent('download');
    await app.getByRole('menuitem', { name: 'Postman collection' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/postman_collection\.json$/);
    expect(await readFile(await file.path(), 'utf8')).toContain('Read an order');

    await app.route('**/api/export', (route) => route.fulfill({ status: 503, json: { message: 'Out of service' } }));
    await openFormats();
    await app.getByRole('menuitem', { name: 'HAR file' }).click();
    await expect(app.getByText('Error Downloading')).toBeVisible();
  });
});

test('[api-imports-2] [api-imports-3] the import has an address of its own; mistakes are told in place; reading can be stopped, and what was entered stays', async ({
  app,
  projectId,
  target,
}) => {
  target.documents['/openapi.json'] = openapi(target.url, { '/json': { get: { summary: 'List pets' } } });
  await app.goto(`/api-testing/import?project=${projectId}`);
  await expect(app).toHaveTitle(/^Import requests · Shop/);
  await test.step('only workbooks are read as workbooks', async () => {
    await app
      .locator('input[type=file]')
      .setInputFiles({ name: 'requests.xlsx', mimeType: 'application/octet-stream', buffer: Buffer.from('name,url') });
    await expect(app.getByRole('alert')).toContainText('Only excel file is allowed.');
  });
  await test.step('reading is stopped', async () => {
    await readUrl(app, 'OpenAPI', `${target.url}/held/openapi.json`);
    await expect(app.getByRole('progressbar')).toBeVisible();
    await app.getByRole('button', { name: 'Cancel' }).click();
    await expect(app.getByRole('textbox', { name: 'URL', exact: true })).toHaveValue(/held\/openapi\.json$/);
  });
  await readUrl(app, 'WSDL', 'nowhere');
  await expect(app.getByText('Invalid WSDL URL.')).toBeVisible();
  await readUrl(app, 'WSDL', `${target.url}/openapi.json`);
  await expect(app.getByRole('alert')).toContainText('Invalid WSDL URL.');
  await expect(app.getByRole('alert')).toContainText('no WSDL document');
  await readUrl(app, 'OpenAPI', `${target.url}/openapi.json`);
  await app.getByRole('checkbox', { name: 'Select all' }).uncheck();
  await app.getByRole('button', { name: 'Import 0 requests' }).click();
  await expect(app.getByRole('alert')).toHaveText('Please Select API.');
  await app.getByRole('checkbox', { name: 'GET List pets' }).check();
  await app.getByRole('button', { name: 'Import 1 request' }).click();
  // The document's environment is offered, and used afterwards.
  await expect(app.getByRole('combobox', { name: 'Use this environment' })).toHaveValue('Pets');
  await app.getByRole('button', { name: 'Open suite' }).click();
  await expect(app.getByRole('combobox', { name: 'Environment', exact: true })).toHaveValue('Pets');
  await app.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(app.getByRole('region', { name: 'Response' })).toContainText('200');
});

test('a suite is updated from its changed document: review, choice, merge', async ({ app, projectId, target }) => {
  target.documents['/openapi.json'] = openapi(target.url, {
    '/pets': { get: { summary: 'List pets', limit: 10 } },
    '/old': { get: { summary: 'Old pets' } },
  });
  await app.goto(`/api-testing/import?project=${projectId}`);
  await readUrl(app, 'OpenAPI', `${target.url}/openapi.json`);
  await app.getByRole('button', { name: 'Import 2 requests' }).click();
  await app.getByRole('button', { name: 'Open suite' }).click();
  const limit = app.getByRole('textbox', { name: 'Value of query parameter 1', exact: true });
  await limit.fill('77');
  await actOnSuite(app, 'Pets', 'Update from source…');
  await expect(app.getByText('Save or close changed scripts first')).toBeVisible();
  // The button is also disabled while a script is being saved.
  await Promise.all([
    app.waitForResponse(
      (response) => /\/api\/scripts\b/.test(response.url()) && response.request().method() === 'POST',
    ),
    app.getByRole('button', { name: 'Save', exact: true }).click(),
  ]);
  await expect(app.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();

  target.documents['/openapi.json'] = openapi(target.url, {
    '/pets': { get: { summary: 'List all pets', limit: 20 }, post: { summary: 'Add a pet' } },
  });
  await actOnSuite(app, 'Pets', 'Update from source…');
  const dialog = app.getByRole('dialog', { name: 'Update from source' });
  await dialog.getByRole('button', { name: /^Fetch .*openapi\.json again$/ }).click();
  await expect(dialog.getByRole('status')).toHaveText('1 added · 1 changed · 1 deleted · 1 conflict');
  const conflict = dialog.getByRole('list', { name: 'Changed on both sides' });
  await expect(conflict).toContainText('limit: 77');
  await expect(conflict).toContainText('limit: 20');
  await conflict.getByText('Take the document’s').click();
  await dialog.getByRole('button', { name: 'Update suite' }).click();
  await expect(app.getByText('Updated: 1 added, 1 changed, 1 deleted.')).toBeVisible();
  await expect(app.getByRole('list', { name: 'Scripts' }).getByRole('listitem')).toHaveText([
    /^pets/,
    /List all pets/,
    /Add a pet/,
  ]);
  await expect(limit).toHaveValue('20');

  await actOnSuite(app, 'Pets', 'Update from source…');
  await dialog.getByRole('button', { name: /^Fetch .* again$/ }).click();
  await expect(dialog.getByRole('status')).toHaveText('The suite is up to date with the document.');
});
