import { subscriptionRoutes } from '@touchstone/contracts/subscription';
import { signInPage } from '../browser-session.ts';
import { control } from '../control.ts';
import { expect, test } from '../fixtures.ts';
import { shell } from '../pages/shell.page.ts';
import { addDevice, signInSuperAdmin } from './account-data.ts';

const calls = subscriptionRoutes;

test('licences and devices are assigned and taken back, which counts and holders show; without one the page says so [plans-licences-4] [plans-licences-5]', async ({
  app,
  admin,
  client,
  elsewhere,
  baseURL,
}) => {
  // Two people, each in their own browser.
  test.slow();
  const [own] = await client.call(calls.listOwnLicences, {});
  const user = await control('user', { colleagueId: admin.userId, role: 'ROLE_USER' });
  await app.goto('/account/subscriptions/list');
  const panel = app.getByRole('region', { name: 'API Testing' });
  const counts = () => panel.getByRole('definition').allInnerTexts();
  await expect.poll(counts).toEqual(['25', '1', '24', '0']);
  await panel.getByRole('button', { name: 'Assign licence' }).click();
  const dialog = app.getByRole('dialog', { name: 'Assign a licence of API Testing' });
  await dialog.getByRole('button', { name: 'Assign licence' }).click();
  await expect(dialog.getByText('Please select an option')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'User' }).fill('Uma');
  await app.getByRole('option', { name: `Uma User (${user.email})` }).click();
  await dialog.getByRole('button', { name: 'Assign licence' }).click();
  await expect.poll(counts).toEqual(['25', '2', '23', '0']);
  await expect(panel.getByRole('row', { name: /Uma User/ })).toBeVisible();

  const page = await elsewhere();
  await signInPage(page, user, baseURL ?? '');
  await page.goto('/account');
  await expect(
    page.getByRole('table', { name: 'Your licences' }).getByRole('row', { name: /API Testing/ }),
  ).toBeVisible();

  await panel.getByRole('button', { name: 'Unassign the licence of Uma User' }).click();
  await app.getByRole('dialog').getByRole('button', { name: 'Take back licence' }).click();
  await expect.poll(counts).toEqual(['25', '1', '24', '0']);
  await page.reload();
  await expect(
    page.getByText('It seems you have not been assigned any service license. Please contact your admin.'),
  ).toBeVisible();
  await page.close();

  await expect(app.getByText('No browser is dedicated to your organization. Please add browsers.')).toBeVisible();
  await expect(app.getByText('No device is dedicated to your organization. Please add devices.')).toBeVisible();
  await addDevice(admin, 'Pixel 9');
  await addDevice(admin, 'Galaxy S25');
  await app.reload();
  const devices = app.getByRole('region', { name: 'Devices', exact: true });
  const deviceCounts = () => devices.getByRole('definition').allInnerTexts();
  await expect.poll(deviceCounts).toEqual(['2', '0', '2', '0']);
  await devices.getByRole('button', { name: 'Assign Pixel 9', exact: true }).click();
  const assigning = app.getByRole('dialog', { name: 'Assign Pixel 9' });
  await assigning.getByRole('combobox', { name: 'Team' }).click();
  await app.getByRole('option', { name: 'Team One' }).click();
  await assigning.getByRole('button', { name: 'Assign', exact: true }).click();
  await expect.poll(deviceCounts).toEqual(['2', '1', '1', '0']);
  await devices.getByRole('button', { name: 'Unassign Pixel 9' }).click();
  await expect.poll(deviceCounts).toEqual(['2', '0', '2', '0']);
  await devices.getByRole('button', { name: 'Cancel Pixel 9' }).click();
  await app.getByRole('dialog').getByRole('button', { name: 'Cancel licence' }).click();
  await expect.poll(deviceCounts).toEqual(['1', '0', '1', '0']);
  await devices.getByRole('button', { name: 'Give up shared devices' }).click();
  await app.getByRole('dialog').getByRole('button', { name: 'Give up shared devices' }).click();
  await expect(devices.getByText('No shared devices')).toBeVisible();

  await client.call(calls.unassignLicence, { query: { uuid: own?.uuid ?? '' } });
  await app.goto('/api-testing/workspace');
  const problem = app
    .getByRole('alert')
    .filter({ hasText: 'It seems you have not been assigned any service license.' });
  await problem.getByRole('link', { name: 'Account Settings' }).first().click();
  await expect(shell(app).heading('Licences')).toBeVisible();
});

test('a renewal is ordered, confirmed by a super administrator, and holds [plans-licences-7]', async ({
  app,
  admin,
  client,
  elsewhere,
  baseURL,
}) => {
  // Two people, each in their own browser.
  test.slow();
  await client.call(calls.listOwnLicences, {});
  await app.goto('/account/subscriptions/renew');
  await expect(
    app.getByRole('table', { name: 'Limits' }).getByRole('row', { name: /Virtual users of one/ }),
  ).toBeVisible();
  const order = app.getByRole('region', { name: 'Order' });
  await expect(order.getByText('€295.00 a month for one licence of each service')).toBeVisible();
  await order.getByLabel('Licences of each service').fill('8');
  await order.getByLabel('Months').fill('40');
  await order.getByRole('button', { name: 'Order renewal' }).click();
  await expect(order.getByText('At most 36')).toBeVisible();
  await order.getByLabel('Months').fill('12');
  await expect(order.getByRole('status')).toContainText('€13,920.00');
  await order.getByRole('button', { name: 'Order renewal' }).click();
  await expect(order.getByRole('alert')).toHaveText('Enter the billing information of your organization first.');
  const billing = app.getByRole('region', { name: 'Billing information' });
  await billing.getByRole('button', { name: 'Save billing information' }).click();
  await expect(billing.getByText('This field is required')).toHaveCount(4);
  await billing.getByLabel('Company').fill('Łódź Öl GmbH');
  await billing.getByLabel('E-mail for invoices').fill('billing@example.test');
  await billing.getByLabel('Address', { exact: true }).fill('Main Street 1');
  await billing.getByLabel('City').fill('Łódź');
  await billing.getByLabel('Country').fill('Poland');
  await billing.getByRole('button', { name: 'Save billing information' }).click();
  await expect(shell(app).toast('The billing information is saved.')).toBeVisible();
  await order.getByLabel('Licences of each service').fill('8');
  await order.getByRole('button', { name: 'Order renewal' }).click();
  const question = app.getByRole('dialog', { name: 'Reduce the licences of each service from 25 to 8?' });
  await question.getByRole('button', { name: 'Order renewal' }).click();

  await expect(shell(app).heading('Payment confirmation')).toBeVisible();
  const invoice = app.getByRole('region', { name: /^Invoice INV-/ });
  await expect(invoice.getByText('Awaiting payment')).toBeVisible();
  await expect(invoice.getByRole('table')).toContainText('Test Orchestration, PRO, 12 months8€348.00€2,784.00');
  const downloading = app.waitForEvent('download');
  await invoice.getByRole('button', { name: /as PDF$/ }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^INV-\d{6}\.pdf$/);

  const boss = await control('user', { colleagueId: admin.userId, role: 'ROLE_SUPERADMIN' });
  const page = await elsewhere();
  await signInSuperAdmin(page, boss, baseURL ?? '');
  await page.goto('/api-testing/billing-history');
  const list = page.getByRole('region', { name: 'Plan and licences', exact: true });
  await list.getByRole('button', { name: /^Confirm payment of / }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm payment' }).click();
  await expect(list.getByRole('cell', { name: 'Paid', exact: true })).toBeVisible();
  await page.close();

  await app.goto('/billing-summary');
  await expect(app.getByText(/^Plan PRO, 36[56] days left/)).toBeVisible();
  await expect(app.getByText('Łódź Öl GmbH')).toBeVisible();
  const newest = app.getByRole('region', { name: 'Newest invoice' });
  await expect(newest.getByRole('definition').filter({ hasText: 'Paid' })).toBeVisible();
  await app.goto('/payment-confirmation?invoice=nonsense');
  await expect(app.getByRole('heading', { name: 'No such invoice' })).toBeVisible();
});
