import { webTestingRoutes as routes } from '@touchstone/contracts/web-testing';
import { openChangingPage } from '@touchstone/engine-browser/testing';
import { expect, test } from '../fixtures.ts';

let site: Awaited<ReturnType<typeof openChangingPage>>;
test.beforeAll(async () => {
  site = await openChangingPage();
});
test.afterAll(() => site.close());

test('a page changes, its run fails, the element is accepted, and the script passes again [web-execution-5]', async ({
  app,
  client,
}) => {
  test.slow();
  const { projectId } = await client.call(routes.createProject, { body: { projectName: 'Healer' } });
  const query = { projectId };
  const { uuid: moduleUUID } = await client.call(routes.createModule, { query, body: { moduleName: 'Checkout' } });
  const { uuid: scriptUUID } = await client.call(routes.createScript, {
    query: { moduleUUID },
    body: { testScriptName: 'Pay' },
  });
  const target = { name: 'Pay', locators: [{ by: 'css' as const, value: '#pay' }] };
  const steps = [
    { id: 'open', keyword: 'openUrl', args: { url: site.url } },
    { id: 'pay', keyword: 'click', target, timeoutMs: 2000 },
    { id: 'title', keyword: 'verifyTitle', args: { expected: 'Paid' }, timeoutMs: 2000 },
  ];
  await client.call(routes.addSteps, { query: { scriptUUID }, body: { steps } });
  const run = async () => {
    const { runId } = await client.call(routes.executeTest, { body: { scriptUUIDs: [scriptUUID] } });
    const ended = async () => (await client.call(routes.getTestReport, { query: { runId } })).run.status;
    await expect.poll(ended, { timeout: 60_000 }).toMatch(/passed|failed/);
    return runId;
  };
  await run();
  site.show('changed');
  const runId = await run();

  await app.goto(`/web-testing/web-final-result?run=${runId}`);
  const panel = app.getByRole('region', { name: 'Element not found' });
  await expect(panel.getByText('An element of the page is surely the same.')).toBeVisible();
  await expect(panel.getByRole('button', { name: /^Element 1, Pay now: Surely the same/ })).toBeVisible();
  await expect(panel.getByRole('row', { name: /ID.*pay.*checkout-4711/ })).toBeVisible();
  await panel.getByRole('button', { name: 'Use this element' }).click();
  await expect(panel.getByText(/Accepted by/)).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Undo' })).toBeFocused();

  await app.getByRole('link', { name: 'Open script' }).click();
  await app.getByRole('button', { name: 'Dry Run' }).click();
  await expect(app.getByText('Pass', { exact: true })).toBeVisible({ timeout: 60_000 });
});
