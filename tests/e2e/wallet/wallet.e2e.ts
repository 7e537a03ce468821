import { virtualUserRoutes } from '@touchstone/contracts/virtual-users';
import { chooseOrganization, signInPage } from '../browser-session.ts';
import { control } from '../control.ts';
import { expect, test } from '../fixtures.ts';
import { choose } from '../pages/choose.ts';
import { shell } from '../pages/shell.page.ts';
import { clientOf } from '../test-data.ts';

const api = virtualUserRoutes;

test('a pack is bought by invoice, confirmed by a super administrator, and moved to the workspace [performance-virtual-users-3]', async ({
  app,
  admin,
  projectId,
  elsewhere,
  baseURL,
}) => {
  test.setTimeout(120_000);
  await app.goto(`/api-testing/workspace?project=${projectId}`);
  await app.getByRole('button', { name: 'Virtual users' }).click();
  const dialog = app.getByRole('dialog', { name: 'Virtual users' });
  const own = dialog.getByRole('region', { name: 'Private wallet' });
  await expect(own.getByText('1,000')).toBeVisible();
  await dialog.getByRole('button', { name: 'Buy 500 virtual users' }).click();
  await expect(dialog.getByRole('status')).toContainText('100 are lent to you until then');
  await dialog.getByRole('link', { name: 'Open the invoice' }).click();
  await expect(app.getByRole('heading', { name: 'Billing history' })).toBeVisible();
  await expect(app.getByRole('cell', { name: 'Awaiting payment' })).toBeVisible();

  const boss = await control('user', { colleagueId: admin.userId, role: 'ROLE_SUPERADMIN' });
  const bossPage = await elsewhere();
  await signInPage(bossPage, boss, baseURL ?? '');
  await chooseOrganization(bossPage, boss);
  await bossPage.goto('/api-testing/billing-history');
  await bossPage.getByRole('button', { name: 'Confirm payment…' }).click();
  await bossPage.getByRole('dialog').getByRole('button', { name: 'Confirm payment' }).click();
  await expect(shell(bossPage).toast('500 virtual users were added to the wallet.')).toBeVisible();
  await bossPage.close();

  await app.goto(`/api-testing/workspace?project=${projectId}&wallet=transfer`);
  await expect(own.getByText('500')).toBeVisible();
  await dialog.getByLabel('Paid virtual users').fill('9999');
  await dialog.getByRole('button', { name: 'Transfer' }).click();
  await expect(dialog.getByText(/^Unable to transfer/)).toBeVisible();
  await dialog.getByLabel('Paid virtual users').fill('120');
  await dialog.getByRole('button', { name: 'Transfer' }).click();
  await expect(dialog.getByRole('region', { name: 'Shared wallet of Shop' }).getByText('120')).toBeVisible();
  await dialog.getByRole('tab', { name: 'History' }).click();
  await expect(dialog.getByRole('row', { name: /Transfer/ })).toContainText('−120');
});

test('what cannot be read says so, with a retry; a transfer to the wallet it comes from is refused in place; the history pages by ten [performance-virtual-users-4] [performance-virtual-users-5]', async ({
  app,
  admin,
  projectId,
  baseURL,
}) => {
  const client = clientOf(baseURL ?? '', admin.token);
  for (let index = 0; index < 11; index += 1)
    await client.call(api.initiateVirtualUserPurchase, {
      body: { packId: 'virtual-users-100', sharedWalletId: projectId },
    });
  await app.route('**/api/get-virtual-user-wallet*', (route) =>
    route.fulfill({
      status: 503,
      json: { code: 'PLATFORM_OVERLOADED', message: 'The server is overloaded.', details: [] },
    }),
  );
  await app.goto(`/api-testing/workspace?project=${projectId}&wallet=packs`);
  const dialog = app.getByRole('dialog', { name: 'Virtual users' });
  await expect(dialog.getByRole('alert')).toContainText('Unable to fetch balance', { timeout: 15_000 });
  await app.unroute('**/api/get-virtual-user-wallet*');
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog.getByRole('region', { name: 'Private wallet' }).getByText('1,000')).toBeVisible();
  await dialog.getByRole('tab', { name: 'Transfer' }).click();
  await choose(app, 'To', 'Private wallet');
  await dialog.getByRole('button', { name: 'Transfer' }).click();
  await expect(dialog.getByText('Select a valid wallet')).toBeVisible();
  await dialog.getByRole('tab', { name: 'History' }).click();
  await dialog.getByText('Shared wallet', { exact: true }).click();
  const rows = dialog.getByRole('table', { name: 'Transaction history' }).getByRole('row');
  await expect(rows).toHaveCount(11);
  await dialog.getByRole('button', { name: 'Page 2' }).click();
  await expect(rows).toHaveCount(3);
  await expect(rows.last()).toContainText('Free virtual users');
});
