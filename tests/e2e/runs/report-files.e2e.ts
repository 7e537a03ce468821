import { readFile } from 'node:fs/promises';
import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { expect, test } from '../fixtures.ts';
import { reportPage } from '../pages/report.page.ts';
import { shell } from '../pages/shell.page.ts';
import { expectJson, expectStatus, newScript, newSuite } from '../test-data.ts';

test('a report is not there before the end; then HTML opens from the disk, in light and dark, and asks nothing of the network, and JUnit counts what failed [functional-runs-reports-3]', async ({
  app,
  context,
  client,
  projectId,
  target,
}, testInfo) => {
  test.slow();
  const suiteId = await newSuite(client, projectId, 'Orders');
  await newScript(client, suiteId, { scriptName: 'Right', url: `${target.url}/json`, assertions: [expectStatus(200)] });
  await newScript(client, suiteId, {
    scriptName: 'Wrong',
    url: `${target.url}/price`,
    assertions: [expectJson('$.price', 42.5)],
  });
  await newScript(client, suiteId, { scriptName: 'Held', url: `${target.url}/held/1` });
  const { runId } = await client.call(apiTestingRoutes.executeTest, { body: { projectId, suiteIds: [suiteId] } });
  const report = reportPage(app);
  await report.open(runId);
  await report.download('HTML report');
  await expect(shell(app).toast('Report is not ready yet. Please wait until the execution is complete')).toBeVisible();
  target.release();
  await expect(report.heading).toContainText('Fail');
  const xmlWaiting = app.waitForEvent('download');
  await report.download('JUnit XML');
  const xmlFile = testInfo.outputPath('report.xml');
  await (await xmlWaiting).saveAs(xmlFile);
  const xml = await readFile(xmlFile, 'utf8');
  expect(xml).toMatch(/<testsuites?[^>]* failures="1"/);
  expect(xml).toContain('name="Wrong"');
  expect(xml).toContain('42.05');

  const waiting = app.waitForEvent('download');
  await report.download('HTML report');
  const download = await waiting;
  expect(download.suggestedFilename()).toMatch(/\.html$/);
  const file = testInfo.outputPath('report.html');
  await download.saveAs(file);

  const page = await context.newPage();
  const asked: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  const backgrounds: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto(`file://${file}`);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Orders');
    await expect(page.getByText('Wrong', { exact: true }).first()).toBeVisible();
    await expect(page.getByText('expected 42.5, got 42.05').first()).toBeVisible();
    backgrounds.push(await page.evaluate(() => getComputedStyle(document.body).backgroundColor));
  }
  expect(backgrounds[0]).not.toBe(backgrounds[1]);
  expect(asked.filter((url) => !url.startsWith('file:') && !url.startsWith('data:'))).toEqual([]);
  expect(complaints).toEqual([]);
});
