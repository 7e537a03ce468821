import { signInPage } from '../browser-session.ts';
import { control } from '../control.ts';
import { expect, test } from '../fixtures.ts';
import { shell } from '../pages/shell.page.ts';

test('the menus of the top bar lead to their screens [navigation-1]', async ({ app, projectId }) => {
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
});

test('the profile menu leads to the account and to support, for whom it is [navigation-1]', async ({
  app,
  admin,
  elsewhere,
  baseURL,
}) => {
  await app.goto('/dashboard');
  await shell(app).profile.click();
  await expect(app.getByRole('combobox', { name: 'Team' }).last()).toHaveValue('Team One');
  await expect(app.getByRole('link', { name: 'My Account' })).toBeVisible();
  await expect(app.getByRole('link', { name: 'Organization Dashboard' })).toHaveCount(0);
  await app.getByRole('link', { name: 'Support' }).click();
  const dialog = app.getByRole('dialog', { name: 'Contact Us' });
  await expect(dialog.getByLabel('E-mail')).toHaveValue(admin.email);

  const boss = await control('user', { colleagueId: admin.userId, role: 'ROLE_SUPERADMIN' });
  const page = await elsewhere();
  await signInPage(page, boss, baseURL ?? '');
  await page.goto('/help');
  await shell(page).profile.click();
  await page.getByRole('link', { name: 'Organization Dashboard' }).click();
  await expect(shell(page).heading('Organization Dashboard')).toBeVisible();
});

test('a guest creates nothing and has no user metrics', async ({ admin, elsewhere, baseURL }) => {
  const guest = await control('user', { colleagueId: admin.userId, role: 'ROLE_GUEST' });
  const page = await elsewhere();
  await signInPage(page, guest, baseURL ?? '');
  await page.goto('/user-metrics');
  await expect(shell(page).heading('Your role has no access to this page.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create', exact: true })).toHaveCount(0);
});

for (const [device, userAgent, asks] of [
  ['an iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15', true],
  ['an Android telephone', 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36', true],
  ['a desktop', 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36', false],
] as const)
  test(`on ${device} the dialog about the desktop ${asks ? 'appears' : 'stays away'} [navigation-5]`, async ({
    admin,
    browser,
    baseURL,
  }) => {
    const context = await browser.newContext({
      baseURL: baseURL ?? '',
      userAgent,
      viewport: { width: 390, height: 800 },
    });
    const page = await context.newPage();
    await signInPage(page, admin, baseURL ?? '');
    await page.goto('/dashboard');
    await expect(shell(page).heading('Dashboard')).toBeVisible();
    const dialog = page.getByRole('dialog', { name: 'Desktop Environment Required' });
    if (asks) {
      await dialog.getByRole('button', { name: 'Continue' }).click();
      await page.reload();
      await expect(shell(page).heading('Dashboard')).toBeVisible();
      await page.evaluate(() => sessionStorage.clear());
      await page.reload();
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await expect(page).toHaveURL(/\/sign-up$/);
    } else await expect(dialog).toHaveCount(0);
    await context.close();
  });

test('the layout follows the breakpoints and nothing is wider than the screen [navigation-6]', async ({
  app,
  projectId,
}) => {
  test.slow();
  for (const path of ['/dashboard', '/service-store', `/api-testing/workspace?project=${projectId}`]) {
    await app.goto(path);
    await expect(app.getByRole('heading', { level: 1 })).toBeVisible();
    for (const width of [320, 576, 768, 992, 1200, 1400, 1600, 2560]) {
      await app.setViewportSize({ width, height: 800 });
      // A chart follows its box a frame later.
      const tooWide = () => app.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      await expect.poll(tooWide, { message: `${path} at ${width}` }).toBeLessThanOrEqual(0);
    }
  }
  await app.setViewportSize({ width: 1280, height: 800 });
  await app.goto('/dashboard');
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
