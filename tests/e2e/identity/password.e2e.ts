import { password } from '../control.ts';
import { expect, test } from '../fixtures.ts';
import { loginPage } from '../pages/login.page.ts';

test('a signed-in user changes the password on /update-password [sign-in-8]', async ({ app, admin, elsewhere }) => {
  await app.goto('/update-password');
  await expect(app.getByRole('heading', { name: 'Change password' })).toBeVisible();
  const [current, next, again] = [
    app.getByLabel('Current password', { exact: true }),
    app.getByLabel('New password', { exact: true }),
    app.getByLabel('New password again', { exact: true }),
  ];
  const submit = app.getByRole('button', { name: 'Change password' });
  const chosen = 'an entirely other phrase';
  await current.fill(password);
  await next.fill(password);
  await again.fill(`${password}!`);
  await submit.click();
  await expect(app.getByText('The password confirmation does not match')).toBeVisible();
  await again.fill(password);
  await submit.click();
  await expect(app.getByText('The new password is the same as your old password')).toBeVisible();
  await current.fill('not the password');
  await next.fill(chosen);
  await again.fill(chosen);
  await submit.click();
  await expect(app.getByText('Invalid current password')).toBeVisible();
  await current.fill(password);
  await submit.click();
  await expect(app).toHaveURL(/\/account\/security$/);

  const page = await elsewhere();
  await page.goto('/login');
  await loginPage(page).signIn(admin.email, password);
  await expect(loginPage(page).problem).toContainText('wrong');
  await loginPage(page).signIn(admin.email, chosen);
  await expect(page.getByRole('dialog', { name: 'Multiple Sessions Detected' })).toBeVisible();
});
