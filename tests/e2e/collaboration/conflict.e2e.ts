import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { signInPage } from '../browser-session.ts';
import { control } from '../control.ts';
import { expect, test } from '../fixtures.ts';
import { newProject, newScript, newSuite } from '../test-data.ts';

test('two people save the same script: an open page shows the other version, a changed one compares both field by field, and nothing is lost', async ({
  app,
  admin,
  client,
  elsewhere: openElsewhere,
  baseURL,
}) => {
  test.slow();
  const projectId = await newProject(client, 'Shared shop', true);
  const suiteId = await newSuite(client, projectId, 'Orders');
  const { scriptId } = await newScript(client, suiteId, { scriptName: 'List orders', url: 'https://shop.test/orders' });
  const ana = await control('user', { colleagueId: admin.userId, role: 'ROLE_USER' });
  const elsewhere = await openElsewhere();
  await signInPage(elsewhere, ana, baseURL ?? '');
  const address = `/api-testing/api-test-suite/${suiteId}?project=${projectId}&script=${scriptId}`;
  await Promise.all([app.goto(address), elsewhere.goto(address)]);
  const [mine, theirs] = [app, elsewhere].map((page) => ({
    page,
    name: page.getByRole('textbox', { name: 'Name of the script' }),
    save: () => page.keyboard.press('Control+s'),
  })) as [Editor, Editor];
  await expect(mine.name).toHaveValue('List orders');
  await expect(theirs.name).toHaveValue('List orders');
  // Both appear on the same page.
  await expect(app.getByRole('link', { name: /^People here: .* is on this page$/ })).toBeVisible();

  // Without changes of one's own, what the other person saved appears.
  await theirs.name.fill('List all orders');
  await theirs.save();
  await expect(mine.name).toHaveValue('List all orders');

  // Changes stay, and the page says that there is a newer version.
  await mine.name.fill('My orders');
  await theirs.name.fill('Their orders');
  await theirs.page
    .getByRole('textbox', { name: /^(URL|Address)/ })
    .first()
    .fill('https://shop.test/v2/orders');
  await theirs.save();
  await expect(app.getByText('Someone else saved a newer version of this script.')).toBeVisible();
  await expect(mine.name).toHaveValue('My orders');
  await mine.save();
  const dialog = app.getByRole('dialog', { name: 'Uma User saved this script too' });
  await expect(dialog.getByText('https://shop.test/v2/orders')).toBeVisible();
  await expect(dialog.getByRole('radiogroup', { name: 'Version of Name' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Save merged script' }).click();
  await expect(dialog).toHaveCount(0);
  // The field that both changed is mine, the one that only the other changed is theirs.
  await expect(theirs.name).toHaveValue('My orders');
  expect(await client.call(apiTestingRoutes.getScript, { query: { scriptId } })).toMatchObject({
    scriptName: 'My orders',
    url: 'https://shop.test/v2/orders',
  });
});

interface Editor {
  page: import('@playwright/test').Page;
  name: import('@playwright/test').Locator;
  save: () => Promise<void>;
}
