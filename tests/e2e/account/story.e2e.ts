import type { Page } from '@playwright/test';
import { ApiError, type Client, createClient } from '@touchstone/contracts';
import type { Account } from '@touchstone/contracts/identity';
import { subscriptionRoutes } from '@touchstone/contracts/subscription';
import { userManagementRoutes } from '@touchstone/contracts/user-management';
import { chooseOrganization, signInPage } from '../browser-session.ts';
import { control, type Person, password } from '../control.ts';
import { expect, test } from '../fixtures.ts';
import { codeOf, confirmApp } from '../one-time-code.ts';
import { loginPage } from '../pages/login.page.ts';
import { shell } from '../pages/shell.page.ts';
import { signUpPage } from '../pages/sign-up.page.ts';
import { endPlan } from './account-data.ts';

/** Follows the newest mail to an address, and sets the password that it asks for. */
async function acceptMail(page: Page, to: string): Promise<void> {
  await expect.poll(async () => (await control('outbox', { to })).length).toBeGreaterThan(0);
  const [mail] = await control('outbox', { to });
  await page.goto(/https?:\/\/\S+/.exec(mail?.text ?? '')?.[0] ?? '');
  await expect(page.getByRole('heading', { name: /^Welcome, / })).toBeVisible();
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByLabel('New password again').fill(password);
  await page.getByRole('button', { name: 'Set password' }).click();
  // Setting the password signs in automatically.
  await expect(page).toHaveURL(/\/dashboard$/);
}

/** Adds an authenticator app; returns its secret. */
async function addAuthenticator(page: Page): Promise<string> {
  await page.goto('/account/security');
  const panel = page.getByRole('region', { name: 'Two-factor authentication' });
  await panel.getByRole('button', { name: 'Add authenticator app' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add an authenticator app' });
  await dialog.getByLabel('Name of the app or phone').fill('Phone');
  const answer = page.waitForResponse(/\/get-qr-code$/);
  await dialog.getByRole('button', { name: 'Show QR code' }).click();
  const { secret } = (await (await answer).json()) as { secret: string };
  await confirmApp(page, secret);
  await page.getByRole('button', { name: "I've saved them" }).click();
  await expect(panel.getByText('Phone', { exact: true })).toBeVisible();
  return secret;
}

/** Makes a team of people found by their e-mail addresses. */
async function makeTeam(page: Page, name: string, people: string[]): Promise<void> {
  await page.goto('/account/users?tab=teams');
  await page.getByRole('button', { name: 'Create team' }).click();
  const form = page.getByRole('dialog', { name: 'Create team' });
  await form.getByLabel('Name').fill(name);
  await form.getByRole('button', { name: 'Create team' }).click();
  await page.getByRole('row', { name: new RegExp(name) }).click();
  const members = page.getByRole('dialog', { name: `Members of ${name}` });
  for (const email of people) {
    await members.getByRole('combobox', { name: 'Add users' }).fill(email);
    await page.getByRole('option', { name: new RegExp(email) }).click();
    await page.keyboard.press('Escape');
    await members.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(members.getByRole('row', { name: new RegExp(email) })).toBeVisible();
  }
  await members.getByRole('button', { name: 'Close' }).click();
}

/** Orders a renewal; returns the id of its invoice. */
async function orderRenewal(page: Page): Promise<string> {
  await page.goto('/account/subscriptions/renew');
  const billing = page.getByRole('region', { name: 'Billing information' });
  for (const [label, value] of [
    ['Company', 'Navy Ltd'],
    ['E-mail for invoices', 'billing@navy.test'],
    ['Address', 'Main Street 1'],
    ['City', 'Arlington'],
    ['Country', 'United States'],
  ] as const)
    await billing.getByLabel(label, { exact: true }).fill(value);
  await billing.getByRole('button', { name: 'Save billing information' }).click();
  await expect(shell(page).toast('The billing information is saved.')).toBeVisible();
  const order = page.getByRole('region', { name: 'Order' });
  await order.getByLabel('Licences of each service').fill('8');
  await order.getByLabel('Months').fill('12');
  await order.getByRole('button', { name: 'Order renewal' }).click();
  await expect(shell(page).heading('Payment confirmation')).toBeVisible();
  await expect(page.getByRole('region', { name: /^Invoice INV-/ }).getByText('Awaiting payment')).toBeVisible();
  return new URL(page.url()).searchParams.get('invoice') ?? '';
}

const refusal = (call: Promise<unknown>): Promise<number> =>
  call.then(
    () => 200,
    (error: unknown) => (error instanceof ApiError ? error.status : 0),
  );

/** A person whose header names an organization other than their own. */
const createVisitor = ({ token }: Person, organizationId: string, origin: string): Client =>
  createClient({
    baseUrl: origin,
    headers: () => ({ Authorization: `Bearer ${token}`, 'Organization-Id': organizationId }),
    retryDelayMs: 0,
  });

/** Calls by a person of another company with ids of the first one. */
const reaches = (client: Client, of: { teamId: string; userId: string; login: string; invoiceId: string }) => {
  return Promise.all([
    refusal(client.call(userManagementRoutes.getTeam, { params: { id: of.teamId } })),
    refusal(client.call(userManagementRoutes.getUser, { query: { id: of.userId } })),
    refusal(client.call(subscriptionRoutes.listLicencesOfSelectedUser, { query: { login: of.login } })),
    refusal(client.call(subscriptionRoutes.downloadInvoice, { params: { id: of.invoiceId } })),
  ]);
};

/** The state of one's own API Testing licence, even under a popup. */
const ownLicence = (page: Page) =>
  page
    .getByRole('table', { name: 'Your licences', includeHidden: true })
    .getByRole('row', { name: /API Testing/, includeHidden: true });

async function confirmPayment(page: Page, boss: Person, organizationId: string, origin: string): Promise<void> {
  await signInPage(page, boss, origin);
  await chooseOrganization(page, { email: boss.email, organizationId });
  await page.goto('/api-testing/billing-history');
  // The popup is about the organization acted for.
  await page.getByRole('dialog', { name: 'Trial Expired' }).getByRole('button', { name: 'Close' }).first().click();
  const list = page.getByRole('region', { name: 'Plan and licences', exact: true });
  await list.getByRole('button', { name: /^Confirm payment of / }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm payment' }).click();
  await expect(list.getByRole('cell', { name: 'Paid', exact: true })).toBeVisible();
}

test('a company signs up, invites, shares licences, renews after their end, and another company sees nothing of it', async ({
  app,
  admin,
  client,
  elsewhere,
  baseURL,
}) => {
  // Five people, from the first mail to the paid invoice.
  test.setTimeout(300_000);
  const origin = baseURL ?? '';
  const tag = crypto.randomUUID().slice(0, 8);
  const company = `Navy-${tag}`;
  const [login, ...colleagues] = ['owner', 'first', 'second'].map((name) => `${name}-${tag}@navy.test`) as [
    string,
    string,
    string,
  ];
  const owner = await elsewhere();
  const colleague = await elsewhere();
  const ids = { organizationId: '', teamId: '', userId: '', login, invoiceId: '' };

  await test.step('sign-up, verified by the mail', async () => {
    await owner.goto('/sign-up');
    await signUpPage(owner).fill(login, company);
    await signUpPage(owner).terms.check();
    await signUpPage(owner).submit.click();
    await expect(owner.getByRole('heading', { name: 'Verify your e-mail' })).toBeVisible();
    const profile = owner.waitForResponse(/\/api\/account$/);
    await acceptMail(owner, login);
    await expect(shell(owner).profile).toBeVisible();
    const account = (await (await profile).json()) as Account;
    Object.assign(ids, { userId: account.userId, organizationId: account.organization_id });
  });

  await test.step('the second factor is asked for at the next sign-in', async () => {
    const secret = await addAuthenticator(owner);
    await shell(owner).signOut();
    await loginPage(owner).signIn(login, password);
    await owner.getByLabel('One-time code').fill(codeOf(secret));
    await owner.getByRole('button', { name: 'Verify' }).click();
    await expect(shell(owner).profile).toBeVisible();
  });

  await test.step('two people are invited, and accept by their mails', async () => {
    await owner.goto('/account/users');
    await owner.getByRole('button', { name: 'Invite users' }).click();
    const dialog = owner.getByRole('dialog', { name: 'Invite users' });
    await dialog.getByLabel('E-mail addresses').fill(colleagues.join('\n'));
    await dialog.getByRole('button', { name: 'Send invitations' }).click();
    await expect(owner.getByRole('dialog', { name: 'Invitation links' })).toBeVisible();
    for (const email of colleagues) {
      await acceptMail(colleague, email);
      await colleague.goto('/account');
      await expect(ownLicence(colleague)).toContainText('Active');
    }
  });

  await test.step('a team; both hold the licences that were free', async () => {
    const made = owner.waitForResponse((response) => /\/api\/teams$/.test(response.url()) && response.ok());
    await makeTeam(owner, 'Checkout', colleagues);
    ids.teamId = ((await (await made).json()) as { teamId: string }).teamId;
    await owner.goto('/account/subscriptions/list');
    const panel = owner.getByRole('region', { name: 'API Testing' });
    for (const email of colleagues)
      await expect(panel.getByRole('row', { name: new RegExp(email) })).toContainText('Active');
    await expect(panel.getByRole('definition')).toHaveText(['5', '3', '2', '0']);
  });

  await test.step('the trial ends, and the popup says so', async () => {
    await endPlan(ids, 'FREE', -1);
    await owner.reload();
    const popup = owner.getByRole('dialog', { name: 'Trial Expired' });
    await expect(popup).toContainText('your data is safe');
    await popup.getByRole('button', { name: 'Renew' }).click();
    await expect(shell(owner).heading('Billing history')).toBeVisible();
    await colleague.reload();
    await expect(ownLicence(colleague)).toContainText('Expired');
  });

  await test.step('the renewal is ordered, confirmed, and holds for all', async () => {
    ids.invoiceId = await orderRenewal(owner);
    const boss = await control('user', { colleagueId: admin.userId, role: 'ROLE_SUPERADMIN' });
    const superUser = await elsewhere();
    await confirmPayment(superUser, boss, ids.organizationId, origin);
    await superUser.close();
    await owner.goto('/billing-summary');
    await expect(owner.getByText(/^Plan PRO, 36[56] days left/)).toBeVisible();
    await expect(owner.getByRole('dialog')).toHaveCount(0);
    await colleague.reload();
    await expect(ownLicence(colleague)).toContainText('Active');
  });

  await test.step('an administrator of another company sees nothing of it', async () => {
    expect(await reaches(client, ids)).toEqual([404, 404, 404, 404]);
    const visitor = createVisitor(admin, ids.organizationId, origin);
    expect(await refusal(visitor.call(userManagementRoutes.pageUsers, { query: {} }))).toBe(403);
    await app.goto('/account/users');
    await expect(app.getByText('1–2 of 2 users')).toBeVisible();
    await app.getByRole('textbox', { name: 'Filter users' }).fill(tag);
    await expect(app.getByText('No matching users')).toBeVisible();
    await app.goto('/account/users?tab=teams');
    await expect(app.getByRole('row', { name: /Team One/ })).toBeVisible();
    await expect(app.getByRole('row', { name: /Checkout/ })).toHaveCount(0);
    await app.goto(`/payment-confirmation?invoice=${ids.invoiceId}`);
    await expect(app.getByRole('heading', { name: 'No such invoice' })).toBeVisible();
  });
});
