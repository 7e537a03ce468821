import { control, password } from '../control.ts';
import { expect, test } from '../fixtures.ts';
import { codeOf, confirmApp } from '../one-time-code.ts';
import { loginPage } from '../pages/login.page.ts';

test('an app is added by QR code; sign-in then asks for its code, a mailed or a recovery code, until it is turned off with the password [two-factor-1] [two-factor-2] [two-factor-3]', async ({
  app,
  admin,
  elsewhere,
}) => {
  test.slow();
  await app.goto('/account/security');
  const panel = app.getByRole('region', { name: 'Two-factor authentication' });
  await panel.getByRole('button', { name: 'Add authenticator app' }).click();
  const dialog = app.getByRole('dialog', { name: 'Add an authenticator app' });
  await dialog.getByLabel('Name of the app or phone').fill('My phone');
  const answer = app.waitForResponse(/\/get-qr-code$/);
  await dialog.getByRole('button', { name: 'Show QR code' }).click();
  const { secret } = (await (await answer).json()) as { secret: string };
  await expect(dialog.getByRole('img', { name: 'QR code of the key' })).toBeVisible();
  await dialog.getByLabel('Code that the app shows').fill('000000');
  await dialog.getByRole('button', { name: 'Add app' }).click();
  await expect(dialog.getByText('Invalid One Time Code.')).toBeVisible();
  await confirmApp(app, secret);
  const codes = app.getByRole('dialog', { name: 'Recovery codes' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  const recovery = await codes.getByRole('listitem').allTextContents();
  await codes.getByRole('button', { name: "I've saved them" }).click();
  await expect(panel.getByText('My phone', { exact: true })).toBeVisible();
  await expect(panel.getByText('10 recovery codes left')).toBeVisible();

  const page = await elsewhere();
  await page.goto('/login');
  await loginPage(page).signIn(admin.email, password);
  await expect(page).toHaveURL(/\/login\/two-factor-authentication\?interaction=/);
  await expect(page.getByText('Enter the code that My phone shows')).toBeVisible();
  await page.getByLabel('One-time code').fill('000000');
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByRole('alert')).toHaveText('Invalid One Time Code.');
  await expect(page.getByLabel('One-time code')).toBeFocused();
  await page.getByLabel('One-time code').fill(codeOf(secret));
  await page.getByRole('button', { name: 'Verify' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Terminate Current Session' }).click();

  await loginPage(page).signIn(admin.email, password);
  await page.getByRole('button', { name: 'Mail me a code' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'A code is on its way' })).toBeVisible();
  const [mail] = await control('outbox', { to: admin.email });
  await page.getByLabel('One-time code').fill(/\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? '');
  await page.getByRole('button', { name: 'Verify' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Terminate Current Session' }).click();

  await loginPage(page).signIn(admin.email, password);
  await page.getByLabel('One-time code').fill(recovery[0] ?? '');
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByRole('dialog', { name: 'Multiple Sessions Detected' })).toBeVisible();

  await panel.getByRole('button', { name: 'Turn off' }).click();
  const proof = app.getByRole('dialog', { name: 'Turn two-factor authentication off?' });
  await proof.getByLabel('Password or one-time code').fill('not the password');
  await proof.getByRole('button', { name: 'Turn off' }).click();
  await expect(proof.getByText('Invalid current password')).toBeVisible();
  await proof.getByLabel('Password or one-time code').fill(password);
  await proof.getByRole('button', { name: 'Turn off' }).click();
  await expect(panel.getByText('Off', { exact: true })).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Terminate Current Session' }).click();
  await loginPage(page).signIn(admin.email, password);
  await expect(page.getByRole('dialog', { name: 'Multiple Sessions Detected' })).toBeVisible();

  // No sign-in is pending that a code could be entered for.
  await page.goto('/login/two-factor-authentication?interaction=nothing');
  await expect(page.getByRole('heading', { name: 'This sign-in has expired' })).toBeVisible();
});
