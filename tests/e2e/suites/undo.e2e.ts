import { expect, test } from '../fixtures.ts';
import { newProject, newScript, newSuite } from '../test-data.ts';

test('a deleted script comes back by Undo at its place, and a deleted suite from the list of what was deleted', async ({
  app,
  client,
}) => {
  const projectId = await newProject(client, 'Careful shop', true);
  const suiteId = await newSuite(client, projectId, 'Orders');
  for (const scriptName of ['First', 'Second', 'Third'])
    await newScript(client, suiteId, { scriptName, url: 'https://shop.test/orders' });
  await app.goto(`/api-testing/api-test-suite/${suiteId}?project=${projectId}`);
  const scripts = app.getByRole('list', { name: 'Scripts' });
  const names = () => scripts.getByRole('listitem').allInnerTexts();
  await expect(scripts.getByText('Second')).toBeVisible();
  await app.getByRole('button', { name: 'Actions for Second' }).click();
  await app.getByRole('menuitem', { name: 'Delete script…' }).click();
  await app.getByRole('dialog').getByRole('button', { name: 'Delete script' }).click();
  await expect(scripts.getByText('Second')).toHaveCount(0);
  await app.getByRole('button', { name: 'Undo' }).click();
  await expect(scripts.getByText('Second')).toBeVisible();
  expect((await names()).map((text) => /First|Second|Third/.exec(text)?.[0])).toEqual(['First', 'Second', 'Third']);

  await app.goto(`/api-testing/api-test-suite?project=${projectId}`);
  await app.getByRole('button', { name: 'Actions for Orders' }).click();
  await app.getByRole('menuitem', { name: 'Delete suite…' }).click();
  await app.getByRole('dialog').getByRole('button', { name: 'Delete suite' }).click();
  await expect(app.getByRole('link', { name: 'Orders', exact: true })).toHaveCount(0);
  await app.getByRole('link', { name: 'Recently deleted' }).click();
  await app.getByRole('button', { name: 'Restore Orders' }).click();
  await expect(app.getByText('Orders restored')).toBeVisible();
  await app.goto(`/api-testing/api-test-suite/${suiteId}?project=${projectId}`);
  await expect(scripts.getByText('Third')).toBeVisible();
});
