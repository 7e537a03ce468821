import { collaborationRoutes } from '@touchstone/contracts/collaboration';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { signInPage } from '../browser-session.ts';
import { control, password } from '../control.ts';
import { expect, test } from '../fixtures.ts';
import { loginPage } from '../pages/login.page.ts';
import { shell } from '../pages/shell.page.ts';
import { newSuite } from '../test-data.ts';

test('an owner invites a colleague, who accepts by the link; both see each other and what the other does [collaboration-1] [collaboration-2]', async ({
  app,
  admin,
  client,
  elsewhere: openElsewhere,
  baseURL,
}) => {
  test.slow();
  const elsewhere = await openElsewhere();
  const { projectId } = await client.call(workspaceRoutes.createProject, {
    body: { projectName: 'Checkout', workspaceType: 'PRIVATE' },
  });
  await newSuite(client, projectId, 'Orders');
  const ana = await control('user', { colleagueId: admin.userId, role: 'ROLE_USER' });

  await app.goto(`/api-testing/people?project=${projectId}`);
  const people = app.getByRole('table', { name: 'People of the workspace' });
  await app.getByRole('button', { name: 'Invite people' }).click();
  const dialog = app.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'E-mail addresses' }).fill(`${ana.email}, nobody@example.test`);
  await dialog.getByRole('button', { name: 'Send invitations' }).click();
  await expect(dialog.getByRole('alert')).toContainText('No account in your organization uses nobody@example.test');
  await dialog.getByRole('button', { name: 'Close' }).click();
  const link = await app.getByRole('textbox', { name: `Link for ${ana.email}` }).inputValue();
  await app.keyboard.press('Escape');
  await expect(people.getByText(/^Invited, until/)).toBeVisible();

  await signInPage(elsewhere, ana, baseURL ?? '');
  await elsewhere.goto(`/api-testing/workspace?project=${projectId}`);
  await expect(elsewhere.getByRole('heading', { name: 'Create your first project' })).toBeVisible();
  await elsewhere.goto(link);
  const invitation = elsewhere.getByRole('region', { name: 'Invitation to Checkout' });
  await invitation.getByRole('button', { name: 'Accept' }).click();
  await expect(elsewhere.getByText('Invite accepted successfully')).toBeVisible();
  await expect(elsewhere.getByRole('heading', { level: 2, name: 'Checkout' })).toBeVisible();

  // Presence, and the list of the owner, without a reload.
  await expect(people.getByText('Here now').nth(1)).toBeVisible();
  await expect(app.getByRole('link', { name: /^People here: .* in this workspace$/ })).toBeVisible();
  // A change of the owner appears on the page of the colleague, without a reload.
  await elsewhere.goto(`/api-testing/api-test-suite?project=${projectId}`);
  await expect(elsewhere.getByRole('link', { name: 'Orders', exact: true })).toBeVisible();
  await expect(elsewhere.getByRole('link', { name: /^People here/ })).toBeVisible();
  await newSuite(client, projectId, 'Payments');
  await expect(elsewhere.getByRole('link', { name: 'Payments', exact: true })).toBeVisible();

  // The role becomes viewer, and the buttons for changes disappear.
  const create = elsewhere.getByRole('button', { name: 'Create suite' });
  await expect(create).toBeVisible();
  await people
    .getByRole('combobox', { name: /^Role of/ })
    .nth(1)
    .click();
  await app.getByRole('option', { name: 'Viewer' }).click();
  await expect(create).toHaveCount(0);

  // A removed collaborator with an open page is notified.
  await people
    .getByRole('button', { name: /^Actions for/ })
    .nth(1)
    .click();
  await app.getByRole('menuitem', { name: 'Remove…' }).click();
  await app.getByRole('dialog').getByRole('button', { name: 'Remove from workspace' }).click();
  await expect(elsewhere.getByText('You no longer have access to this workspace.')).toBeVisible();
  await expect(elsewhere.getByRole('heading', { name: 'Create your first project' })).toBeVisible();
});

test('a downgrade with extras shows the text of the plan, and a full free workspace refuses a fourth collaborator [collaboration-3]', async ({
  app,
  admin,
  client,
}) => {
  test.slow();
  const { projectId } = await client.call(workspaceRoutes.createProject, {
    body: { projectName: 'Full', workspaceType: 'PRIVATE' },
  });
  const others = [];
  for (let index = 0; index < 5; index += 1)
    others.push(await control('user', { colleagueId: admin.userId, role: 'ROLE_USER' }));
  const userEmails = others.slice(0, 4).map(({ email }) => email);
  await client.call(collaborationRoutes.sendInvite, { body: { projectId, userEmails } });
  await app.goto(`/api-testing/people?project=${projectId}`);
  const downgrade = async () => {
    await app.getByRole('button', { name: 'Downgrade workspace…' }).click();
    await app.getByRole('dialog').getByRole('button', { name: 'Downgrade workspace' }).click();
  };
  await downgrade();
  await expect(
    app.getByText('Free plan allows 3 collaborators. Remove extras and downgrade the workspace plan.'),
  ).toBeVisible();
  await app.keyboard.press('Escape');
  await app
    .getByRole('button', { name: /^Actions for/ })
    .nth(4)
    .click();
  await app.getByRole('menuitem', { name: 'Revoke invitation…' }).click();
  await app.getByRole('dialog').getByRole('button', { name: 'Revoke invitation' }).click();
  await expect(app.getByRole('button', { name: /^Actions for/ })).toHaveCount(4);
  await downgrade();
  await expect(app.getByText('3 of 3 collaborators')).toBeVisible();
  await app.getByRole('button', { name: 'Invite people' }).click();
  const dialog = app.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'E-mail addresses' }).fill(others[4]?.email ?? '');
  await dialog.getByRole('button', { name: 'Send invitations' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Free plan allows 3 collaborators.');
  await app.keyboard.press('Escape');
  await app.getByRole('button', { name: 'Upgrade Workspace' }).click();
  await app.getByRole('dialog').getByRole('button', { name: 'Upgrade Workspace' }).click();
  await expect(app.getByRole('button', { name: 'Downgrade workspace…' })).toBeVisible();
});

test('a user of the public edition with a pending invitation lands on it [collaboration-4]', async ({
  page,
  admin,
  client,
}) => {
  test.slow();
  const { projectId } = await client.call(workspaceRoutes.createProject, { body: { projectName: 'Public' } });
  const ana = await control('user', { colleagueId: admin.userId, role: 'ROLE_USER' });
  await control('sql', {
    text: 'update user_management."user" set login_count = 2, welcomed_at = now() where id = $1',
    values: [ana.userId],
  });
  await client.call(collaborationRoutes.sendInvite, { body: { projectId, userEmails: [ana.email], role: 'VIEWER' } });
  await page.route('**/identity/sign-in-settings', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), publicCloud: true } });
  });
  await page.goto('/login');
  await loginPage(page).signIn(ana.email, password);
  await expect(page).toHaveURL(/\/api-testing\/collaboration-invite$/);
  await expect(shell(page).heading('Invitations')).toBeVisible();
  await page.getByRole('region', { name: 'Invitation to Public' }).getByRole('button', { name: 'Accept' }).click();
  await expect(page).toHaveURL(new RegExp(`/api-testing/workspace\\?project=${projectId}`));
});
