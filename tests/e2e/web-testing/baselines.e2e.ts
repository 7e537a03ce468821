import { type RepositoryStepInput, webTestingRoutes as routes } from '@touchstone/contracts/web-testing';
import { openShop, type Shop } from '@touchstone/engine-browser/testing';
import { expect, test } from '../fixtures.ts';

let shop: Shop;
test.beforeAll(async () => {
  shop = await openShop();
});
test.afterAll(() => shop.close());

test('a picture that changed is compared with its baseline, accepted, and taken back on the page of baselines', async ({
  app,
  client,
}) => {
  test.slow();
  const { projectId } = await client.call(routes.createProject, { body: { projectName: 'Pictures' } });
  const query = { projectId };
  const { uuid: moduleUUID } = await client.call(routes.createModule, { query, body: { moduleName: 'Look' } });
  const { uuid: scriptUUID } = await client.call(routes.createScript, {
    query: { moduleUUID },
    body: { testScriptName: 'Home' },
  });
  const stepsOf = (colour: string): RepositoryStepInput[] => [
    { id: 'open', keyword: 'openUrl', args: { url: `${shop.url}/` } },
    { id: 'paint', keyword: 'runJavaScript', args: { code: `document.querySelector('h1').style.color = '${colour}'` } },
    { id: 'look', keyword: 'verifyScreenshot', args: { name: 'Home' }, timeoutMs: 5000 },
  ];
  const run = async (colour: string) => {
    const { runId } = await client.call(routes.executeModuleTest, { body: { scriptUUID, steps: stepsOf(colour) } });
    const ended = async () => (await client.call(routes.getTestReport, { query: { runId } })).run.status;
    await expect.poll(ended, { timeout: 60_000 }).toMatch(/passed|failed/);
    return runId;
  };
  await run('black');
  const runId = await run('red');

  await app.goto(`/web-testing/web-final-result?run=${runId}`);
  await expect(app.getByText(/differ from version 1 of the baseline; 0 % may\./).first()).toBeVisible();
  await expect(app.getByRole('img', { name: 'Home, expected' })).toBeVisible();
  await expect(app.getByRole('slider', { name: 'Part of the baseline in percent' })).toBeVisible();
  await app.getByText('Difference', { exact: true }).click();
  await expect(app.getByRole('img', { name: 'Home, difference' })).toBeVisible();
  await app.getByRole('button', { name: 'Accept as new baseline' }).click();
  await expect(app.getByText(/This is version 2 of the baseline, accepted by/)).toBeVisible();

  await app.getByRole('link', { name: 'Versions' }).click();
  await expect(app.getByRole('img', { name: 'Baseline of Home, version 2' })).toBeVisible();
  await app.getByRole('button', { name: 'Use version 1' }).click();
  await expect(app.getByRole('img', { name: 'Baseline of Home, version 1' })).toBeVisible();
});
