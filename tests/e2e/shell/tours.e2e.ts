import type { Client } from '@touchstone/contracts';
import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { schedulerRoutes } from '@touchstone/contracts/scheduler';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { violationsOf } from '../accessibility.ts';
import { signInSuperAdmin } from '../account/account-data.ts';
import { control } from '../control.ts';
import { expect, test } from '../fixtures.ts';
import { shell } from '../pages/shell.page.ts';
import { tourPage } from '../pages/tour.page.ts';
import { expectStatus, insightsOf, newCertificate, newProject, newScript, newSuite, runToEnd } from '../test-data.ts';

/** Starts a load of a second and waits for its end. */
async function shortLoad(client: Client, projectId: string, suiteId: string): Promise<string> {
  const load = { type: 'constant-vus' as const, vus: 1, durationMs: 1000 };
  const { runId } = await client.call(apiTestingRoutes.executeTest, {
    body: { type: 'performance', projectId, suiteIds: [suiteId], name: 'Short', performance: { load } },
  });
  await expect
    .poll(async () => (await client.call(apiTestingRoutes.getPerformanceReport, { query: { runId } })).run.phase, {
      timeout: 60_000,
    })
    .toBe('ended');
  return runId;
}

test('each page of API testing with data has a tour whose every target is there [guided-tours-1] [guided-tours-4]', async ({
  app,
  client,
  projectId,
  target,
}) => {
  test.setTimeout(420_000);
  const suiteId = await newSuite(client, projectId, 'Orders');
  const url = `${target.url}/json`;
  await newScript(client, suiteId, { scriptName: 'List', url, assertions: [expectStatus(200)] });
  await newCertificate(client, projectId, 'api.example.test', 'Tour');
  const daily = { scheduleType: 'DAILY', timezone: 'UTC', startDate: '2036-03-03', time: '03:00' } as const;
  await client.call(schedulerRoutes.createJob, {
    query: { projectId },
    body: { title: 'Nightly', target: { kind: 'api-suite', id: suiteId }, ...daily },
  });
  const passed = await runToEnd(client, { projectId, suiteIds: [suiteId] });
  const wrong = await newSuite(client, projectId, 'Wrong');
  await newScript(client, wrong, { scriptName: 'Wrong', url, assertions: [expectStatus(500)] });
  const failed = await runToEnd(client, { projectId, suiteIds: [wrong] });
  const load = await shortLoad(client, projectId, suiteId);
  await insightsOf(client, projectId, 2);
  const tour = tourPage(app);
  for (const [path, steps] of [
    [`workspace?project=${projectId}`, 6],
    [`api-test-suite?project=${projectId}`, 7],
    [`api-test-suite/${suiteId}?project=${projectId}`, 8],
    [`import?project=${projectId}`, 2],
    [`environments?project=${projectId}`, 3],
    [`prerequest-variables?project=${projectId}`, 3],
    [`certificates?project=${projectId}`, 2],
    [`people?project=${projectId}`, 4],
    [`report-dashboard?project=${projectId}`, 6],
    [`functional-report-insights?project=${projectId}`, 6],
    [`report/${passed}`, 4],
    [`report/${failed}`, 6],
    [`report-compare?base=${passed}&current=${failed}`, 3],
    [`schedulers?project=${projectId}`, 4],
    [`performance?project=${projectId}`, 6],
    [`performance?run=${load}`, 5],
    [`performance-report-dashboard?project=${projectId}`, 4],
    [`performance-report-insights?run=${load}`, 5],
  ] as const)
    await test.step(path, async () => {
      await app.goto(`/api-testing/${path}`);
      // What may be retried is known once the project of the run is read.
      if (path.startsWith('report/')) await app.getByRole('button', { name: 'Retry', exact: true }).waitFor();
      await tour.walk(steps);
    });
});

test('without data the pages have other tours, the test suites among them', async ({ app, client }) => {
  test.setTimeout(240_000);
  const tour = tourPage(app);
  await app.goto('/api-testing/workspace');
  await tour.walk(2);
  const projectId = await newProject(client, 'Empty');
  const suiteId = await newSuite(client, await newProject(client, 'Other'), 'Nothing');
  const [other] = (await client.call(workspaceRoutes.listProjects, { query: { searchTerm: 'Other' } })).content;
  for (const [path, title, steps] of [
    [`api-test-suite?project=${projectId}`, 'No suites yet', 3],
    [`api-test-suite/${suiteId}?project=${other?.projectId}`, 'The suite is empty', 2],
    [`certificates?project=${projectId}`, 'Servers that require a certificate', 1],
    [`schedulers?project=${projectId}`, 'Scheduled tests', 1],
    [`report-dashboard?project=${projectId}`, 'Nothing has run yet', 1],
    [`functional-report-insights?project=${projectId}`, 'No finished runs', 1],
    [`performance-report-dashboard?project=${projectId}`, 'No run yet', 1],
    ['performance-report-insights', 'No run chosen', 1],
    ['report-compare', 'Two runs are needed', 1],
  ] as const)
    await test.step(path, async () => {
      await app.goto(`/api-testing/${path}`);
      await tour.start();
      await expect(tour.heading).toHaveText(title);
      await app.keyboard.press('Escape');
      await tour.walk(steps);
    });
});

test('the pages around the services have tours, for those who see them [guided-tours-1]', async ({
  app,
  admin,
  elsewhere,
  baseURL,
}) => {
  test.setTimeout(420_000);
  const tour = tourPage(app);
  for (const [path, steps] of [
    ['/dashboard', 8],
    ['/user-metrics', 4],
    ['/service-store', 2],
    ['/profile', 3],
    ['/account/users', 5],
    ['/account/users?tab=teams', 2],
    ['/account/subscriptions/list', 3],
    ['/account/subscriptions/renew', 3],
    ['/account/security', 3],
    ['/billing-summary', 3],
    ['/api-testing/billing-history', 2],
  ] as const)
    await test.step(path, async () => {
      await app.goto(path);
      await tour.walk(steps);
    });
  await app.goto('/help');
  await expect(shell(app).heading('Help')).toBeVisible();
  await expect(tour.button).toHaveCount(0);

  const user = await control('user', { colleagueId: admin.userId, role: 'ROLE_USER' });
  const boss = await control('user', { colleagueId: admin.userId, role: 'ROLE_SUPERADMIN' });
  const [ofUser, ofBoss] = [await elsewhere(), await elsewhere()];
  await signInSuperAdmin(ofUser, user, baseURL ?? '');
  await signInSuperAdmin(ofBoss, boss, baseURL ?? '');
  for (const [page, path, steps] of [
    [ofUser, '/account/subscriptions/list', 1],
    [ofUser, '/service-store', 1],
    [ofBoss, '/organization-dashboard', 4],
    [ofBoss, '/organization-dashboard/limits', 3],
    [ofBoss, '/organization-dashboard/flags', 2],
  ] as const)
    await test.step(`${page === ofUser ? 'user' : 'super administrator'} ${path}`, async () => {
      await page.goto(path);
      await tourPage(page).walk(steps);
    });
});

test('a tour goes on by Next, Back, keys and a click of its target, over two screens [guided-tours-2] [guided-tours-4]', async ({
  app,
  client,
  projectId,
}) => {
  const suiteId = await newSuite(client, projectId, 'Orders');
  await newScript(client, suiteId, { scriptName: 'List', url: 'http://x.test/' });
  await app.goto(`/api-testing/api-test-suite?project=${projectId}`);
  const tour = tourPage(app);
  await expect(app.getByRole('link', { name: 'Orders', exact: true })).toBeVisible();
  await expect(tour.card).toHaveCount(0);
  await tour.start();
  await tour.isAt(1, 7);
  await expect(tour.next).toBeFocused();
  await expect(tour.back).toHaveCount(0);
  // What a step only shows is not clicked by mistake.
  await app.keyboard.press('ArrowRight');
  await tour.isAt(2, 7);
  await tour.back.click();
  await tour.isAt(1, 7);
  for (let number = 2; number <= 6; number += 1) {
    await app.keyboard.press('Enter');
    await tour.isAt(number, 7);
  }
  await expect(tour.heading).toHaveText('Open a suite');
  await app.getByRole('link', { name: 'Orders', exact: true }).click();
  await expect(shell(app).heading('Orders')).toBeVisible();
  await tour.isAt(7, 7);
  await tour.back.click();
  await tour.isAt(6, 7);
  await expect(shell(app).heading('Test Suites')).toBeVisible();
  await tour.next.click();
  await tour.isAt(7, 7);
  await tour.done.click();
  await expect(tour.card).toHaveCount(0);
  await expect(tour.button).toBeFocused();
  await app.keyboard.press('Enter');
  await tour.isAt(1, 8);
  await app.keyboard.press('Escape');
  await expect(tour.card).toHaveCount(0);

  await app.goto(`/api-testing/api-test-suite?project=${projectId}`);
  await tour.button.hover();
  await expect(app.getByRole('tooltip', { name: 'Take the tour of this page' })).toBeVisible();
  const [login, ids] = await app.evaluate(
    () => Object.entries(JSON.parse(localStorage.getItem('touchstone.tours') ?? '{}'))[0] ?? [],
  );
  expect(ids).toEqual(['api-test-suite-with-data']);
  expect(login).toContain('@');
});

test('a tour is accessible and fits windows of every width, light and dark', async ({ app }) => {
  const tour = tourPage(app);
  for (const [colorScheme, width] of [
    ['light', 320],
    ['dark', 390],
    ['dark', 2560],
  ] as const)
    await test.step(`${colorScheme}, ${width} pixels`, async () => {
      await app.setViewportSize({ width, height: 700 });
      await app.emulateMedia({ colorScheme });
      await app.goto('/dashboard');
      await tour.start();
      await tour.isAt(1, 8);
      expect(await violationsOf(app, { part: '[data-tour-card]' })).toEqual([]);
      for (let number = 2; number <= 8; number += 1) {
        await tour.next.click();
        await tour.isAt(number, 8);
      }
    });
});
