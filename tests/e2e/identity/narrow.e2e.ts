import { control } from '../control.ts';
import { expect, test } from '../fixtures.ts';
import { signUpPage } from '../pages/sign-up.page.ts';

test.use({ viewport: { width: 320, height: 640 } });

test('sign-up works with the keyboard alone', async ({ page }) => {
  const email = `kay-${crypto.randomUUID()}@example.test`;
  await page.goto('/sign-up');
  const form = signUpPage(page);
  await expect(form.firstName).toBeFocused();
  const { keyboard } = page;
  for (const text of ['Kay', 'Board', email]) {
    await keyboard.type(text);
    await keyboard.press('Tab');
  }
  await expect(form.country).toBeFocused();
  await keyboard.press('Tab');
  await keyboard.type('2025550123');
  await keyboard.press('Tab');
  await keyboard.type('Keys');
  await keyboard.press('Tab');
  await expect(form.terms).toBeFocused();
  await keyboard.press('Space');
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Terms of Service and Privacy' });
  await expect(dialog).toBeVisible();
  await keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Terms of Service and Privacy' })).toBeFocused();
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Verify your e-mail' })).toBeVisible();
  await expect.poll(async () => (await control('outbox', { to: email })).length).toBe(1);
});
