import type { Page } from '@playwright/test';
import { control, type Person } from '../control.ts';
import { expect, test } from '../fixtures.ts';
import { choose } from '../pages/choose.ts';
import { shell } from '../pages/shell.page.ts';
import { crowd } from './account-data.ts';

/** Presses Tab until the element with this text has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 30; presses += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate((wanted) => document.activeElement?.textContent?.trim() === wanted, name)) return;
  }
  throw new Error(`The Tab key does not reach ${name}.`);
}

/** A team is made, renamed and filled by keyboard only, then emptied and deleted. */
async function lifeOfTeam(app: Page): Promise<void> {
  const { keyboard } = app;
  await app.getByRole('row', { name: /Team One/ }).waitFor();
  await app.getByRole('tab', { name: 'Teams' }).focus();
  await tabTo(app, 'Create team');
  await keyboard.press('Enter');
  const form = app.getByRole('dialog', { name: 'Create team' });
  await expect(form.getByLabel('Name')).toBeFocused();
  await form.getByLabel('Name').fill('t'.repeat(51));
  await form.getByLabel('Description').fill('d'.repeat(256));
  await expect(form.getByText('Team name can have maximum of 50 characters')).toBeVisible();
  await expect(form.getByText('Team description can have maximum of 255 characters')).toBeVisible();
  await form.getByLabel('Description').fill('Payment and orders');
  await form.getByLabel('Name').fill('');
  await keyboard.type('Checkout');
  await keyboard.press('Enter');
  await expect(form).toBeHidden();
  const row = app.getByRole('row', { name: /Checkout/ });
  await expect(row).toContainText('Payment and orders');

  await row.getByRole('button', { name: 'Actions for team Checkout' }).click();
  await app.getByRole('menuitem', { name: 'Edit…' }).click();
  await app.getByRole('dialog').getByLabel('Name').fill('Payments');
  await app.getByRole('dialog').getByRole('button', { name: 'Save team' }).click();
  await app.getByRole('row', { name: /Payments/ }).focus();
  await keyboard.press('Enter');

  const team = app.getByRole('dialog', { name: 'Members of Payments' });
  await team.getByRole('combobox', { name: 'Add users' }).focus();
  await keyboard.type('Uma');
  // Until the server has searched, all users are offered.
  await expect(app.getByRole('option')).toHaveText([/^Uma User/]);
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await team.getByRole('button', { name: 'Add', exact: true }).focus();
  await keyboard.press('Enter');
  await expect(team.getByRole('row', { name: /Uma User/ })).toBeVisible();
  await expect(team.getByRole('checkbox', { name: 'API Testing' })).toBeChecked();
  await team.getByRole('button', { name: 'Remove Uma User from the team' }).click();
  await expect(team.getByText('This team has no members yet.')).toBeVisible();
  await keyboard.press('Escape');
  await expect(team).toBeHidden();
  await expect(shell(app).heading('Users and teams')).toBeVisible();

  await app.getByRole('button', { name: 'Actions for team Payments' }).click();
  await app.getByRole('menuitem', { name: 'Delete…' }).click();
  await app.getByRole('dialog').getByRole('button', { name: 'Delete team' }).click();
  await expect(shell(app).toast('Team deleted.')).toBeVisible();
  await expect(app.getByRole('row', { name: /Payments/ })).toHaveCount(0);
}

/** Several people are invited; duplicates and failures are reported. */
async function inviteUsers(app: Page, taken: Person): Promise<void> {
  const fresh = `new-${taken.userId}@example.test`;
  await app.getByRole('button', { name: 'Invite users' }).click();
  const dialog = app.getByRole('dialog', { name: 'Invite users' });
  const addresses = dialog.getByLabel('E-mail addresses');
  const send = dialog.getByRole('button', { name: 'Send invitations' });
  await send.click();
  await expect(dialog.getByText('Please enter email id')).toBeVisible();
  await addresses.fill(`${fresh}, ${fresh.toUpperCase()}`);
  await send.click();
  await expect(dialog.getByText('Please remove duplicate emails')).toBeVisible();
  await addresses.fill(taken.email);
  await send.click();
  const refusal = dialog.getByRole('alert');
  await expect(refusal).toContainText('Failed to invite users');
  await expect(refusal).toContainText(`${taken.email}: There is already an account`);
  await addresses.fill(`${fresh}\n${taken.email}`);
  await send.click();
  await expect(shell(app).toast(`${fresh} is invited.`)).toBeVisible();
  await expect(addresses).toHaveValue(taken.email);
  await expect(refusal).toContainText('Failed to invite users');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  // No mail server is configured here: the link is passed on by hand.
  const links = app.getByRole('dialog', { name: 'Invitation link' });
  await links.getByRole('button', { name: 'Copy invitation link' }).click();
  await expect(links.getByLabel(`Invitation link for ${fresh}`)).toHaveValue(/\/email-verified\?token=/);
  await app.keyboard.press('Escape');

  const row = app.getByRole('row', { name: new RegExp(fresh) });
  await expect(row).toContainText('Invited');
  await row.getByRole('button', { name: /^Actions for / }).click();
  await app.getByRole('menuitem', { name: 'Resend invitation' }).click();
  await expect(shell(app).toast('Invitation sent.')).toBeVisible();
  expect(await control('outbox', { to: fresh })).toHaveLength(2);
}

/** A user is created, edited, given a role, deactivated and deleted. */
async function lifeOfUser(app: Page, login: string): Promise<void> {
  await app.getByRole('button', { name: 'Create user' }).click();
  const create = app.getByRole('dialog', { name: 'Create user' });
  await create.getByRole('button', { name: 'Create user' }).click();
  await expect(create.getByText('Please enter first name')).toBeVisible();
  await expect(create.getByText('Please enter last name')).toBeVisible();
  await create.getByLabel('E-mail').fill(login);
  await create.getByLabel('First name').fill('Ana');
  await create.getByLabel('Last name').fill('Lee');
  await create.getByLabel('Contact number').fill('12');
  await create.getByRole('button', { name: 'Create user' }).click();
  await expect(create.getByText('Please enter valid contact number')).toBeVisible();
  await create.getByLabel('Contact number').fill('2025550123');
  await create.getByRole('button', { name: 'Create user' }).click();
  await expect(create).toBeHidden();

  const row = app.getByRole('row', { name: new RegExp(login) });
  await row.click();
  const edit = app.getByRole('dialog', { name: 'Edit Ana Lee' });
  await expect(edit.getByLabel('Contact number')).toHaveValue('2025550123');
  await edit.getByLabel('Last name').fill('Park');
  await edit.getByRole('combobox', { name: 'Role' }).click();
  await app.getByRole('option', { name: 'Administrator' }).click();
  await edit.getByRole('combobox', { name: 'Teams' }).click();
  await app.getByRole('option', { name: 'Team One' }).click();
  await app.keyboard.press('Escape');
  await edit.getByRole('button', { name: 'Save user' }).click();
  await expect(row).toContainText('Ana Park');
  await expect(row).toContainText('Administrator');
  await expect(row).toContainText('Team One');

  await row.getByRole('button', { name: 'Actions for Ana Park' }).click();
  await app.getByRole('menuitem', { name: 'Deactivate…' }).click();
  await app.getByRole('dialog').getByRole('button', { name: 'Deactivate user' }).click();
  await expect(row).toContainText('Deactivated');
  await choose(app, 'Filter by status', 'Deactivated');
  await expect(app.getByRole('table', { name: 'Users' }).getByRole('row')).toHaveCount(2);
  await row.getByRole('button', { name: 'Actions for Ana Park' }).click();
  await app.getByRole('menuitem', { name: 'Delete…' }).click();
  await app.getByRole('dialog').getByRole('button', { name: 'Delete user' }).click();
  await expect(app.getByText('No matching users')).toBeVisible();
}

test('a team by keys, invitations and a user, from the first step to the last [teams-users-1] [teams-users-2]', async ({
  app,
  admin,
}) => {
  test.slow();
  const colleague = await control('user', { colleagueId: admin.userId, role: 'ROLE_USER' });
  await app.goto('/account/users?tab=teams');
  await test.step('a team', () => lifeOfTeam(app));
  await app.getByRole('tab', { name: 'Users', exact: true }).click();
  await test.step('invitations', () => inviteUsers(app, colleague));
  await test.step('a user', () => lifeOfUser(app, `ana-${admin.userId}@example.test`));
});

test('lists of ten thousand stay quick and are searched on the server', async ({ app, admin }) => {
  await crowd(admin, 10_000);
  await app.goto('/account/users');
  await expect(app.getByText('of 10,001 users')).toBeVisible();
  await expect(app.getByRole('table', { name: 'Users' }).getByRole('row')).toHaveCount(21);
  await app.getByRole('textbox', { name: 'Filter users' }).fill('Member 9876');
  await expect(app.getByText('1–1 of 1 user')).toBeVisible();
  await app.getByRole('tab', { name: 'Teams' }).click();
  await expect(app.getByText('of 10,001 teams')).toBeVisible();
  await app.goto('/account/subscriptions/list');
  await expect(app.getByRole('table', { name: 'Licences of API Testing' }).getByRole('row')).toHaveCount(11);
});
