import { test } from '../fixtures.ts';
import { insightsOf } from '../test-data.ts';
import { makeLongNames } from './audit-data.ts';
import { expectDialogsFit, expectFits } from './fits.ts';

test('names of 255 characters without a space stay in their boxes: heads, lists, menus and dialogs', async ({
  app,
  client,
  target,
}) => {
  test.setTimeout(300_000);
  const { names, projectId, suiteId, runId, performanceRunId } = await makeLongNames(client, target.url);
  await insightsOf(client, projectId, 1);
  const actionsFor = (name: string) => app.getByRole('button', { name: `Actions for ${name}`, exact: true });
  const places: [string, string, () => Promise<unknown>][] = [
    ['all runs', `/runs?project=${projectId}`, () => app.getByRole('row').nth(1).waitFor()],
    ['run of any kind', `/runs/${runId}`, () => app.getByRole('region', { name: 'Report' }).waitFor()],
    [
      'report dashboard',
      `/api-testing/report-dashboard?project=${projectId}`,
      () => app.getByRole('row').nth(1).waitFor(),
    ],
    ['report', `/api-testing/report/${runId}`, () => app.getByRole('heading', { level: 2 }).waitFor()],
    [
      'report insights',
      `/api-testing/functional-report-insights?project=${projectId}`,
      () => app.getByRole('table', { name: 'Scripts' }).getByRole('link').first().waitFor(),
    ],
    [
      'performance report',
      `/api-testing/performance-report-insights?run=${performanceRunId}`,
      () => app.getByRole('heading', { level: 1 }).waitFor(),
    ],
    ['workspace', `/api-testing/workspace?project=${projectId}`, () => app.getByRole('row').nth(1).waitFor()],
    [
      'dashboard',
      '/dashboard',
      () => app.getByRole('list', { name: 'Recent tests' }).getByRole('link').first().waitFor(),
    ],
  ];
  for (const [what, path, ready] of places)
    await test.step(what, async () => {
      await app.goto(path);
      await ready();
      await expectFits(app, what);
    });
  await test.step('environments', async () => {
    await app.goto(`/api-testing/environments?project=${projectId}`);
    await actionsFor(names.environment).waitFor();
    await expectFits(app, 'environments');
    await expectDialogsFit(app, actionsFor(names.environment), ['Rename', 'Clone', 'Delete']);
  });
  await test.step('suites', async () => {
    await app.goto(`/api-testing/api-test-suite?project=${projectId}`);
    await actionsFor(names.suite).waitFor();
    await expectFits(app, 'suites');
    await expectDialogsFit(app, actionsFor(names.suite), ['Edit', 'Delete']);
    await app.getByRole('button', { name: `Run ${names.suite}`, exact: true }).click();
    await app.getByRole('dialog').waitFor();
    await expectFits(app, 'run');
  });
  await test.step('editor', async () => {
    await app.goto(`/api-testing/api-test-suite/${suiteId}?project=${projectId}`);
    await actionsFor(names.script).waitFor();
    await expectFits(app, 'editor');
    await expectDialogsFit(app, actionsFor(names.script), ['Move to folder or suite…', 'Delete script…']);
    await expectDialogsFit(app, actionsFor(`folder ${names.folder}`), [
      'Rename folder…',
      'Move folder…',
      'Delete folder…',
    ]);
  });
});
