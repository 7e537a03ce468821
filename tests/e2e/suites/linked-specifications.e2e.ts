import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { expectAccessible, inBothSchemes } from '../accessibility.ts';
import { expect, test } from '../fixtures.ts';

const openapi = (server: string, paths: string[]): string =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Pets', version: '1' },
    servers: [{ url: server }],
    paths: Object.fromEntries(
      paths.map((path) => [path, { get: { summary: `Read ${path}`, responses: { 200: { description: 'ok' } } } }]),
    ),
  });

test('a watched specification changes: the bell says so and leads to the review, which updates the suite', async ({
  app,
  client,
  projectId,
  target,
}) => {
  target.documents['/openapi.json'] = openapi(target.url, ['/json', '/old']);
  const url = `${target.url}/openapi.json`;
  const { importId } = await client.call(apiTestingRoutes.importSwaggerUrl, { query: { projectId, url } });
  await client.call(apiTestingRoutes.importSelectedApis, { body: { projectId, importId } });

  await app.goto(`/api-testing/linked-specifications?project=${projectId}`);
  await app.getByRole('combobox', { name: /^Check .*openapi\.json$/ }).selectOption('Hourly');
  await app.getByRole('button', { name: /^Check .* now$/ }).click();
  await expect(app.getByText('Up to date')).toBeVisible();

  target.documents['/openapi.json'] = openapi(target.url, ['/json', '/new', '/newer']);
  await app.getByRole('button', { name: /^Check .* now$/ }).click();
  await expect(app.getByText('The spec changed: 2 added, 1 removed')).toBeVisible();
  // A row is darker under the pointer.
  await app.mouse.move(0, 0);
  await inBothSchemes(app, () => expectAccessible(app));

  await app.goto(`/api-testing/api-test-suite?project=${projectId}`);
  await expect(app.getByRole('link', { name: 'Spec changed' })).toBeVisible();
  await app.getByRole('button', { name: 'Activity logs, 1 unread' }).click();
  await app.getByRole('link', { name: /The spec of Pets changed/ }).click();
  const dialog = app.getByRole('dialog', { name: 'Update from source' });
  await expect(dialog).toContainText('Read /newer');
  await dialog.getByRole('button', { name: /^Update/ }).click();
  await expect(dialog).toBeHidden();
  await app.goto(`/api-testing/linked-specifications?project=${projectId}`);
  await app.getByRole('button', { name: /^Check .* now$/ }).click();
  await expect(app.getByText('Up to date')).toBeVisible();
});
