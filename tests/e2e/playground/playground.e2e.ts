import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { expect, test } from '../fixtures.ts';
import { choose } from '../pages/choose.ts';
import { editorPage } from '../pages/editor.page.ts';
import { shell } from '../pages/shell.page.ts';
import { tourPage } from '../pages/tour.page.ts';
import { newProject, newSuite } from '../test-data.ts';

test('[api-playground-1] [api-playground-4] a request with its own method, params, headers and body is sent, comes back after a reload, and is found in the history', async ({
  app,
  target,
}) => {
  const editor = editorPage(app);
  const history = app.getByRole('list', { name: 'History' });
  await app.goto('/dashboard');
  await app.goto('/api-testing/api-playground');
  await expect(app.getByText('No requests sent yet')).toBeVisible();
  await expect(editor.address).toBeFocused();

  await app.keyboard.insertText('not an address');
  await app.keyboard.press('Enter');
  await expect(app.getByText(/^Invalid URL\. It needs a protocol and a host/)).toBeVisible();
  await expect(editor.address).toBeFocused();

  await editor.address.fill(`${target.url}/echo?page=2`);
  await editor.method.fill('PATCH');
  await app.keyboard.press('Escape');
  await editor.section('Headers');
  await app.getByLabel('Key of header 1').fill('X-Shop');
  await editor.field('Value of header 1').fill('north');
  await editor.section('Body');
  await app.getByText('JSON', { exact: true }).click();
  await editor.jsonBody.click();
  await app.keyboard.insertText('{"amount":3}');
  await app.keyboard.press('Control+Enter');
  await expect(editor.response.getByRole('status')).toContainText('200 OK');
  await expect(editor.response.getByRole('status')).toContainText(/\d\s?ms/);
  for (const text of ['"PATCH"', '"page": "2"', '"x-shop": "north"', 'amount'])
    await expect(editor.responseBody).toContainText(text);
  await expect(history.getByRole('listitem')).toHaveCount(1);
  await expect(history).toContainText('PATCH');

  // Events appear as they arrive, until the user stops the stream.
  await app.getByRole('button', { name: 'New script tab' }).click();
  await editor.address.fill(`${target.url}/events`);
  await editor.send.click();
  const events = editor.response.getByRole('list', { name: 'Events' }).getByRole('listitem');
  await expect(events).toHaveText(['1message{"price":1}', '2tick #2two']);
  await app.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(editor.send).toBeVisible();
  await expect(events).toHaveCount(2);
  await expect(editor.response.getByRole('status')).toContainText('200 OK');
  await editor.response.getByRole('tab', { name: 'Timing' }).click();
  await expect(editor.response.getByText('Between events, average')).toBeVisible();
  await expect(editor.response.getByText('Ended by')).toBeVisible();
  await editor.send.click();
  await expect(app.getByRole('button', { name: 'Stop', exact: true })).toBeVisible();
  target.release();
  await expect(editor.response.getByRole('status')).toContainText('200 OK');
  await expect(events).toHaveCount(3);
  await app.getByRole('button', { name: 'Close GET /events' }).click();
  await expect(history.getByRole('listitem')).toHaveCount(3);

  // A second tab, stopped while it runs; both tabs come back.
  await app.getByRole('button', { name: 'New script tab' }).click();
  await editor.address.fill(`${target.url}/never`);
  await editor.send.click();
  await app.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(history.getByRole('listitem')).toHaveCount(4);
  await expect(history).toContainText('Cancelled');
  const kept = app.waitForResponse((response) => response.request().method() === 'PUT' && response.ok());
  await editor.section('Headers');
  await app.getByLabel('Key of header 1').fill('X-Kept');
  await kept;
  await app.reload();
  await expect(editor.address).toHaveValue(`${target.url}/never`);
  await editor.section('Headers');
  await expect(app.getByLabel('Key of header 1')).toHaveValue('X-Kept');
  await app
    .getByRole('button', { name: /^PATCH/ })
    .first()
    .click();
  await expect(editor.address).toHaveValue(`${target.url}/echo?page=2`);

  await app.getByRole('textbox', { name: 'Filter the history' }).fill('echo');
  await expect(history.getByRole('listitem')).toHaveCount(1);
  await history.getByRole('button').click();
  await expect(editor.responseBody).toContainText('"x-shop": "north"');
  await app.getByRole('textbox', { name: 'Filter the history' }).fill('');
  await history.getByRole('checkbox', { name: /never/ }).check();
  const bar = app.getByRole('toolbar', { name: 'Selected requests' });
  await bar.getByRole('button', { name: 'Delete' }).click();
  await app.getByRole('button', { name: 'Delete 1 request' }).click();
  await expect(history.getByRole('listitem')).toHaveCount(3);
});

test('[api-playground-2] [api-playground-3] [guided-tours-5] the example is sent and imported into a project; the tour differs with and without data', async ({
  app,
  client,
  projectId,
  target,
}) => {
  const editor = editorPage(app);
  const tour = tourPage(app);
  const other = await newProject(client, 'Warehouse');
  const suiteId = await newSuite(client, other, 'Stock');
  await app.goto(`/api-testing/api-playground?project=${projectId}`);
  await tour.start();
  await expect(tour.heading).toHaveText('Start with an example');
  await app.keyboard.press('Escape');
  await tour.walk(3);

  await app.getByRole('button', { name: 'Use example' }).click();
  await expect(editor.address).toHaveValue(/sample\/petstore\/pets\?status=available/);
  await editor.send.click();
  await expect(editor.response.getByRole('status')).toContainText('200 OK');
  await expect(editor.response.getByRole('tab', { name: /^Assertions/ })).toContainText('2/2');

  // Two responses to the request are compared.
  await app.getByRole('button', { name: 'Suggest assertions' }).waitFor();
  await editor.address.fill('{{$serverUrl}}/sample/petstore/pets?status=sold&limit=5');
  await editor.send.click();
  await editor.response.getByRole('button', { name: 'History' }).click();
  await app.getByRole('menuitem', { name: 'Compare responses' }).click();
  const comparison = app.getByRole('dialog', { name: 'Compare responses' });
  await expect(comparison.getByRole('region', { name: 'Bodies' })).toContainText(/\d+ changes?/);
  await app.keyboard.press('Escape');

  // A curl command, pasted into a new tab.
  await app.getByRole('button', { name: 'New script tab' }).click();
  await editor.address.focus();
  await app.evaluate((text) => {
    const data = new DataTransfer();
    data.setData('text', text);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  }, `curl -X PUT '${target.url}/echo' -H 'X-From: shell' -d '{"a":1}'`);
  await expect(editor.method).toHaveValue('PUT');
  await editor.send.click();
  await expect(editor.responseBody).toContainText('"x-from": "shell"');

  await app.reload();
  await expect(app.getByRole('list', { name: 'History' }).getByRole('listitem')).toHaveCount(3);
  await tour.start();
  await expect(tour.heading).toHaveText('Your history');
  await app.keyboard.press('Escape');
  await tour.walk(5);

  for (const box of await app.getByRole('list', { name: 'History' }).getByRole('checkbox').all()) await box.check();
  await app.getByRole('toolbar', { name: 'Selected requests' }).getByRole('button', { name: 'Import' }).click();
  const dialog = app.getByRole('dialog', { name: 'Import 3 requests into a project' });
  await choose(app, 'Project', 'Warehouse');
  await choose(app, 'Test suite', 'Stock');
  await dialog.getByRole('button', { name: 'Import 3 requests' }).click();
  await expect(shell(app).heading('Stock')).toBeVisible();
  await expect(editor.scripts).toContainText('List available pets');
  const { content } = await client.call(apiTestingRoutes.listScripts, { query: { suiteId } });
  expect(content).toMatchObject([
    { method: 'GET', assertionCount: 2 },
    { method: 'GET', assertionCount: 2 },
    { method: 'PUT', url: `${target.url}/echo` },
  ]);
});
