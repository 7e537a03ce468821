import { changePerson } from '../browser-session.ts';
import { control } from '../control.ts';
import { expect, test } from '../fixtures.ts';
import { shell } from '../pages/shell.page.ts';
import { newProject } from '../test-data.ts';

test('the menus of the top bar lead to their screens, its switcher to another project, and an address that is unknown to a page that says so [navigation-1] [navigation-4]', async ({
  app,
  client,
  projectId,
}) => {
  await newProject(client, 'Warehouse');
  await app.goto(`/api-testing/workspace?project=${projectId}`);
  for (const [menu, screen] of [
    ['Setup', 'Environments'],
    ['Reports', 'Report Dashboard'],
    ['Build', 'Test Suites'],
  ] as const) {
    await app.getByRole('button', { name: menu, exact: true }).click();
    await app.getByRole('menuitem', { name: screen }).click();
    await expect(shell(app).heading(screen)).toBeVisible();
  }
  // The last of them belongs to the test suites.
  await app.getByRole('button', { name: 'Project Shop, change' }).click();
  await app.getByRole('menuitem', { name: 'Warehouse' }).click();
  await expect(app.getByRole('button', { name: 'Project Warehouse, change' })).toBeVisible();
  await expect(app.getByRole('main')).toContainText('Warehouse');
  await app.getByRole('button', { name: 'Create', exact: true }).click();
  for (const entry of ['Create test script', 'Create test suite', 'Create project'])
    await expect(app.getByRole('menuitem', { name: entry })).toBeVisible();
  await app.keyboard.press('Escape');
  await app.getByRole('button', { name: 'More', exact: true }).click();
  await app.getByRole('menuitem', { name: 'Service Store' }).click();
  await expect(shell(app).heading('Service Store')).toBeVisible();
  await app.getByRole('button', { name: 'More', exact: true }).click();
  await app.getByRole('menuitem', { name: 'Help' }).click();
  await expect(shell(app).heading('Help')).toBeVisible();
  await app.getByRole('link', { name: 'Touchstone, to the dashboard' }).click();
  await expect(shell(app).heading('Dashboard')).toBeVisible();
  await app.goto('/nowhere/at-all');
  await expect(app.getByRole('heading', { name: "Opps! we can't find the page you are looking for.." })).toBeVisible();
  await expect(app.getByText('Error Code 404', { exact: true })).toBeVisible();
  await app.getByRole('link', { name: 'Go to the dashboard' }).click();
  await expect(shell(app).heading('Dashboard')).toBeVisible();
});

test('the profile menu keeps the colour scheme, and leads to the account and to support, for whom it is [navigation-1]', async ({
  app,
  admin,
  baseURL,
}) => {
  test.slow();
  await app.goto('/dashboard');
  await shell(app).profile.click();
  await app.getByRole('radiogroup', { name: 'Colour scheme' }).getByText('Dark').click();
  const scheme = () => app.evaluate(() => document.documentElement.dataset.mantineColorScheme);
  await expect.poll(scheme).toBe('dark');
  const background = await app.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await app.reload();
  await expect(shell(app).heading('Dashboard')).toBeVisible();
  expect(await scheme()).toBe('dark');
  expect(await app.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(background);
  await shell(app).profile.click();
  await expect(app.getByRole('combobox', { name: 'Team' }).last()).toHaveValue('Team One');
  await expect(app.getByRole('link', { name: 'My Account' })).toBeVisible();
  await expect(app.getByRole('link', { name: 'Organization Dashboard' })).toHaveCount(0);
  await app.getByRole('link', { name: 'Support' }).click();
  const dialog = app.getByRole('dialog', { name: 'Contact Us' });
  await expect(dialog.getByLabel('E-mail')).toHaveValue(admin.email);

  const boss = await control('user', { colleagueId: admin.userId, role: 'ROLE_SUPERADMIN' });
  await changePerson(app, boss, baseURL ?? '');
  await app.goto('/help');
  await shell(app).profile.click();
  await app.getByRole('link', { name: 'Organization Dashboard' }).click();
  await expect(shell(app).heading('Organization Dashboard')).toBeVisible();
});

test('on a telephone the dialog about the desktop appears, on a desktop it stays away [navigation-5]', async ({
  app,
  context,
}) => {
  const dialog = app.getByRole('dialog', { name: 'Desktop Environment Required' });
  await app.setViewportSize({ width: 390, height: 800 });
  await app.goto('/dashboard');
  await expect(shell(app).heading('Dashboard')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  const session = await context.newCDPSession(app);
  const become = (userAgent: string) => session.send('Emulation.setUserAgentOverride', { userAgent });

  await become('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15');
  await app.reload();
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await app.reload();
  await expect(shell(app).heading('Dashboard')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await app.evaluate(() => sessionStorage.clear());
  await become('Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36');
  await app.reload();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(app).toHaveURL(/\/sign-up$/);
});

test('the layout follows the breakpoints and nothing is wider than the screen [navigation-6]', async ({
  app,
  projectId,
}) => {
  test.slow();
  for (const path of ['/service-store', `/api-testing/workspace?project=${projectId}`, '/dashboard']) {
    await app.goto(path);
    await expect(app.getByRole('heading', { level: 1 })).toBeVisible();
    for (const width of [320, 576, 768, 992, 1200, 1400, 1600, 2560]) {
      await app.setViewportSize({ width, height: 800 });
      // A chart follows its box one frame later.
      const tooWide = () => app.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      await expect.poll(tooWide, { message: `${path} at ${width}` }).toBeLessThanOrEqual(0);
    }
  }
  await app.setViewportSize({ width: 1280, height: 800 });
  for (const [button, name, width] of [
    ['Services', 'Services', 300],
    ['Test Executions Today', 'Test Executions Today', 330],
  ] as const) {
    await app.getByRole('button', { name: button, exact: true }).click();
    const panel = app.getByRole('dialog', { name });
    await expect.poll(async () => (await panel.boundingBox())?.width).toBe(width);
    await app.keyboard.press('Escape');
    await expect(panel).toHaveCount(0);
  }
});
