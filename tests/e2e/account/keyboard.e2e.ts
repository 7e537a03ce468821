import { expect, test } from '../fixtures.ts';
import { shell } from '../pages/shell.page.ts';

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
