import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { routes } from '@touchstone/contracts';
import { expect, test } from '../fixtures.ts';
import { shell } from '../pages/shell.page.ts';
import { addDevice, endPlan } from './account-data.ts';

const screens: [path: string, ready: (page: Page) => Promise<unknown>][] = [
  ['/profile', (page) => page.getByLabel('First name').waitFor()],
  ['/account/users', (page) => page.getByRole('row', { name: /Ada Admin/ }).waitFor()],
  ['/account/users?tab=teams', (page) => page.getByRole('row', { name: /Team One/ }).waitFor()],
  ['/account/subscriptions/list', (page) => page.getByRole('row', { name: /Pixel 9/ }).waitFor()],
  ['/account/subscriptions/renew', (page) => page.getByRole('row', { name: /Virtual users of one/ }).waitFor()],
  ['/billing-summary', (page) => page.getByText('No invoices yet').waitFor()],
  ['/api-testing/billing-history', (page) => page.getByRole('link', { name: 'Go to renewal' }).waitFor()],
];

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(colorScheme, () => {
    test.use({ colorScheme });
    test(`the account area is accessible and as wide as its window (${colorScheme})`, async ({
      app,
      admin,
      client,
    }) => {
      test.setTimeout(240_000);
      await addDevice(admin, 'Pixel 9');
      const check = async (name: string) => {
        const { violations } = await new AxeBuilder({ page: app }).include('main').analyze();
        const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
        expect
          .soft(
            grave.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target)}`),
            name,
          )
          .toEqual([]);
      };
      await app.setViewportSize({ width: 390, height: 844 });
      for (const [path, ready] of screens)
        await test.step(path, async () => {
          await app.goto(path);
          await ready(app);
          await check(path);
          const over = await app.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
          expect.soft(over, `${path} overflows`).toBeLessThanOrEqual(0);
        });
      await client.call(routes.subscription.listOwnLicences, {});
      await endPlan(admin, 'FREE', -1);
      await app.goto('/profile');
      await app.getByRole('dialog', { name: 'Trial Expired' }).waitFor();
      const { violations } = await new AxeBuilder({ page: app }).include('[role=dialog]').analyze();
      expect(violations.map(({ id }) => id)).toEqual([]);
    });
  });

test('a team is made and filled with the keyboard alone', async ({ app }) => {
  await app.goto('/account/users?tab=teams');
  await app.getByRole('row', { name: /Team One/ }).waitFor();
  await app.getByRole('tab', { name: 'Teams' }).focus();
  const until = async (name: string) => {
    for (let presses = 0; presses < 30; presses += 1) {
      await app.keyboard.press('Tab');
      if (await app.evaluate((wanted) => document.activeElement?.textContent?.trim() === wanted, name)) return;
    }
    throw new Error(`The Tab key does not reach ${name}.`);
  };
  await until('Create team');
  await app.keyboard.press('Enter');
  const form = app.getByRole('dialog', { name: 'Create team' });
  await expect(form.getByLabel('Name')).toBeFocused();
  await app.keyboard.type('Keys');
  await app.keyboard.press('Enter');
  await expect(form).toBeHidden();
  await app.getByRole('row', { name: /Keys/ }).focus();
  await app.keyboard.press('Enter');
  const members = app.getByRole('dialog', { name: 'Members of Keys' });
  await members.getByRole('combobox', { name: 'Add users' }).focus();
  await app.keyboard.type('Ada');
  await app.getByRole('option', { name: /Ada Admin/ }).waitFor();
  await app.keyboard.press('ArrowDown');
  await app.keyboard.press('Enter');
  await members.getByRole('button', { name: 'Add', exact: true }).focus();
  await app.keyboard.press('Enter');
  await expect(members.getByRole('row', { name: /Ada Admin/ })).toBeVisible();
  await app.keyboard.press('Escape');
  await expect(members).toBeHidden();
  await expect(shell(app).heading('Users and teams')).toBeVisible();
});
