import { expect, test } from '../fixtures.ts';
import { shell } from '../pages/shell.page.ts';
import { suitesPage } from '../pages/suites.page.ts';
import { newScript, newSuite } from '../test-data.ts';

test('Ctrl K finds a suite and jumps to it', async ({ app, client, projectId }) => {
  await newSuite(client, projectId, 'Order history');
  await app.goto(`/api-testing/workspace?project=${projectId}`);
  const frame = shell(app);
  await expect(frame.heading('Workspace')).toBeVisible();
  await app.keyboard.press('Control+k');
  await frame.paletteInput.fill('history');
  await expect(frame.palette.getByText('Order history')).toBeVisible();
  await app.keyboard.press('ArrowDown');
  await expect(frame.palette.locator('[data-selected]')).toContainText('Order history');
  await app.keyboard.press('Enter');
  await expect(frame.heading('Order history')).toBeVisible();
  await expect(frame.palette).toHaveCount(0);
});

test('Ctrl K finds a script in spite of a typing error, and offers it first the next time', async ({
  app,
  client,
  projectId,
}) => {
  const suiteId = await newSuite(client, projectId, 'Orders');
  await newScript(client, suiteId, { scriptName: 'Get customer', url: 'http://127.0.0.1:9/' });
  await app.goto('/dashboard');
  const frame = shell(app);
  await expect(frame.heading('Dashboard')).toBeVisible();
  await app.keyboard.press('Control+k');
  await frame.paletteInput.fill('cusotmer');
  await expect(frame.palette.getByText('Get customer')).toBeVisible();
  await app.keyboard.press('Enter');
  await expect(frame.heading('Orders')).toBeVisible();
  await expect(frame.palette).toHaveCount(0);
  await app.keyboard.press('Control+k');
  await expect(frame.palette.getByRole('button').first()).toContainText('Get customer');
});

test('Ctrl K jumps to a screen', async ({ app, projectId }) => {
  await app.goto(`/api-testing/workspace?project=${projectId}`);
  const frame = shell(app);
  await expect(frame.heading('Workspace')).toBeVisible();
  await app.keyboard.press('Control+k');
  await frame.paletteInput.fill('report dash');
  await app.keyboard.press('Enter');
  await expect(frame.heading('Report Dashboard')).toBeVisible();
});

test('? lists the keys and Escape closes the list', async ({ app, projectId }) => {
  await app.goto(`/api-testing/workspace?project=${projectId}`);
  const frame = shell(app);
  await expect(frame.heading('Workspace')).toBeVisible();
  await app.keyboard.press('?');
  await expect(frame.keys.getByRole('row', { name: 'Search or jump to' })).toContainText('CtrlK');
  await app.keyboard.press('Escape');
  await expect(frame.keys).toHaveCount(0);
});

test('G and a letter go from screen to screen', async ({ app, projectId }) => {
  await app.goto(`/api-testing/workspace?project=${projectId}`);
  const frame = shell(app);
  await expect(frame.heading('Workspace')).toBeVisible();
  for (const [letter, screen] of [
    ['s', 'Test Suites'],
    ['e', 'Environments'],
    ['c', 'Certificates'],
    ['r', 'Report Dashboard'],
    ['w', 'Workspace'],
  ] as const) {
    await app.keyboard.press('g');
    await app.keyboard.press(letter);
    await expect(frame.heading(screen)).toBeVisible();
  }
});

test('/ goes to the filter, where letters are only letters', async ({ app, client, projectId }) => {
  await newSuite(client, projectId, 'Go suite');
  const suites = suitesPage(app);
  await suites.open(projectId);
  await expect(suites.row('Go suite')).toBeVisible();
  await app.keyboard.press('/');
  await expect(suites.filter).toBeFocused();
  await app.keyboard.type('go s');
  await expect(suites.filter).toHaveValue('go s');
  await expect(suites.row('Go suite')).toBeVisible();
});

test('J and K move between rows, and Enter opens one', async ({ app, client, projectId }) => {
  for (const name of ['One', 'Two']) await newSuite(client, projectId, name);
  const suites = suitesPage(app);
  await suites.open(projectId);
  await expect(suites.row('Two')).toBeVisible();
  const names = await suites.table.getByRole('link', { name: /^(One|Two)$/ }).allTextContents();
  await app.keyboard.press('j');
  await expect(suites.row(names[0]!)).toBeFocused();
  await app.keyboard.press('j');
  await expect(suites.row(names[1]!)).toBeFocused();
  await app.keyboard.press('k');
  await app.keyboard.press('Enter');
  await expect(shell(app).heading(names[0]!)).toBeVisible();
});
