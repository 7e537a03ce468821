import { userManagementRoutes } from '@touchstone/contracts/user-management';
import { signInPage } from '../browser-session.ts';
import { password } from '../control.ts';
import { expect, test } from '../fixtures.ts';
import { shell } from '../pages/shell.page.ts';
import { clientOf } from '../test-data.ts';

/** A one-pixel picture. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('a profile is changed: name, number, photo, password, AI token and colour scheme, which another browser has too [teams-users-3] [teams-users-5] [teams-users-6]', async ({
  app,
  admin,
  elsewhere,
  baseURL,
}) => {
  test.slow();
  await app.goto('/profile');
  const details = app.getByRole('region', { name: 'Personal details' });
  await details.getByLabel('First name').fill('1');
  await details.getByRole('button', { name: 'Save profile' }).click();
  await expect(details.getByText('Please enter valid first name')).toBeVisible();
  await details.getByLabel('First name').fill('Grace');
  await details.getByLabel('Last name').fill('Hopper');
  await details.getByLabel('Contact number').fill('2025550199');
  await details.getByRole('button', { name: 'Save profile' }).click();
  await expect(details.getByRole('status')).toHaveText('Your profile is saved.');
  await expect(app.getByRole('button', { name: 'GH: profile of Grace Hopper' })).toBeVisible();

  const photo = app.getByRole('region', { name: 'Photo' });
  const choosing = app.waitForEvent('filechooser');
  await photo.getByRole('button', { name: 'Upload photo' }).click();
  await (await choosing).setFiles({ name: 'me.txt', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await expect(photo.getByRole('alert')).toHaveText(
    'The photo must be a PNG, JPEG, GIF or WebP picture of at most 2 MB.',
  );
  const again = app.waitForEvent('filechooser');
  await photo.getByRole('button', { name: 'Upload photo' }).click();
  await (await again).setFiles({ name: 'me.png', mimeType: 'image/png', buffer: png });
  const picture = photo.getByRole('img', { name: 'Grace Hopper' });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);

  const token = app.getByRole('region', { name: 'AI token' });
  const generate = token.getByRole('button', { name: 'Generate key' });
  await token.getByRole('textbox').fill('generate');
  await generate.click();
  await expect(token.getByText("Please Type 'Generate' to generate new key value")).toBeVisible();
  await token.getByRole('textbox').fill('Generate');
  await generate.click();
  const key = token.getByRole('status').locator('code');
  await expect(key).toHaveText(/^tsk_/);
  const ending = (await key.innerText()).slice(-4);
  const enabled = token.getByRole('switch', { name: 'AI token enabled' });
  await expect(enabled).toBeChecked();
  await enabled.click();
  await expect(enabled).not.toBeChecked();

  await app.reload();
  await expect(details.getByLabel('Contact number')).toHaveValue('2025550199');
  await expect(picture).toBeVisible();
  await photo.getByRole('button', { name: 'Delete photo' }).click();
  await expect(picture).toHaveCount(0);
  await expect(token.getByText(`Key ending in ${ending}`)).toBeVisible();
  await expect(enabled).not.toBeChecked();
  await expect(token.getByText('tsk_')).toHaveCount(0);

  const schemeOf = (page: typeof app) => page.evaluate(() => document.documentElement.dataset.mantineColorScheme);
  const kept = app.waitForResponse(/\/api\/update-dark-mode/);
  await app.getByRole('radiogroup', { name: 'Saved with your account, for every device' }).getByText('Dark').click();
  expect((await kept).status()).toBe(200);
  await expect.poll(() => schemeOf(app)).toBe('dark');
  const profile = await clientOf(baseURL ?? '', admin.token).call(userManagementRoutes.getProfile, {});
  expect(profile.modeStatus).toBe('dark');
  const other = await elsewhere();
  await signInPage(other, admin, baseURL ?? '');
  await other.goto('/api-testing/workspace');
  await expect.poll(() => schemeOf(other)).toBe('dark');
  await other.close();

  const panel = app.getByRole('region', { name: 'Password' });
  const change = async (current: string, next: string, again: string) => {
    await panel.getByLabel('Current password').fill(current);
    await panel.getByLabel('New password', { exact: true }).fill(next);
    await panel.getByLabel('New password again').fill(again);
    await panel.getByRole('button', { name: 'Change password' }).click();
  };
  await change('something else', 'a new long password', 'another long password');
  await expect(panel.getByText('The password confirmation does not match')).toBeVisible();
  await change(password, password, password);
  await expect(panel.getByText('The new password is the same as your old password')).toBeVisible();
  await change('something else', 'a new long password', 'a new long password');
  await expect(panel.getByText('Invalid current password')).toBeVisible();
  await expect(panel.getByLabel('Current password')).toBeFocused();
  await change(password, 'short', 'short');
  await expect(panel.getByText(/at least 8 characters/)).toBeVisible();
  await change(password, 'a new long password', 'a new long password');
  await expect(shell(app).toast('Password changed.')).toBeVisible();
  const form = { grant_type: 'password', username: admin.email, password: 'a new long password' };
  expect((await app.request.post('/services/identity/token', { form })).status()).toBe(200);
});
