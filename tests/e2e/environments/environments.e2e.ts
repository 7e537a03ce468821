import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { signInPage } from '../browser-session.ts';
import { control } from '../control.ts';
import { expect, test } from '../fixtures.ts';
import { environmentsPage } from '../pages/environments.page.ts';
import { shell } from '../pages/shell.page.ts';
import { clientOf, newProject } from '../test-data.ts';

test('an environment keeps a secret that is never shown again, and a variable that is switched off; it is cloned and deleted [environments-variables-1] [environments-variables-3]', async ({
  app,
  client,
  projectId,
}) => {
  const environments = environmentsPage(app);
  await environments.open(projectId);
  await environments.create('Staging');
  await expect(app.getByRole('heading', { level: 2, name: 'Staging' })).toBeVisible();
  await environments.field('Name of variable 1').fill('no good');
  await environments.save.click();
  await expect(app.getByText('Please give valid variable name.')).toBeVisible();
  await environments.field('Name of variable no good').fill('base');
  await environments.value('base').fill('http://x.test');
  await environments.field('Name of variable 2').fill('token');
  await environments.value('token').fill('s3cr3t-paws');
  await environments.secret('token').check();
  const use = app.getByRole('checkbox', { name: 'Use variable base' });
  await use.uncheck();
  await environments.save.click();
  await expect(shell(app).toast('Staging saved.')).toBeVisible();
  await app.reload();
  await expect(environments.value('base')).toHaveValue('http://x.test');
  await expect(use).not.toBeChecked();
  await expect(app.getByRole('img', { name: 'Secret, not shown' })).toBeVisible();
  await expect(environments.secret('token')).toBeDisabled();
  expect(await app.content()).not.toContain('s3cr3t-paws');
  const { variables } = await client.call(workspaceRoutes.listVariables, { query: { projectId } });
  expect(variables.map(({ name, value, isSecret }) => ({ name, value, isSecret }))).toEqual([
    { name: 'base', value: 'http://x.test', isSecret: false },
    { name: 'token', value: '', isSecret: true },
  ]);

  const act = async (action: string) => {
    await app.getByRole('button', { name: 'Actions for Staging', exact: true }).click();
    await app.getByRole('menuitem', { name: action }).click();
  };
  await act('Clone');
  await app.getByRole('dialog').getByRole('button', { name: 'Clone' }).click();
  await expect(environments.list.getByRole('link', { name: /^Staging copy \d$/ })).toBeVisible();
  await act('Delete');
  await app.getByRole('dialog').getByRole('button', { name: 'Delete environment' }).click();
  await expect(environments.list.getByRole('link', { name: /^Staging \d$/ })).toHaveCount(0);
});

test('global variables are refused on the Free plan [environments-variables-2]', async ({ page, baseURL }) => {
  const person = await control('organization', { plan: 'FREE' });
  const projectId = await newProject(clientOf(baseURL ?? '', person.token), 'Shop');
  await signInPage(page, person, baseURL ?? '');
  await page.goto(`/api-testing/global-variable?project=${projectId}`);
  await expect(page.getByText('Global variables are not allowed in Free Plan')).toBeVisible();
  await expect(environmentsPage(page).save).toHaveCount(0);
});
