import type { Page } from '@playwright/test';
import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { inBothSchemes, violationsOf } from '../accessibility.ts';
import { expect, test } from '../fixtures.ts';
import { choose } from '../pages/choose.ts';
import { shell } from '../pages/shell.page.ts';
import { newProject } from '../test-data.ts';

async function quickAdd(app: Page, entry: string, title = entry) {
  await app.getByRole('button', { name: 'Create', exact: true }).click();
  await app.getByRole('menuitem', { name: entry }).click();
  return app.getByRole('dialog', { name: title });
}

test('a project, a suite of it and a script are created from the dashboard [global-create-1] [global-create-2] [global-create-4] [global-create-6]', async ({
  app,
  client,
}) => {
  await app.goto('/dashboard');
  const dialog = await quickAdd(app, 'Create project');
  await expect(dialog.getByRole('heading', { name: 'Creation procedure' })).toBeVisible();
  await choose(app, 'Service', 'API Testing');
  const submit = dialog.getByRole('button', { name: 'Create project' });
  await expect(submit).toBeDisabled();
  const area = dialog.getByRole('heading', { name: 'Creation procedure' }).locator('xpath=following-sibling::div[1]');
  expect((await area.boundingBox())?.height).toBe(400);

  const name = dialog.getByLabel('Project name');
  await name.fill('9 lives');
  await expect(dialog.getByText('Invalid character')).toBeVisible();
  await name.fill(`S${'h'.repeat(255)}`);
  await expect(dialog.getByText('Project name should not be above 255 characters')).toBeVisible();
  await name.fill('');
  await name.blur();
  await expect(dialog.getByText('Please enter Project name')).toBeVisible();
  await name.fill('Checkout');
  const description = dialog.getByLabel('Project description');
  await description.fill('d'.repeat(1001));
  await expect(dialog.getByText('Project description should not be above 1000 characters')).toBeVisible();
  await expect(dialog.getByText('1001/1000')).toBeVisible();
  await expect(submit).toBeDisabled();
  await description.fill('Buying things');
  await expect(dialog.getByText('13/1000')).toBeVisible();
  await choose(app, 'Type', 'Shared: the whole team');
  await submit.click();
  await expect(shell(app).toast('Project created successfully')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(app.getByRole('heading', { level: 2, name: 'Checkout' })).toBeVisible();
  expect(new URL(app.url()).pathname).toBe('/api-testing/workspace');
  const [project] = (await client.call(workspaceRoutes.listProjects, { query: {} })).content;
  expect(project).toMatchObject({ projectDescription: 'Buying things', workspaceType: 'SHARED' });

  await app.getByRole('link', { name: 'Touchstone, to the dashboard' }).click();
  const suite = await quickAdd(app, 'Create test suite');
  await choose(app, 'Service', 'API Testing');
  await expect(suite.getByRole('combobox', { name: 'Project' })).toHaveValue('Checkout');
  await suite.getByLabel('Test suite name').fill('Orders');
  await suite.getByRole('button', { name: 'Create test suite' }).click();
  await expect(shell(app).toast('Test Suite created successfully')).toBeVisible();
  await expect(shell(app).heading('Orders')).toBeVisible();
  const suites = await client.call(apiTestingRoutes.listSuites, {
    query: { projectId: project?.projectId ?? '' },
  });
  expect(suites.content).toMatchObject([{ suiteName: 'Orders', isChaining: false }]);
  const script = await quickAdd(app, 'Create API script', 'Create test script');
  await script.getByLabel('Name').fill('Price');
  await choose(app, 'Test suite', 'Orders');
  await script.getByRole('button', { name: 'Create script' }).click();
  await expect(app.getByRole('textbox', { name: 'Name of the script' })).toHaveValue('Price');

  await app.goto('/api-testing/functional');
  await expect(shell(app).heading('Test Suites')).toBeVisible();
});

test('projects are read ten at a time as the list is scrolled, in a list 200 pixels high; the dialog is accessible and fits a small screen, light and dark [global-create-7]', async ({
  app,
  client,
}) => {
  for (let n = 10; n < 45; n += 1) await newProject(client, `Project ${n}`);
  await app.goto('/dashboard');
  const dialog = await quickAdd(app, 'Create test suite');
  await choose(app, 'Service', 'API Testing');
  const pages: number[] = [];
  app.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname.endsWith('/api-testing/api/projects') && url.searchParams.get('size') === '10')
      pages.push(Number(url.searchParams.get('page')));
  });
  const field = dialog.getByRole('combobox', { name: 'Project' });
  await field.click();
  const list = app.getByRole('listbox', { name: 'Project' });
  await expect(list.getByRole('option').first()).toBeVisible();
  expect(await list.evaluate((element) => element.clientHeight)).toBe(200);
  const read = () => Math.max(0, ...pages);
  // The end of the first ten is in view; the third page isn't requested before scrolling.
  await expect.poll(read).toBe(1);
  const drawn = await list.getByRole('option').count();
  expect(drawn).toBeLessThan(20);
  await list.getByRole('option').first().hover();
  // A wheel event that arrives while the rows are drawn may be lost.
  for (const page of [2, 3])
    await expect(async () => {
      if (read() < page) await app.mouse.wheel(0, 400);
      expect(read()).toBeGreaterThanOrEqual(page);
    }).toPass();
  await field.fill('Project 37');
  await list.getByRole('option', { name: 'Project 37' }).click();
  await expect(field).toHaveValue('Project 37');

  await dialog.getByLabel('Test suite name').fill('2');
  await app.setViewportSize({ width: 390, height: 640 });
  await field.click();
  await field.fill('Project');
  await expect(list.getByRole('option').nth(8)).toBeAttached();
  expect(await violationsOf(app)).toEqual([]);
  await field.fill('Project 38');
  await expect(list.getByRole('option')).toHaveText(['Project 38']);
  await inBothSchemes(app, async (scheme) => expect(await violationsOf(app), scheme).toEqual([]));
  await list.getByRole('option', { name: 'Project 38' }).click();
  await expect(dialog.getByRole('button', { name: 'Create test suite' })).toBeInViewport({ ratio: 1 });
});
