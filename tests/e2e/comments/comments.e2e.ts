import { signInPage } from '../browser-session.ts';
import { control } from '../control.ts';
import { expect, test } from '../fixtures.ts';
import { newProject, newScript, newSuite } from '../test-data.ts';

test('two people talk about a script: a mention leads from the bell to the thread, and each sees what the other writes without a reload', async ({
  app,
  admin,
  client,
  elsewhere: openElsewhere,
  baseURL,
}) => {
  test.slow();
  const projectId = await newProject(client, 'Talking shop', true);
  const suiteId = await newSuite(client, projectId, 'Orders');
  const { scriptId } = await newScript(client, suiteId, { scriptName: 'List orders', url: 'https://shop.test/orders' });
  const ana = await control('user', { colleagueId: admin.userId, role: 'ROLE_USER' });
  const elsewhere = await openElsewhere();
  await signInPage(elsewhere, ana, baseURL ?? '');
  await elsewhere.goto(`/api-testing/api-test-suite/${suiteId}?project=${projectId}`);
  await app.goto(`/api-testing/api-test-suite/${suiteId}?project=${projectId}&script=${scriptId}`);
  await expect(app.getByRole('link', { name: /^People here: / })).toBeVisible();

  await app.getByRole('button', { name: 'Comment on List orders' }).click();
  const mine = app.getByRole('dialog', { name: 'Comments on List orders' });
  const field = mine.getByRole('textbox', { name: 'New comment' });
  await field.pressSequentially('Is this right, @Uma');
  await expect(mine.getByRole('option', { name: /Uma User/ })).toBeVisible();
  await field.press('Enter');
  await field.press('Control+Enter');
  await expect(mine.getByRole('article')).toContainText('Is this right, @Uma User');

  // The other page marks the script without a reload, and the bell leads to the thread.
  await expect(elsewhere.getByRole('list', { name: 'Scripts' }).getByText('1 comment, 1 unread')).toBeAttached();
  await elsewhere.getByRole('button', { name: 'Activity logs, 1 unread' }).click();
  await elsewhere
    .getByText(/mentioned you in a comment/)
    .first()
    .click();
  const theirs = elsewhere.getByRole('dialog', { name: 'Comments on List orders' });
  await theirs.getByRole('button', { name: 'Reply' }).click();
  await theirs.getByRole('textbox', { name: 'Reply' }).fill('Yes, **since Monday**.');
  await theirs.getByRole('button', { name: 'Reply' }).click();

  // The reply appears on the first page without a reload, and so does the resolution.
  await expect(mine.getByRole('article')).toContainText('Yes, since Monday.');
  await mine.getByRole('button', { name: 'Resolve' }).click();
  await expect(theirs.getByRole('button', { name: 'Show resolved threads (1)' })).toBeVisible();
});
