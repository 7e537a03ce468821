import { expect, test } from '../fixtures.ts';
import { editorPage } from '../pages/editor.page.ts';

const text = { kind: 'SCALAR', name: 'String' };
const schema = {
  queryType: { name: 'Query' },
  types: [
    {
      kind: 'OBJECT',
      name: 'Query',
      interfaces: [],
      fields: [{ name: 'pet', args: [{ name: 'id', type: text }], type: { kind: 'OBJECT', name: 'Pet' } }],
    },
    {
      kind: 'OBJECT',
      name: 'Pet',
      description: 'An animal of the shop.',
      interfaces: [],
      fields: [
        { name: 'name', args: [], type: text },
        { name: 'nickname', args: [], type: text },
      ],
    },
    { kind: 'SCALAR', name: 'String' },
  ],
};

test('a GraphQL request is written with the schema of its server, one of its operations runs with its variables', async ({
  app,
  target,
}) => {
  const editor = editorPage(app);
  target.documents['/graphql'] = JSON.stringify({ data: { __schema: schema, pet: { name: 'Rex' } } });
  await app.goto('/dashboard');
  await app.goto('/api-testing/api-playground');
  await editor.address.fill(`${target.url}/graphql`);
  await editor.section('Body');
  await app.getByText('GraphQL', { exact: true }).click();
  await expect(editor.method).toHaveValue('POST');
  await app.getByRole('button', { name: 'Schema', exact: true }).click();
  const explorer = app.getByRole('region', { name: 'GraphQL schema' });
  await explorer.getByRole('button', { name: 'Query' }).click();
  await expect(explorer).toContainText('pet(id: String): Pet');
  await explorer.getByRole('button', { name: 'Pet' }).click();
  await expect(explorer).toContainText('An animal of the shop.');

  await editor.field('GraphQL query').click();
  await app.keyboard.insertText('query Other { pet(id: "1") { name } } query One($id: String!) { pet(id: $id) { ');
  await app.keyboard.type('nick');
  await app.getByRole('option', { name: /^nickname/ }).click();
  await app.keyboard.insertText(' colour } }');
  const fault = app.getByText('Line 1: Cannot query field "colour" on type "Pet".');
  await expect(fault).toBeVisible();
  for (let letter = 0; letter < ' colour } }'.length; letter += 1) await app.keyboard.press('Backspace');
  await app.keyboard.insertText(' } }');
  await expect(fault).toBeHidden();
  await app.getByRole('combobox', { name: 'Operation to run' }).click();
  await app.getByRole('option', { name: 'One' }).click();
  await app.getByRole('button', { name: 'Add id' }).click();
  await expect(editor.field('GraphQL variables as JSON')).toContainText('"id": ""');
  await editor.send.click();
  await expect(editor.response.getByRole('status')).toContainText('200 OK');
  await editor.answerTab('Request');
  const sent = app.getByRole('textbox', { name: 'Request body' });
  await expect(sent).toContainText('"operationName": "One"');
  await expect(sent).toContainText('pet(id: $id) { nickname } }');

  await app.getByRole('button', { name: 'Request as code' }).click();
  await app.getByRole('combobox', { name: 'Language' }).click();
  await app.getByRole('option', { name: 'Rust, reqwest' }).click();
  const code = app.getByRole('textbox', { name: 'Code', exact: true });
  await expect(code).toContainText('reqwest::blocking::Client::new()');
  await expect(code).toContainText('nickname');
});

test('a click on an XML value of the response makes an assertion and a data handler of it', async ({
  app,
  projectId,
}) => {
  const editor = editorPage(app);
  await app.goto(`/api-testing/api-playground?project=${projectId}`);
  await editor.address.fill('{{$serverUrl}}/sample/petstore/pets/1.xml');
  await editor.send.click();
  await expect(editor.response.getByRole('status')).toContainText('200 OK');
  await editor.responseBody.getByText('name', { exact: true }).first().click();
  await editor.response.getByRole('button', { name: 'Extract value' }).click();
  await expect(editor.field('Extract path of data handler 1')).toHaveValue('/pet/name');
  await editor.response.getByRole('button', { name: 'Add assertion' }).click();
  await expect(editor.field('Path of assertion 1')).toHaveValue('/pet/name');
  await editor.send.click();
  await editor.answerTab('Assertions');
  await expect(editor.response.getByRole('tab', { name: /^Assertions/ })).toContainText('1/1');
  await expect(editor.response.getByRole('tab', { name: /^Extracted/ })).toContainText('1');
});

test('the results of a GraphQL subscription are shown as they come, until the user stops it', async ({
  app,
  target,
}) => {
  const editor = editorPage(app);
  await app.goto('/api-testing/api-playground');
  await editor.address.fill(`${target.url}/graphql`);
  await editor.section('Body');
  await app.getByText('GraphQL', { exact: true }).click();
  await editor.field('GraphQL query').click();
  await app.keyboard.insertText('subscription Prices($next: Int) { price(next: $next) }');
  await expect(app.getByRole('combobox', { name: 'How results come' })).toHaveValue('Over WebSocket');
  await editor.field('GraphQL variables as JSON').click();
  await app.keyboard.insertText('{ "next": 7 }');
  await editor.send.click();
  const events = editor.response.getByRole('list', { name: 'Events' }).getByRole('listitem');
  await expect(events).toHaveText(['1next{"data":{"price":42.05}}', '2next{"data":{"price":7}}']);
  await app.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(editor.send).toBeVisible();
  await expect(events).toHaveCount(2);
  await expect(editor.response.getByRole('status')).toContainText('101 Switching Protocols');
});
