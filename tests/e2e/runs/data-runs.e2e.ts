import { expectAccessible, inBothSchemes } from '../accessibility.ts';
import { expect, test } from '../fixtures.ts';
import { choose } from '../pages/choose.ts';
import { editorPage } from '../pages/editor.page.ts';
import { reportPage } from '../pages/report.page.ts';
import { suitesPage } from '../pages/suites.page.ts';
import { expectStatus, newScript, newSuite, runToEnd } from '../test-data.ts';

const file = (name: string, text: string) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(text),
});

test('a suite runs once for each chosen row of a file [functional-runs-reports-1]', async ({
  app,
  client,
  projectId,
  target,
}) => {
  const suiteId = await newSuite(client, projectId, 'Users');
  await newScript(client, suiteId, {
    scriptName: 'Read',
    url: `${target.url}/echo?name={{name}}&role={{role}}`,
    assertions: [expectStatus(200)],
  });
  await newScript(client, suiteId, {
    scriptName: 'Status',
    url: `${target.url}/status/{{code}}`,
    assertions: [expectStatus(200)],
  });
  const suites = suitesPage(app);
  await suites.open(projectId);
  await app.getByRole('button', { name: 'Run Users', exact: true }).click();
  const dialog = app.getByRole('dialog', { name: 'Run Users' });
  await dialog.getByRole('switch', { name: 'Once for each row of a data file' }).click();
  await dialog.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(dialog.getByText('Please choose a data file.')).toBeVisible();

  const input = dialog.locator('input[type=file]');
  await input.setInputFiles(file('report.pdf', '%PDF'));
  await expect(dialog.getByRole('alert')).toContainText('Only excel file is allowed.');
  await input.setInputFiles(file('users.csv', 'name,code\nAda,200\nBen,200,9\n'));
  await expect(dialog.getByRole('alert')).toContainText('Row 2, column 3');

  await input.setInputFiles(file('users.csv', 'name,code,note\nAda,200,x\nBen,404,x\nCyd,200,x\nDan,200,x\n'));
  await expect(dialog.getByText('4 rows', { exact: true })).toBeVisible();
  await expect(dialog.getByRole('cell', { name: 'Dan' })).toBeVisible();
  await expect(dialog.getByText('Scripts use 2 of 3 columns.')).toBeVisible();
  await expect(dialog.getByText('No value for {{role}} in the file or the environment.')).toBeVisible();
  await dialog.getByLabel('First row', { exact: true }).fill('3');
  await dialog.getByLabel('Last row', { exact: true }).fill('2');
  await dialog.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(dialog.getByText('The last row comes before the first.')).toBeVisible();
  await dialog.getByLabel('First row', { exact: true }).fill('2');
  await dialog.getByLabel('Last row', { exact: true }).fill('3');
  await choose(app, 'Name iterations by', 'name');
  await inBothSchemes(app, () => expectAccessible(app, '[role=dialog]'));
  await dialog.getByRole('button', { name: 'Run', exact: true }).click();

  const report = reportPage(app);
  await expect(report.heading).toContainText('Fail');
  await expect(app.getByText('2 rows of users.csv')).toBeVisible();
  await app.getByRole('button', { name: 'Failed first' }).click();
  await expect(report.steps).toContainText('Users · Ben');
  await expect(report.steps).toContainText('Users · Cyd');
  await expect(report.steps.getByRole('option')).toHaveText([
    /Read \(Ben\)/,
    /Status \(Ben\)/,
    /Read \(Cyd\)/,
    /Status \(Cyd\)/,
  ]);
  await report.step('Status (Ben)').click();
  await expect(report.detail('Status (Ben)')).toContainText('404');

  // The file stays with the suite.
  await suites.open(projectId);
  await app.getByRole('button', { name: 'Run Users', exact: true }).click();
  await dialog.getByRole('switch', { name: 'Once for each row of a data file' }).click();
  await dialog.getByRole('button', { name: 'Use users.csv of the last run' }).click();
  await expect(dialog.getByLabel('Last row', { exact: true })).toHaveValue('3');
  await dialog.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(app.getByText('2 rows of users.csv')).toBeVisible();
});

test('retries, a condition and variables of the suite are set in the editor and honoured by a run; every execution of a step that a script goes back to is shown, in their order', async ({
  app,
  client,
  projectId,
  target,
}) => {
  const suiteId = await newSuite(client, projectId, 'Flow');
  await newScript(client, suiteId, {
    scriptName: 'Flaky',
    url: `${target.url}/status/503`,
    assertions: [expectStatus(200)],
  });
  await newScript(client, suiteId, { scriptName: 'Only live', url: `${target.url}/json` });
  const editor = editorPage(app);
  await editor.open(projectId, suiteId);
  await editor.section('Settings');
  await app.getByRole('switch', { name: 'Retry if it fails' }).click();
  await app.getByLabel('Retries', { exact: true }).fill('2');
  await app.getByLabel('First delay').fill('1');
  await editor.save.click();
  await expect(editor.save).toBeDisabled();

  await editor.scripts.getByText('Only live').click();
  await editor.section('Settings');
  await app.getByRole('switch', { name: 'Run only if' }).click();
  await editor.save.click();
  await expect(app.getByText('Please enter variable name.')).toBeVisible();
  await app.getByRole('textbox', { name: 'Variable', exact: true }).fill('stage');
  await app.getByRole('textbox', { name: 'Value', exact: true }).fill('live');
  await expectAccessible(app);
  await editor.save.click();

  await app.getByRole('button', { name: 'Actions for suite Flow' }).click();
  await app.getByRole('menuitem', { name: 'Suite variables…' }).click();
  const dialog = app.getByRole('dialog', { name: 'Variables of Flow' });
  await dialog.getByRole('textbox').first().fill('stage');
  await dialog.getByRole('textbox').nth(1).fill('test');
  await dialog.getByRole('button', { name: 'Save variables' }).click();
  await expect(app.getByText('Variables of Flow saved.')).toBeVisible();

  const runId = await runToEnd(client, { projectId, suiteIds: [suiteId] });
  const report = reportPage(app);
  await report.open(runId);
  const flaky = report.detail('Flaky');
  await expect(flaky).toContainText('3 attempts');
  await flaky.getByRole('tab', { name: 'Attempts' }).click();
  await expect(flaky.getByRole('tabpanel')).toContainText('Attempt 3');
  await report.step('Only live').click();
  await expect(report.detail('Only live')).toContainText('Skipped because {{stage}} is "test"');

  const pollId = await newSuite(client, projectId, 'Poll');
  const times = `pm.variables.set('n', String(Number(pm.variables.get('n') ?? 0) + 1));`;
  await newScript(client, pollId, { scriptName: 'Ask', url: `${target.url}/json` });
  await newScript(client, pollId, {
    scriptName: 'Check',
    url: `${target.url}/json`,
    testScript: `${times} if (Number(pm.variables.get('n')) < 3) pm.execution.setNextRequest('Ask');`,
  });
  await newScript(client, pollId, { scriptName: 'Done', url: `${target.url}/json` });
  const pollRunId = await runToEnd(client, { projectId, suiteIds: [pollId] });
  await app.goto(`/api-testing/report/${pollRunId}?sort=plan`);
  await expect(report.steps.getByRole('option')).toHaveText([
    /Ask/,
    /Check/,
    /Ask · time 2/,
    /Check · time 2/,
    /Ask · time 3/,
    /Check · time 3/,
    /Done/,
  ]);
  await report.step('Check · time 2').click();
  await expect(report.detail('Check')).toContainText('went on with Ask');
});
