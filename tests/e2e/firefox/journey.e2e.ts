import { expect, firefox, test } from '@playwright/test';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { findFirefox } from '../../../tools/browsers/firefox.ts';
import { browserWindow } from '../browser.ts';
import { control, password } from '../control.ts';
import { editorPage } from '../pages/editor.page.ts';
import { loginPage } from '../pages/login.page.ts';
import { reportPage } from '../pages/report.page.ts';
import { shell } from '../pages/shell.page.ts';
import { startTargetServer } from '../target-server.ts';
import { clientOf } from '../test-data.ts';

const executablePath = findFirefox();

test('Firefox: from sign-in to a request, a suite, a run and its report', async ({ baseURL }) => {
  test.skip(!executablePath, 'No Firefox is installed. Install firefox-esr, or set TOUCHSTONE_FIREFOX to its path.');
  const admin = await control('organization', {});
  await clientOf(baseURL ?? '', admin.token).call(workspaceRoutes.createProject, { body: { projectName: 'Shop' } });
  const target = await startTargetServer();
  // The channel makes Playwright use WebDriver BiDi, which any Firefox supports.
  const browser = await firefox.launch({ channel: 'moz-firefox', ...(executablePath && { executablePath }) });
  try {
    const { acceptDownloads: _downloads, ...window } = browserWindow;
    const page = await browser.newPage({ ...window, ...(baseURL && { baseURL }) });
    const thrown: string[] = [];
    page.on('pageerror', ({ message }) => thrown.push(message));
    const editor = editorPage(page);

    await page.goto('/login');
    await loginPage(page).signIn(admin.email, password);
    await expect(shell(page).heading('Dashboard')).toBeVisible();

    await page.keyboard.press('n');
    await expect(editor.address).toBeFocused();
    // Key by key: text inserted in one go by this protocol doesn't reach fields that track each change.
    await editor.address.pressSequentially(`${target.url}/price`);
    await page.keyboard.press('Enter');
    await expect(editor.response.getByRole('status')).toContainText('200 OK');
    await editor.response.getByRole('button', { name: 'Suggest assertions' }).click();
    await page.keyboard.press('Control+s');
    const dialog = page.getByRole('dialog', { name: 'Save request' });
    await dialog.getByRole('button', { name: 'Save request' }).click();
    await expect(shell(page).heading('My requests')).toBeVisible();

    await page.getByRole('button', { name: /^Run/ }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Run', exact: true }).click();
    await expect(page).toHaveURL(/\/api-testing\/report\//);
    const report = reportPage(page);
    await expect(report.counts).toContainText('1 passed');
    await report.step('GET /price').click();
    await expect(report.detail('GET /price')).toContainText('200');
    expect(thrown).toEqual([]);
  } finally {
    await browser.close();
    await target.close();
  }
});
