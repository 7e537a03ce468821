import type { Page } from '@playwright/test';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { expectAccessible, inBothSchemes } from '../accessibility.ts';
import { control } from '../control.ts';
import { expect, test } from '../fixtures.ts';
import { newScript, newSuite } from '../test-data.ts';

async function write(page: Page, query: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Query', exact: true }).click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText(query);
}

test('an API is compared with its database: suggested mapping, differences, correction', async ({
  app,
  client,
  projectId,
  target,
}) => {
  test.slow();
  const database = await control('database', {});
  await client.call(workspaceRoutes.createDatabase, { body: { projectId, name: 'Warehouse', ...database } });
  const suiteId = await newSuite(client, projectId, 'Stock');
  const items = [
    { name: 'Bolt', price: 1 },
    { name: "O'Brien", price: 13 },
    { name: 'Washer', price: 3 },
  ];
  target.documents['/items.json'] = JSON.stringify({ items });
  await newScript(client, suiteId, { scriptName: 'List items', url: `${target.url}/items.json` });

  await app.goto(`/api-testing/reconciliations?project=${projectId}`);
  await app.getByRole('link', { name: 'New reconciliation' }).first().click();
  await app.getByRole('button', { name: 'Save and run' }).click();
  await expect(app.getByRole('textbox', { name: 'Name' })).toHaveAttribute('aria-invalid', 'true');
  await app.getByRole('textbox', { name: 'Name' }).fill('Stock of items');
  await app.getByRole('combobox', { name: 'Test suite' }).click();
  await app.getByRole('option', { name: 'Stock' }).click();
  await app.getByRole('combobox', { name: 'Request' }).click();
  await app.getByRole('option', { name: 'List items' }).click();
  await app.getByRole('combobox', { name: 'Database' }).click();
  await app.getByRole('option', { name: 'Warehouse' }).click();
  await write(app, 'select name, price from item order by name');
  await app.getByRole('button', { name: 'Suggest mapping' }).click();
  await expect(app.getByRole('textbox', { name: 'Key 1: API path' })).toHaveValue('name');
  await inBothSchemes(app, () => expectAccessible(app));
  await app.getByRole('button', { name: 'Save and run' }).click();

  const differences = app.getByRole('region', { name: 'Differences' });
  await expect(differences.getByRole('row', { name: /O'Brien.*price.*13.*12\.5.*Numbers differ/ })).toBeVisible();
  await expect(differences.getByRole('row', { name: /Washer.*Only in API/ })).toBeVisible();
  await inBothSchemes(app, () => expectAccessible(app));
  const download = app.waitForEvent('download');
  await app.getByRole('button', { name: 'Download Excel' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.xlsx$/);

  await app.getByRole('link', { name: 'Edit', exact: true }).click();
  await app.getByRole('checkbox', { name: 'Allow rows that only the API has' }).check();
  await write(app, 'select name, round(price) as price from item');
  await app.getByRole('button', { name: 'Save and run' }).click();
  await expect(app.getByText('All 2 rows match.')).toBeVisible();
  await app.goto(`/api-testing/reconciliations?project=${projectId}`);
  await expect(app.getByRole('row', { name: /Stock of items.*List items.*Warehouse/ })).toContainText('match');
});
