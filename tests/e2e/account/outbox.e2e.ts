import { identityRoutes } from '@touchstone/contracts/identity';
import { violationsOf } from '../accessibility.ts';
import { control } from '../control.ts';
import { expect, test } from '../fixtures.ts';
import { shell } from '../pages/shell.page.ts';
import { tourPage } from '../pages/tour.page.ts';
import { signInSuperAdmin } from './account-data.ts';

test('an administrator reads the mails that stay for want of a mail server, and follows their links', async ({
  app,
  admin,
  client,
}) => {
  const colleague = await control('user', { colleagueId: admin.userId, role: 'ROLE_USER' });
  await app.goto('/outbox');
  await expect(shell(app).heading('Outbox')).toBeVisible();
  await expect(app.getByText('No mail server is set.')).toBeVisible();
  await expect(app.getByText('No mails yet')).toBeVisible();
  await client.call(identityRoutes.forgotPassword, { body: { login: colleague.email } });
  await app.getByRole('button', { name: 'Refresh' }).click();
  const mail = app.getByRole('article').filter({ hasText: colleague.email });
  await expect(mail.getByRole('link')).toHaveAttribute('href', /token=[\w-]{20,}/);
  expect(await violationsOf(app)).toEqual([]);
  await tourPage(app).walk(2);
});

test('the super administrator sees why mails wait and sends them once the mail server takes them again', async ({
  browser,
}) => {
  const { origin, superUser, to } = await control('mailing', {});
  const page = await (await browser.newContext({ baseURL: origin, viewport: { width: 1440, height: 900 } })).newPage();
  await signInSuperAdmin(page, superUser, origin);
  await page.goto('/organization-dashboard');
  await page.getByRole('link', { name: 'Outbox' }).click();
  const mails = page.getByRole('table', { name: 'Mails' });
  const waiting = mails.getByRole('row').filter({ hasText: to });
  await expect(waiting).toContainText('Waiting');
  await expect(waiting).toContainText('451 Try again later');
  await expect(mails.getByRole('row').filter({ hasText: 'nobody@example.test' })).toContainText('550 No such user');
  await expect(page.locator('body')).not.toContainText('Secret text');
  expect(await violationsOf(page)).toEqual([]);
  await tourPage(page).walk(3);
  await control('mailsTaken', {});
  await page.getByText('Waiting', { exact: true }).first().click();
  await page.getByRole('button', { name: 'Retry all waiting mails' }).click();
  await expect(page.getByText('Sending 1 mail again.')).toBeVisible();
  await page.getByRole('radiogroup', { name: 'Status' }).getByText('Sent', { exact: true }).click();
  await expect(waiting).toContainText('Sent');
  await page.getByRole('radiogroup', { name: 'Status' }).getByText('Failed', { exact: true }).click();
  await page.getByRole('button', { name: 'Retry mail to nobody@example.test: Invitation' }).click();
  await expect(mails.getByRole('row').filter({ hasText: 'nobody@example.test' })).toContainText('550 No such user');
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
});
