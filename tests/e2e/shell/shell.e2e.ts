import { expect, test } from '../fixtures.ts';
import { shell } from '../pages/shell.page.ts';
import { newProject } from '../test-data.ts';

test('the dark scheme stays after a reload', async ({ app, projectId }) => {
  await app.goto(`/api-testing/workspace?project=${projectId}`);
  await shell(app).profile.click();
  await app.getByRole('radiogroup', { name: 'Colour scheme' }).getByText('Dark').click();
  const scheme = () => app.evaluate(() => document.documentElement.dataset.mantineColorScheme);
  await expect.poll(scheme).toBe('dark');
  const background = await app.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await app.reload();
  await expect(shell(app).heading('Workspace')).toBeVisible();
  expect(await scheme()).toBe('dark');
  expect(await app.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(background);
});

test('an unknown path says so [navigation-4]', async ({ app }) => {
  await app.goto('/nowhere/at-all');
  await expect(app.getByRole('heading', { name: "Opps! we can't find the page you are looking for.." })).toBeVisible();
  await expect(app.getByText('Error Code 404', { exact: true })).toBeVisible();
  await app.getByRole('link', { name: 'Go to the dashboard' }).click();
  await expect(shell(app).heading('Dashboard')).toBeVisible();
});

test('the project switcher changes the project of the screen', async ({ app, client, projectId }) => {
  await newProject(client, 'Warehouse');
  await app.goto(`/api-testing/api-test-suite?project=${projectId}`);
  await app.getByRole('button', { name: 'Project Shop, change' }).click();
  await app.getByRole('menuitem', { name: 'Warehouse' }).click();
  await expect(app.getByRole('button', { name: 'Project Warehouse, change' })).toBeVisible();
  await expect(app.getByRole('main')).toContainText('Warehouse');
});
