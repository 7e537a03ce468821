import type { RepositoryStepInput } from '@touchstone/contracts/web-testing';
import { webTestingRoutes as calls } from '@touchstone/contracts/web-testing';
import { openShop, type Shop } from '@touchstone/engine-browser/testing';
import { expect, test } from '../fixtures.ts';
import { newOrchestrationProject } from '../orchestration/orchestration-data.ts';

let shop: Shop;
test.beforeAll(async () => {
  shop = await openShop();
});
test.afterAll(() => shop.close());

const title = (expected: string): RepositoryStepInput => ({
  id: 'title',
  keyword: 'verifyTitle',
  args: { expected },
  timeoutMs: 500,
  evidence: 'always',
});

test('a script of web testing runs as a block of a workflow, and its report is laid beside the last run that passed', async ({
  app,
  client,
}) => {
  const { projectId } = await client.call(calls.createProject, { body: { projectName: 'Tea shop' } });
  const module = await client.call(calls.createModule, { query: { projectId }, body: { moduleName: 'Look' } });
  const { uuid: scriptUUID } = await client.call(calls.createScript, {
    query: { moduleUUID: module.uuid },
    body: { testScriptName: 'See products' },
  });
  const save = async (expected: string, revision: number) => {
    const steps = [{ id: 'open', keyword: 'openUrl', args: { url: '{{shop}}' } }, title(expected)];
    await client.call(calls.saveSteps, { body: { scriptUUID, revision, steps } });
  };
  await save('Products – Leaf & Bean', (await client.call(calls.getSteps, { query: { scriptUUID } })).revision);
  const { folderKey } = await newOrchestrationProject(client, 'Tea journeys', 'TEA');

  await app.goto(`/test-orchestration/new-work-flow?folder=${folderKey}`);
  await app.getByLabel('Workflow name').fill('Look around');
  await app.getByRole('button', { name: 'Create Workflow' }).click();
  const blocks = app.getByRole('region', { name: 'Blocks' });
  const details = app.getByRole('complementary', { name: 'Workflow details' });
  await app.getByRole('region', { name: 'Canvas' }).locator('[data-block]').filter({ hasText: 'Start' }).click();
  await blocks.getByRole('combobox', { name: 'Service' }).click();
  await app.getByRole('option', { name: 'Web Testing' }).click();
  await app.getByLabel('Search blocks and scripts').fill('see products');
  await blocks.getByRole('button', { name: 'See products' }).click();
  await details.getByLabel('Value of shop').fill(shop.url);
  await expect(details.getByRole('combobox', { name: 'Script', exact: true })).toHaveValue('Look / See products');
  await app.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(app.getByRole('group', { name: /^See products, .*Passed/ })).toBeVisible({ timeout: 30_000 });
  await app.getByRole('group', { name: /^See products/ }).click();
  await details.getByRole('link', { name: 'Open the run of this block' }).click();
  await expect(app.getByRole('heading', { level: 1, name: /See products/ })).toBeVisible();

  const { environmentId } = await client.call(calls.createEnvironment, {
    body: { projectUUID: projectId, environmentName: 'Here', variables: [{ name: 'shop', value: shop.url }] },
  });
  const run = async () => {
    const { runId } = await client.call(calls.executeTest, { body: { scriptUUIDs: [scriptUUID], environmentId } });
    const status = async () => (await client.call(calls.getTestReport, { query: { runId } })).run.status;
    await expect.poll(status, { timeout: 30_000 }).toMatch(/passed|failed/);
    return runId;
  };
  await run();
  await save('Nonsense', (await client.call(calls.getSteps, { query: { scriptUUID } })).revision);
  await app.goto(`/web-testing/web-final-result?run=${await run()}`);
  await app.getByRole('link', { name: 'Compare with last passed' }).click();
  await expect(app.getByRole('list', { name: 'Steps' }).getByRole('button')).toHaveText([/equals "Nonsense".*Broken/]);
  const sides = app.getByRole('table');
  await expect(sides.getByRole('row', { name: /^Expected/ })).toContainText('Products – Leaf & Bean');
  await expect(sides.getByRole('img')).toHaveCount(2);
});
