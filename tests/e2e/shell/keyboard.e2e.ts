import { expect, test } from '../fixtures.ts';
import { shell } from '../pages/shell.page.ts';
import { suitesPage } from '../pages/suites.page.ts';
import { newScript, newSuite } from '../test-data.ts';

test('the keys of every screen: ?, G and a letter, Ctrl K, and on lists / , J, K and Enter', async ({
  app,
  client,
  projectId,
}) => {
  test.slow();
  const frame = shell(app);
  const suites = suitesPage(app);
  const { keyboard } = app;
  await newSuite(client, projectId, 'Order history');
  const suiteId = await newSuite(client, projectId, 'Orders');
  await newScript(client, suiteId, { scriptName: 'Get customer', url: 'http://127.0.0.1:9/' });
  await app.goto(`/api-testing/workspace?project=${projectId}`);
  await expect(frame.heading('Workspace')).toBeVisible();

  await test.step('? lists the keys and Escape closes the list', async () => {
    await keyboard.press('?');
    await expect(frame.keys.getByRole('row', { name: 'Search or jump to' })).toContainText('CtrlK');
    await keyboard.press('Escape');
    await expect(frame.keys).toHaveCount(0);
  });
  await test.step('Ctrl K jumps to a screen', async () => {
    await keyboard.press('Control+k');
    await frame.paletteInput.fill('report dash');
    await keyboard.press('Enter');
    await expect(frame.heading('Report Dashboard')).toBeVisible();
  });
  await test.step('Ctrl K finds a suite and jumps to it', async () => {
    await keyboard.press('Control+k');
    await frame.paletteInput.fill('history');
    await expect(frame.palette.getByText('Order history')).toBeVisible();
    await keyboard.press('ArrowDown');
    await expect(frame.palette.locator('[data-selected]')).toContainText('Order history');
    await keyboard.press('Enter');
    await expect(frame.heading('Order history')).toBeVisible();
    await expect(frame.palette).toHaveCount(0);
  });
  await test.step('Ctrl K finds a script in spite of a typing error, and offers it first the next time', async () => {
    await keyboard.press('Control+k');
    await frame.paletteInput.fill('cusotmer');
    await expect(frame.palette.getByText('Get customer')).toBeVisible();
    await keyboard.press('Enter');
    await expect(frame.heading('Orders')).toBeVisible();
    await expect(frame.palette).toHaveCount(0);
    await keyboard.press('Control+k');
    await expect(frame.palette.getByRole('button').first()).toContainText('Get customer');
    await keyboard.press('Escape');
    await expect(frame.palette).toHaveCount(0);
  });
  await test.step('G and a letter go from screen to screen', async () => {
    await frame.area.getByRole('link', { name: 'Report Dashboard' }).click();
    await expect(frame.heading('Report Dashboard')).toBeVisible();
    for (const [letter, screen] of [
      ['w', 'Workspace'],
      ['e', 'Environments'],
      ['c', 'Certificates'],
      ['r', 'Report Dashboard'],
      ['s', 'Test Suites'],
    ] as const) {
      await keyboard.press('g');
      await keyboard.press(letter);
      await expect(frame.heading(screen)).toBeVisible();
    }
  });
  await test.step('/ goes to the filter, where letters are only letters', async () => {
    await expect(suites.row('Orders')).toBeVisible();
    await keyboard.press('/');
    await expect(suites.filter).toBeFocused();
    await keyboard.type('Order');
    await expect(suites.filter).toHaveValue('Order');
    await keyboard.type(' gh');
    await expect(suites.filter).toHaveValue('Order gh');
    await suites.filter.fill('order');
    await expect(suites.row('Orders')).toBeVisible();
    await expect(suites.row('Order history')).toBeVisible();
  });
  await test.step('J and K move between rows, and Enter opens one', async () => {
    const names = await suites.table.getByRole('link', { name: /^Order/ }).allTextContents();
    await suites.filter.blur();
    await keyboard.press('j');
    await expect(suites.row(names[0] ?? '')).toBeFocused();
    await keyboard.press('j');
    await expect(suites.row(names[1] ?? '')).toBeFocused();
    await keyboard.press('k');
    await keyboard.press('Enter');
    await expect(frame.heading(names[0] ?? '')).toBeVisible();
  });
});
