import { expect, test } from '../fixtures.ts';
import { newScript, newSuite } from '../test-data.ts';
import { newOrchestrationProject, newWorkflow, startWorkflow } from './orchestration-data.ts';

test('reports list executions of all projects with counts, and show a running one with its clock, configuration, scripts and steps [orchestration-6]', async ({
  app,
  client,
  projectId,
  target,
}) => {
  const suiteId = await newSuite(client, projectId, 'Checkout');
  const quick = await newScript(client, suiteId, { scriptName: 'Create order', url: `${target.url}/json` });
  const held = await newScript(client, suiteId, { scriptName: 'Pay order', url: `${target.url}/held/pay` });
  const script = (id: string, { scriptId }: { scriptId: string }, name: string) => ({
    id,
    kind: 'api-script',
    name,
    settings: { scriptId, suiteId, projectId },
  });
  const shop = await newOrchestrationProject(client, 'Shop flows', 'SHOP');
  const bank = await newOrchestrationProject(client, 'Bank flows', 'BANK');
  const short = await newWorkflow(client, bank.folderUuid, 'Smoke', [script('a', quick, 'Create order')]);
  const long = await newWorkflow(client, shop.folderUuid, 'Pay', [
    script('a', quick, 'Create order'),
    script('b', held, 'Pay order'),
  ]);
  await startWorkflow(client, short);
  await app.goto('/test-orchestration/reports');
  const list = app.getByRole('list', { name: 'Executions' });
  const tile = (name: string) => app.locator('dl > div').filter({ hasText: new RegExp(`^${name}`, 'i') });
  await expect(list.getByRole('button', { name: /^Passed Smoke/ })).toBeVisible();
  await startWorkflow(client, long, { currency: 'EUR' });
  await app.reload();
  await list.getByRole('button', { name: /Pay/ }).click();

  const execution = app.getByRole('article', { name: 'Execution' });
  await expect(execution.getByRole('heading', { level: 2, name: 'Pay' })).toBeVisible();
  await expect(tile('Running')).toContainText('1');
  await expect(tile('Passed')).toContainText('1');
  const clock = execution.getByRole('timer', { name: 'Execution time' });
  const before = await clock.textContent();
  await expect(clock).not.toHaveText(before ?? '');
  await expect(execution.getByRole('region', { name: 'Run configuration' })).toContainText('currency = EUR');
  const scripts = execution.getByRole('list', { name: 'Executed scripts' });
  await expect(scripts.getByRole('button')).toHaveText([/Create order.*Passed/, /Pay order.*Running/]);
  await scripts.getByRole('button', { name: /Create order/ }).click();
  await expect(
    execution.getByRole('region', { name: 'Executed steps' }).getByRole('list', { name: 'Steps' }),
  ).toContainText('Create order');

  target.release();
  await expect(scripts.getByRole('button')).toHaveText([/Create order.*Passed/, /Pay order.*Passed/]);
  await expect(tile('Passed')).toContainText('2');
  const end = await clock.textContent();

  // A single project; and back to the run's canvas.
  await app.getByRole('combobox', { name: 'Project' }).click();
  await app.getByRole('option', { name: 'Shop flows' }).click();
  await expect(list.getByRole('button')).toHaveCount(1);
  expect(end).toMatch(/^\d\d:\d\d$/);
  await app.getByRole('link', { name: 'Open canvas' }).click();
  await expect(app.getByRole('group', { name: /^Pay order, .*Passed/ })).toBeVisible();
});
