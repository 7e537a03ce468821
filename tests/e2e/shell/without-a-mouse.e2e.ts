import { password } from '../control.ts';
import { expect, test } from '../fixtures.ts';
import { loginPage } from '../pages/login.page.ts';
import { reportPage } from '../pages/report.page.ts';
import { shell } from '../pages/shell.page.ts';
import { expectStatus, newScript, newSuite } from '../test-data.ts';

/** Maximum number of keys from sign-in to the failed step; a typed or pasted text counts as one. */
const maxKeys = 40;

test('without a mouse from sign-in to the step of a run that failed', async ({
  page,
  admin,
  client,
  projectId,
  target,
}) => {
  const suiteId = await newSuite(client, projectId, 'Orders');
  for (const [scriptName, status] of [
    ['Right', 200],
    ['Wrong', 418],
  ] as const)
    await newScript(client, suiteId, { scriptName, url: `${target.url}/json`, assertions: [expectStatus(status)] });

  let keys = 0;
  const press = async (key: string) => {
    keys += 1;
    await page.keyboard.press(key);
  };
  const type = async (text: string) => {
    keys += 1;
    await page.keyboard.insertText(text);
  };
  const frame = shell(page);
  const report = reportPage(page);
  const { email, password: secret } = loginPage(page);

  await page.goto('/login');
  await expect(email).toBeFocused();
  await type(admin.email);
  while (!(await secret.evaluate((field) => field === document.activeElement))) await press('Tab');
  await type(password);
  await press('Enter');
  await expect(frame.heading('Dashboard')).toBeVisible();

  await press('Control+k');
  await expect(frame.paletteInput).toBeFocused();
  await type('Orders');
  await expect(frame.palette.getByText('Orders', { exact: true })).toBeVisible();
  await press('Enter');
  await expect(frame.heading('Orders')).toBeFocused();

  await expect(page.getByRole('textbox', { name: 'Address' })).toBeVisible();
  await press('a');
  await expect(page.getByRole('textbox', { name: 'Address' })).toBeFocused();
  await press('F6');
  await press('Shift+F6');
  await expect(page.getByRole('textbox', { name: 'Address' })).toBeFocused();
  // Past the script filter, where letters are only letters.
  await press('Shift+F6');
  await press('Shift+F6');
  await press('r');
  await expect(page.getByRole('dialog', { name: 'Run Orders' })).toBeVisible();
  await press('Control+Enter');
  await expect(page).toHaveURL(/\/api-testing\/report\//);
  // The report opens on the failed step.
  await expect(report.detail('Wrong').getByRole('heading', { name: 'Wrong' })).toBeFocused();
  expect(keys).toBeLessThanOrEqual(maxKeys);
});
