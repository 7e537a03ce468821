import { control } from '../control.ts';
import { expect, test } from '../fixtures.ts';
import { newScript, newSuite } from '../test-data.ts';
import { newOrchestrationProject } from './orchestration-data.ts';

test('data hub, wait, send e-mail, stop and comment are set up on the canvas and run by a run configuration of their own [orchestration-3] [orchestration-5]', async ({
  app,
  client,
  projectId,
  target,
}) => {
  const suite = await newSuite(client, projectId, 'Checkout');
  await newScript(client, suite, { scriptName: 'Slow report', url: `${target.url}/held/report` });
  const { folderKey } = await newOrchestrationProject(client, 'Night shift', 'NIGHT');
  const to = `desk-${projectId}@example.test`;

  await app.goto(`/test-orchestration/new-work-flow?folder=${folderKey}`);
  await app.getByLabel('Workflow name').fill('Tell the desk');
  await app.getByRole('button', { name: 'Create Workflow' }).click();
  const canvas = app.getByRole('region', { name: 'Canvas' });
  const block = (name: string) => canvas.locator('[data-block]').filter({ hasText: name });
  const blocks = app.getByRole('region', { name: 'Blocks' });
  const add = async (name: string) => {
    await app.getByLabel('Search blocks and scripts').fill(name);
    await blocks.getByRole('button', { name, exact: true }).click();
    await expect(block(name)).toBeVisible();
  };
  const details = app.getByRole('complementary', { name: 'Workflow details' });
  await block('Start').click();
  await add('Data hub');
  await details.getByLabel(/^Name of the /).fill('city');
  await details.getByRole('button', { name: /^Add / }).click();
  await details.getByLabel('Value of city').fill('Rome');
  await add('Wait');
  await details.getByLabel('Wait for').fill('2');
  await add('Send e-mail');
  await details.getByLabel('Recipients').fill(to);
  await app.keyboard.press('Enter');
  await details.getByLabel('Subject').fill('Open orders');
  await details.getByLabel('Text').fill('Look at {{city}}.');
  await details.getByLabel('Name of the input').fill('city');
  await details.getByRole('button', { name: 'Add input' }).click();
  await details.getByRole('combobox', { name: /^city · string/ }).click();
  await app.getByRole('option', { name: 'Data hub → city (string)' }).click();
  await add('Stop');
  // Runs in parallel, until the stop node ends everything.
  await app.getByRole('button', { name: 'Fit to window' }).click();
  await block('Start').click();
  await add('Slow report');
  await add('Comment');
  await details.getByLabel('Text').fill('Only at night.');
  await expect(block('Only at night.')).toBeVisible();

  await app.getByRole('button', { name: 'Run configuration' }).click();
  const dialog = app.getByRole('dialog');
  await dialog.getByRole('button', { name: 'New Configuration' }).click();
  await dialog.getByLabel('Configuration name').fill('Night run');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(app.getByText('Run configuration Night run saved.')).toBeVisible();
  await expect(dialog.getByRole('combobox', { name: 'Configuration' })).toHaveValue('Night run');
  await dialog.getByRole('button', { name: 'Run', exact: true }).click();

  const group = (name: string, state: string) => app.getByRole('group', { name: new RegExp(`^${name}, .*${state}`) });
  await expect(group('Slow report', 'Running')).toBeVisible();
  await expect(group('Wait', 'Waiting')).toBeVisible();
  await expect(group('Send e-mail', 'Passed')).toBeVisible();
  await expect(group('Stop', 'Passed')).toBeVisible();
  await expect(group('Slow report', 'Cancelled')).toBeVisible();
  await expect
    .poll(async () =>
      (await control('outbox', { to })).map(({ subject, text }) => [subject, text.includes('Look at Rome.')]),
    )
    .toEqual([['Open orders', true]]);
  await app.getByRole('link', { name: 'Open report' }).click();
  await expect(app.getByRole('definition').filter({ hasText: /^Night run$/ })).toBeVisible();
});
