import type { Request } from '@playwright/test';
import { password } from '../control.ts';
import { expect, test } from '../fixtures.ts';
import { reportPage } from '../pages/report.page.ts';
import { shell } from '../pages/shell.page.ts';
import { suitesPage } from '../pages/suites.page.ts';
import { newScript, newSuite, runToEnd } from '../test-data.ts';

test('every call carries the session, the organization and the team; a network failure is retried once, and told if that fails too [transport-1] [transport-2]', async ({
  app,
  admin,
  client,
  projectId,
}) => {
  const suites = suitesPage(app);
  await newSuite(client, projectId, 'Orders');
  const calls: Request[] = [];
  app.on('request', (request) => /\/services\/(?!identity\/)/.test(request.url()) && calls.push(request));
  await app.goto(`/api-testing/workspace?project=${projectId}`);
  await expect(app.getByRole('heading', { level: 2, name: 'Shop' })).toBeVisible();
  await shell(app).area.getByRole('link', { name: 'Test Suites' }).click();
  await expect(suites.row('Orders')).toBeVisible();
  expect(calls.length).toBeGreaterThan(3);
  for (const call of calls) {
    const headers = call.headers();
    expect(headers, call.url()).toMatchObject({
      authorization: expect.stringMatching(/^Bearer \S+/),
      custom: headers.authorization,
      login: admin.email,
      'organization-id': admin.organizationId,
      'organization-name': expect.stringMatching(/^Organization \d+$/),
      'team-id': admin.teamId,
      'x-session-recording-url': '',
      ...(call.postData() ? { 'content-type': 'application/json' } : {}),
    });
  }
  await test.step('one failure alone is not noticed', async () => {
    let failed = false;
    await app.route('**/api/clone-suite', (route) => {
      if (failed) return route.continue();
      failed = true;
      return route.abort('connectionfailed');
    });
    await suites.act('Orders', 'Clone suite');
    await expect(shell(app).toast('Orders is cloned.')).toBeVisible();
    await expect(suites.table.getByRole('row')).toHaveCount(3);
    await app.unroute('**/api/clone-suite');
  });
  await test.step('two are told', async () => {
    const attempts: number[] = [];
    await app.route('**/api/clone-suite', (route) => {
      attempts.push(Date.now());
      return route.abort('connectionfailed');
    });
    await suites.act('Orders', 'Clone suite');
    await expect(shell(app).toast('Http request failed. Please retry.')).toBeVisible();
    expect(attempts).toHaveLength(2);
    expect(attempts[1]! - attempts[0]!).toBeGreaterThanOrEqual(950);
  });
});

test('a plain toast stays three seconds at the bottom right [transport-3]', async ({ app }) => {
  await app.goto('/profile');
  const form = app.getByRole('region', { name: 'Password' });
  await form.getByLabel('Current password').fill(password);
  await form.getByLabel('New password', { exact: true }).fill('Another-Pass-2026!');
  await form.getByLabel('New password again').fill('Another-Pass-2026!');
  await app.clock.install();
  await form.getByRole('button', { name: 'Change password' }).click();
  const toast = app.getByRole('status').filter({ hasText: 'Password changed.' });
  await app.clock.runFor(500);
  await expect(toast).toBeVisible();
  const box = await toast.boundingBox();
  expect(box?.x).toBeGreaterThan(720);
  expect(box?.y).toBeGreaterThan(450);
  await app.clock.runFor(2000);
  await expect(toast).toBeVisible();
  await app.clock.runFor(2000);
  await expect(toast).toHaveCount(0);
});

test('a toast with a title stays five seconds [transport-3]', async ({ app, client, projectId, target }) => {
  const suiteId = await newSuite(client, projectId, 'Orders');
  await newScript(client, suiteId, { scriptName: 'List', url: `${target.url}/json` });
  const report = reportPage(app);
  await report.open(await runToEnd(client, { projectId, suiteIds: [suiteId] }));
  await expect(report.retry).toBeVisible();
  await app.route('**/downloadFile?*', (route) =>
    route.fulfill({ status: 500, json: { code: 'X', message: 'The report cannot be read.' } }),
  );
  await app.clock.install();
  await report.download('JSON');
  const toast = app.getByRole('alert').filter({ hasText: 'Error Downloading' });
  await app.clock.runFor(500);
  await expect(toast).toContainText('The report cannot be read.');
  await app.clock.runFor(4000);
  await expect(toast).toBeVisible();
  await app.clock.runFor(2000);
  await expect(toast).toHaveCount(0);
});
