import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { expect, test } from '../fixtures.ts';
import { choose } from '../pages/choose.ts';
import { editorPage } from '../pages/editor.page.ts';
import { shell } from '../pages/shell.page.ts';
import { newScript, newSuite } from '../test-data.ts';

test('a whole script is written, saved with Ctrl S, shown again after a reload, cloned and deleted; the next one needs a right address [api-script-editor-1] [api-script-editor-2] [api-suites-scripts-2]', async ({
  app,
  client,
  projectId,
  target,
}) => {
  const suiteId = await newSuite(client, projectId, 'Orders');
  const editor = editorPage(app);
  await editor.open(projectId, suiteId);
  await editor.newScript();
  await editor.name.fill('Create an order');
  await editor.method.fill('POST');
  await editor.address.fill(`${target.url}/echo`);
  await editor.field('Key of query parameter 1').fill('limit');
  await editor.field('Value of query parameter 1').fill('5');
  await editor.section('Headers');
  await app.getByRole('combobox', { name: 'Key of header 1' }).fill('X-Request-Id');
  await editor.field('Value of header 1').fill('abc');
  await editor.section('Body');
  await app.getByRole('radiogroup', { name: 'Body type' }).getByText('JSON', { exact: true }).click();
  await editor.jsonBody.fill('{ "item": "tea", "count": 2 }');
  await editor.section('Auth');
  await choose(app, 'Type', 'Basic Auth');
  await app.getByLabel('Username').fill('ana');
  await app.getByRole('textbox', { name: 'Password' }).fill('paws');
  await editor.section('Assertions');
  await app.getByRole('button', { name: 'Add assertion' }).click();
  await expect(editor.field('Expected value of assertion 1')).toHaveValue('200');
  await app.getByRole('button', { name: 'Add assertion' }).click();
  await editor.field('Path of assertion 2').fill('$.query.limit');
  await editor.field('Expected value of assertion 2').fill('"5"');
  await editor.section('Extract');
  await app.getByRole('button', { name: 'Add data handler' }).click();
  await editor.field('Variable of data handler 1').fill('requestId');
  await editor.field('Extract path of data handler 1').fill("$.headers['x-request-id']");
  await app.keyboard.press('Control+s');
  await expect(editor.save).toBeDisabled();
  await expect(editor.scripts).toContainText('Create an order');

  await app.reload();
  await expect(editor.name).toHaveValue('Create an order');
  await expect(editor.method).toHaveValue('POST');
  await expect(editor.address).toHaveValue(`${target.url}/echo?limit=5`);
  await expect(editor.field('Key of query parameter 1')).toHaveValue('limit');
  await editor.section('Headers');
  await expect(editor.field('Value of header 1')).toHaveValue('abc');
  await editor.section('Body');
  await expect(editor.jsonBody).toHaveText('{ "item": "tea", "count": 2 }');
  await editor.section('Auth');
  await expect(app.getByLabel('Username')).toHaveValue('ana');
  await editor.section('Assertions');
  await expect(editor.field('Path of assertion 2')).toHaveValue('$.query.limit');
  await editor.section('Extract');
  await expect(editor.field('Variable of data handler 1')).toHaveValue('requestId');

  await test.step('cloned and deleted from the list', async () => {
    const act = async (script: string, action: string) => {
      await editor.scripts.getByRole('button', { name: `Actions for ${script}`, exact: true }).click();
      await app.getByRole('menuitem', { name: action }).click();
    };
    await act('Create an order', 'Clone script');
    await expect(editor.scripts.getByRole('listitem')).toHaveCount(2);
    await act('Create an order', 'Delete script');
    await app
      .getByRole('dialog', { name: 'Delete script Create an order?' })
      .getByRole('button', { name: 'Delete script' })
      .click();
    await expect(editor.scripts.getByRole('listitem')).toHaveCount(1);
    await expect(editor.scripts).toContainText(/copy/i);
  });
  await test.step('an address without protocol and host is refused', async () => {
    await editor.newScript();
    await editor.address.fill('orders');
    await editor.send.click();
    await expect(app.getByText('Invalid URL. It needs a protocol and a host').first()).toBeVisible();
  });
});

test('Ctrl Enter sends and shows response, timing, assertions and extracted values; a click on a value adds an assertion [api-script-editor-5]', async ({
  app,
  client,
  projectId,
  target,
}) => {
  const suiteId = await newSuite(client, projectId, 'Orders');
  await newScript(client, suiteId, {
    scriptName: 'Echo',
    method: 'POST',
    url: `${target.url}/echo`,
    headers: [{ key: 'X-Tag', value: 'blue', enabled: true }],
    body: { type: 'json', content: '{ "item": "tea" }' },
    authentication: { type: 'basic', username: 'ana', password: 'paws' },
    assertions: [
      { kind: 'status', operator: 'equals', expected: 200, enabled: true },
      { kind: 'jsonPath', path: '$.method', operator: 'equals', expected: 'GET', enabled: true },
    ],
    dataHandlers: [{ name: 'tag', source: 'jsonPath', path: "$.headers['x-tag']", enabled: true }],
  });
  await newScript(client, suiteId, { scriptName: 'Price', url: `${target.url}/price` });
  const editor = editorPage(app);
  await editor.open(projectId, suiteId);
  await editor.address.focus();
  await app.keyboard.press('Control+Enter');
  await expect(editor.response.getByRole('status')).toContainText(/200 OK.*\d+ ms/);
  // A failed assertion opens its tab: expected and actual value.
  await expect(editor.response).toContainText('expected "GET", got "POST"');
  await editor.answerTab('Body');
  await expect(editor.responseBody).toContainText('"x-tag": "blue"');
  // The target got the credentials; the page never shows them, even if the target echoes them.
  const credentials = Buffer.from('ana:paws').toString('base64');
  expect(target.authorizations).toEqual([`Basic ${credentials}`]);
  await expect(editor.responseBody).toContainText('Basic ••••••');
  expect(await app.content()).not.toContain(credentials);
  await editor.answerTab('Timing');
  await expect(editor.response.getByRole('tabpanel')).toContainText(/wait/i);
  await editor.answerTab('Extracted');
  await expect(editor.response.getByRole('row', { name: 'tag blue' })).toBeVisible();
  await editor.answerTab('Request');
  await expect(editor.response.getByRole('tabpanel')).toContainText('X-Tag');

  await test.step('a click on a JSON value of the response adds an assertion', async () => {
    await editor.scripts.getByText('Price', { exact: true }).click();
    await expect(editor.name).toHaveValue('Price');
    await editor.send.click();
    await editor.responseBody.getByText('42.05').click();
    await expect(editor.response.getByText('$.price', { exact: true })).toBeVisible();
    await editor.response.getByRole('button', { name: 'Add assertion' }).click();
    await expect(editor.field('Path of assertion 1')).toHaveValue('$.price');
    await expect(editor.field('Expected value of assertion 1')).toHaveValue('42.05');
    await editor.send.click();
    await editor.answerTab('Assertions');
    await expect(editor.response.getByRole('tab', { name: /^Assertions/ })).toContainText('1/1');
  });
});

const wrongBodies = [
  ['json', '{ "item": ', 'Invalid JSON format.'],
  ['xml', '<item><tea></item>', 'Invalid XML format.'],
] as const;
const wrongNames = [
  ['', 'Please provide API Name.'],
  ['x'.repeat(61), 'API Name is at most 60 characters.'],
  [' order', 'API Name must not start with whitespace.'],
] as const;

test('a broken body and a wrong name are told in place, and nothing is saved; what is not saved stays on leaving, and closing its tab asks first [api-script-editor-2] [api-script-editor-3]', async ({
  app,
  client,
  projectId,
}) => {
  const suiteId = await newSuite(client, projectId, 'Orders');
  const { scriptId } = await newScript(client, suiteId, { scriptName: 'Order', method: 'POST', url: 'http://x.test/' });
  for (const [type] of wrongBodies)
    await newScript(client, suiteId, {
      scriptName: `Order as ${type}`,
      method: 'POST',
      url: 'http://x.test/',
      body: { type, content: type === 'json' ? '{}' : '<a/>' },
    });
  const editor = editorPage(app);
  await editor.open(projectId, suiteId);
  await test.step('unsaved changes', async () => {
    const frame = shell(app);
    await editor.name.fill('Changed');
    await frame.area.getByRole('link', { name: 'Report Dashboard' }).click();
    await expect(frame.heading('Report Dashboard')).toBeVisible();
    await app.goBack();
    await expect(editor.name).toHaveValue('Changed');
    await app.getByRole('button', { name: 'Close Changed' }).click();
    const dialog = app.getByRole('dialog', { name: 'Close Changed without saving?' });
    await dialog.getByRole('button', { name: 'Close without saving' }).click();
    await app.reload();
    await expect(editor.name).toHaveValue('Order');
  });
  for (const [name, message] of wrongNames)
    await test.step(message, async () => {
      await editor.name.fill(name);
      await app.keyboard.press('Control+s');
      await expect(app.getByText(message).first()).toBeVisible();
      await expect(editor.name).toHaveAttribute('aria-invalid', 'true');
      const { scriptName } = await client.call(apiTestingRoutes.getScript, { query: { scriptId } });
      expect(scriptName).toBe('Order');
    });
  await editor.name.fill('Order');
  for (const [type, content, message] of wrongBodies)
    await test.step(message, async () => {
      await editor.scripts.getByText(`Order as ${type}`, { exact: true }).click();
      await editor.section('Body');
      await editor.field(`Body as ${type}`).fill(content);
      await app.keyboard.press('Control+s');
      await expect(app.getByRole('tabpanel').getByRole('alert')).toHaveText(message);
      await expect(editor.save).toBeEnabled();
      await editor.field(`Body as ${type}`).fill(type === 'json' ? '{}' : '<a/>');
    });
});
