import { subscriptionRoutes } from '@touchstone/contracts/subscription';
import { changePerson, chooseOrganization } from '../browser-session.ts';
import { control, type Person } from '../control.ts';
import { expect, test } from '../fixtures.ts';
import { shell } from '../pages/shell.page.ts';
import { clientOf } from '../test-data.ts';
import { endLicences, endPlan } from './account-data.ts';

const calls = subscriptionRoutes;
const trialText = "Your trial has expired. Don't worry! your data is safe.";

test('a trial counts its days; its end is told until it is dismissed, and that of a subscription until it is renewed or given up [plans-licences-1] [plans-licences-2] [plans-licences-3] [plans-licences-6]', async ({
  app,
  admin,
  client,
}) => {
  test.slow();
  await client.call(calls.listOwnLicences, {});
  await test.step('a trial', async () => {
    await endPlan(admin, 'FREE', 29.5);
    await app.goto('/account/subscriptions/list');
    await expect(app.getByText(/^Plan FREEMIUM, 30 days left/)).toBeVisible();
  });
  await test.step('a plan that cannot be read counts as one that holds', async () => {
    await endPlan(admin, 'FREE', -1);
    await app.route('**/get-plan*', (route) => route.fulfill({ status: 500, json: { message: 'Not now.' } }));
    const answered = app.waitForResponse(/\/get-plan/);
    await app.goto('/profile');
    await answered;
    await expect(shell(app).heading('Profile')).toBeVisible();
    await expect(app.getByRole('dialog')).toHaveCount(0);
    await app.unroute('**/get-plan*');
  });
  await test.step('the end of the trial, until it is dismissed on the server', async () => {
    const popup = app.getByRole('dialog', { name: 'Trial Expired' });
    await app.goto('/account/subscriptions/list');
    await expect(popup).toContainText(trialText);
    expect(await popup.evaluate((element) => element.getBoundingClientRect().width)).toBe(440);
    await app.reload();
    await expect(popup).toBeVisible();
    await popup.getByRole('button', { name: 'Close' }).click();
    await expect(popup).toBeHidden();
    expect(await client.call(calls.getPlan, { query: {} })).toMatchObject({ isExpire: true, isPopUpOpen: false });
    await app.reload();
    await expect(app.getByText('The trial has expired', { exact: true })).toBeVisible();
    await expect(popup).toHaveCount(0);
  });
  await test.step('the end of a subscription: renewal, or the free edition, which has no end', async () => {
    const popup = app.getByRole('dialog', { name: 'Subscription Expired' });
    await endPlan(admin, 'PRO', -1);
    await app.reload();
    await expect(popup).toContainText('Please buy the subscription.');
    await popup.getByRole('button', { name: 'Renew' }).click();
    await expect(shell(app).heading('Billing history')).toBeVisible();
    await endPlan(admin, 'PRO', -2);
    await app.reload();
    await popup.getByRole('button', { name: 'Continue with the free edition' }).click();
    const question = app.getByRole('dialog', { name: 'Reduce the licences?' });
    await expect(question).toContainText('instead of 25');
    await question.getByRole('button', { name: 'Reduce licences' }).click();
    await expect(popup).toBeHidden();
    await app.goto('/account/subscriptions/list');
    await expect(app.getByText('Plan FREEMIUM, without an end')).toBeVisible();
    await expect(app.getByRole('button', { name: 'Create', exact: true })).toBeVisible();
  });
});

test('a refused call opens the dialog, which leads administrators to the renewal and users to them [plans-licences-3]', async ({
  page,
  admin,
  client,
  projectId,
  baseURL,
}) => {
  test.slow();
  const user = await control('user', { colleagueId: admin.userId, role: 'ROLE_USER' });
  for (const person of [admin, user])
    await test.step(person === admin ? 'administrator' : 'user', async () => {
      await endPlan(admin, 'PRO', 30);
      await clientOf(baseURL ?? '', person.token).call(calls.listOwnLicences, {});
      await changePerson(page, person, baseURL ?? '');
      // The form is open when the plan ends: submitting it is then refused. A page that loaded the plan after its end
      // would say so itself.
      const planIsRead = page.waitForResponse((response) => response.url().includes('/get-plan'));
      await page.goto(`/api-testing/workspace?project=${projectId}`);
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Create project' }).click();
      await planIsRead;
      await endPlan(admin, 'PRO', -1);
      // The server caches the caller for some seconds; this is its answer after them.
      await page.route('**/services/api-testing/**', (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({ status: 403, json: { code: 'PLATFORM_PLAN_EXPIRED', message: 'The plan has expired.' } })
          : route.fallback(),
      );
      const form = page.getByRole('dialog');
      await form.getByLabel('Project name').fill('Too late');
      await form.getByLabel('Project description').fill('The plan ends before it is sent');
      await form.getByRole('button', { name: /^Create/ }).click();
      const dialog = page.getByRole('dialog', { name: 'Subscription Expired' });
      await expect(dialog).toContainText('Your data is still available.');
      const renewal = dialog.getByRole('button', { name: 'Go to renewal' });
      if (person === admin) {
        await renewal.click();
        await expect(shell(page).heading('Renewal')).toBeVisible();
        await expect(page.getByRole('dialog')).toHaveCount(0);
        expect(page.url()).toContain('/account/subscriptions/renew');
      } else {
        await expect(dialog).toContainText('Please contact your admin to renew.');
        await expect(renewal).toHaveCount(0);
      }
      expect((await client.call(calls.getPlan, { query: {} })).isExpire).toBe(true);
      await page.unrouteAll();
    });
});

test('elements go with plan, licence and role, and stay where the rule is lifted [access-control-3] [access-control-4]', async ({
  page,
  admin,
  baseURL,
}) => {
  test.slow();
  const origin = baseURL ?? '';
  const user = await control('user', { colleagueId: admin.userId, role: 'ROLE_USER' });
  const guest = await control('user', { colleagueId: admin.userId, role: 'ROLE_GUEST' });
  const boss = await control('user', { colleagueId: admin.userId, role: 'ROLE_SUPERADMIN' });
  for (const { token } of [admin, user, guest]) await clientOf(origin, token).call(calls.listOwnLicences, {});
  /** What a person sees of three elements covered by the rule. */
  const seenBy = async (person: Person) => {
    await changePerson(page, person, origin);
    await chooseOrganization(page, person);
    const services = page.waitForResponse(/\/api\/service-stores/);
    await page.goto('/profile');
    await services;
    // A popup that appears while the menu opens closes it.
    const logout = page.getByRole('button', { name: 'Logout' });
    await expect(async () => {
      if (!(await logout.isVisible())) await shell(page).profile.click();
      await expect(logout).toBeVisible({ timeout: 3000 });
    }).toPass();
    return {
      create: (await page.getByRole('button', { name: 'Create', exact: true }).count()) > 0,
      myAccount: (await page.getByRole('link', { name: 'My Account' }).count()) > 0,
    };
  };
  await page.addLocatorHandler(page.getByRole('dialog', { name: / Expired$/ }), async (popup) => {
    await popup.getByRole('button', { name: 'Close' }).first().click();
  });
  expect(await seenBy(user)).toEqual({ create: true, myAccount: true });
  expect(await seenBy(guest)).toEqual({ create: false, myAccount: false });
  await endLicences(admin);
  expect(await seenBy(user)).toEqual({ create: false, myAccount: true });
  expect(await seenBy(boss)).toEqual({ create: true, myAccount: true });
  await endPlan(admin, 'PRO', -1);
  expect(await seenBy(user)).toEqual({ create: false, myAccount: true });
  expect(await seenBy(boss)).toEqual({ create: true, myAccount: true });
});
