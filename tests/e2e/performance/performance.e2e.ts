import { readFile } from 'node:fs/promises';
import type { Client } from '@touchstone/contracts';
import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { virtualUserRoutes } from '@touchstone/contracts/virtual-users';
import { expect, test } from '../fixtures.ts';
import { performancePage } from '../pages/performance.page.ts';
import { shell } from '../pages/shell.page.ts';
import { tourPage } from '../pages/tour.page.ts';
import { expectStatus, newScript, newSuite } from '../test-data.ts';

/** A suite that reads the product's own sample API. */
async function petSuite(client: Client, projectId: string, origin: string): Promise<string> {
  const suiteId = await newSuite(client, projectId, 'Pets');
  const url = `${origin}/sample/petstore`;
  await newScript(client, suiteId, {
    scriptName: 'List pets',
    url: `${url}/pets?limit=2`,
    assertions: [expectStatus(200)],
  });
  await newScript(client, suiteId, { scriptName: 'Health', url: `${url}/health`, assertions: [expectStatus(200)] });
  return suiteId;
}

/** Starts a run of two seconds over HTTP and waits for its end. */
async function shortRun(client: Client, projectId: string, suiteId: string, name: string): Promise<string> {
  const load = { type: 'constant-vus' as const, vus: 2, durationMs: 2000 };
  const { runId } = await client.call(apiTestingRoutes.executeTest, {
    body: { type: 'performance', projectId, suiteIds: [suiteId], name, performance: { load } },
  });
  await expect
    .poll(async () => (await client.call(apiTestingRoutes.getPerformanceReport, { query: { runId } })).run.phase, {
      timeout: 45_000,
    })
    .toBe('ended');
  return runId;
}

test('a small run is stated with its curve, watched live and reported; the page of the run has a tour [performance-virtual-users-1] [guided-tours-1]', async ({
  app,
  client,
  projectId,
  baseURL,
}) => {
  test.setTimeout(120_000);
  await petSuite(client, projectId, baseURL ?? '');
  const performance = performancePage(app);
  await performance.open(projectId);
  await expect(app.getByLabel('End load')).toHaveValue('100');
  await expect(app.getByText('at most 100 virtual users')).toBeVisible();
  await performance.chooseSuite('Pets');
  await performance.constantUsers(3, '6s');
  await expect(app.getByText('6 s, at most 3 virtual users')).toBeVisible();
  await expect(app.getByText('This run reserves 3 free users.')).toBeVisible();
  await performance.startButton.click();

  await expect(shell(app).toast('Run initiated')).toBeVisible();
  await expect(performance.stopButton).toBeVisible();
  await expect(app.getByRole('img', { name: 'Percentiles of the response time in each second' })).toBeVisible();
  await expect(performance.requests.getByRole('row', { name: /List pets/ })).toBeVisible({ timeout: 45_000 });
  await expect(app.getByRole('button', { name: 'Download' })).toBeVisible({ timeout: 60_000 });
  await expect(app.getByText('Nothing has failed.')).toBeVisible();
  expect(Number((await performance.figure('Requests').textContent())?.replaceAll(',', ''))).toBeGreaterThan(10);
  await expect(performance.figure('Virtual users')).toHaveText('3');

  const files: Record<string, RegExp> = { HTML: /<html/, CSV: /second/i, JSON: /^\{/ };
  for (const [name, holds] of Object.entries(files)) {
    await app.getByRole('button', { name: 'Download' }).click();
    const waiting = app.waitForEvent('download');
    await app.getByRole('menuitem', { name: new RegExp(`^${name}`) }).click();
    expect(await readFile(await (await waiting).path(), 'utf8')).toMatch(holds);
  }
  await tourPage(app).walk(5);
});

test('mistakes stand at their fields, and nothing starts; a run is stopped and gives its virtual users back; missing ones are named before and refused at the start', async ({
  app,
  client,
  projectId,
  baseURL,
}) => {
  test.setTimeout(240_000);
  await petSuite(client, projectId, baseURL ?? '');
  const performance = performancePage(app);
  await performance.open(projectId);
  await app.getByLabel('End load').fill('');
  await expect(app.getByText('Enter a whole number of at least 1.')).toBeVisible();
  await expect(app.getByText('Complete the fields to see the load.')).toBeVisible();
  await app.getByLabel('End load').fill('20');
  const threshold = app.getByRole('textbox', { name: 'Threshold 1' });
  const proposed = await threshold.inputValue();
  await threshold.fill('fast please');
  await performance.startButton.click();
  await expect(app.getByText('Choose at least one test suite.')).toBeVisible();
  await expect(app.getByText(/"fast please"/)).toBeVisible();
  expect((await client.call(apiTestingRoutes.listPerformanceReports, { body: { projectId } })).totalElements).toBe(0);
  await test.step('a run is stopped', async () => {
    await threshold.fill(proposed);
    await performance.chooseSuite('Pets');
    await performance.constantUsers(2, '4m');
    await performance.startButton.click();
    await expect(performance.requests.getByRole('row', { name: /Health/ })).toBeVisible({ timeout: 45_000 });
    const held = await client.call(virtualUserRoutes.getVirtualUserWallet, { query: {} });
    expect(held.privateWallet).toMatchObject({ freeVirtualUsers: 998, reservedVirtualUsers: 2 });
    await performance.stopButton.click();
    await app.getByRole('dialog').getByRole('button', { name: 'Stop run' }).click();
    await expect(shell(app).toast('Run canceled')).toBeVisible({ timeout: 60_000 });
    await expect(app.getByRole('button', { name: 'Download' })).toBeVisible();
    await expect
      .poll(async () => (await client.call(virtualUserRoutes.getVirtualUserWallet, { query: {} })).privateWallet)
      .toMatchObject({ freeVirtualUsers: 1000, reservedVirtualUsers: 0 });
  });
  await test.step('more users than the wallet has', async () => {
    await performance.open(projectId);
    await performance.chooseSuite('Pets');
    await performance.constantUsers(1200, '5s');
    await expect(app.getByText('Missing: 200 virtual users')).toBeVisible();
    await performance.startButton.click();
    await expect(shell(app).toast('This run needs 1200 virtual users, the wallet has 1000.')).toBeVisible();
    await app.getByRole('link', { name: 'Buy a pack' }).click();
    await expect(app.getByRole('dialog', { name: 'Virtual users' })).toBeVisible();
  });
});

test('two runs are compared, and reports are filtered and deleted', async ({ app, client, projectId, baseURL }) => {
  test.setTimeout(150_000);
  const suiteId = await petSuite(client, projectId, baseURL ?? '');
  await shortRun(client, projectId, suiteId, 'First');
  await shortRun(client, projectId, suiteId, 'Second');
  await app.goto(`/api-testing/performance-report-dashboard?project=${projectId}`);
  const runs = app.getByRole('table', { name: 'Performance runs' });
  await expect(runs.getByRole('link')).toHaveText(['Second #2', 'First #1']);
  await app.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
  await app.getByRole('button', { name: 'Compare' }).click();
  await expect(app.getByRole('heading', { level: 1, name: 'Second' })).toBeVisible();
  const comparison = app.getByRole('table', { name: 'Comparison with the baseline' });
  await expect(comparison.getByRole('row', { name: /^All requests/ })).toContainText(
    /Faster|Slower|Mixed|No clear difference|Too few requests/,
  );
  await expect(comparison.getByRole('row')).toHaveCount(4);

  await app.goto(`/api-testing/performance-report-dashboard?project=${projectId}`);
  await app.getByLabel('Filter runs').fill('First');
  await expect(runs.getByRole('link')).toHaveText(['First #1']);
  await app.goto(`/api-testing/performance-report-dashboard?project=${projectId}&status=queued`);
  await expect(app.getByRole('heading', { name: 'No runs match' })).toBeVisible();
  await app.goto(`/api-testing/performance-report-dashboard?project=${projectId}&status=passed&q=First`);
  await expect(runs.getByRole('link')).toHaveText(['First #1']);
  await app.getByRole('checkbox', { name: 'Select First' }).check();
  await app.getByRole('button', { name: 'Delete 1…' }).click();
  await app.getByRole('dialog').getByRole('button', { name: 'Delete report' }).click();
  await expect(app.getByRole('heading', { name: 'No runs match' })).toBeVisible();
});
