import { screen, waitFor, within } from '@testing-library/react';
import type { Sprint, Suite, SuiteMetrics as SuiteNumbers } from '@touchstone/contracts/web-testing';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { id, scriptOf } from '../testing/mocks.ts';
import { call, pageOf, sentCalls, serverFor, show } from '../testing/show-page.tsx';
import { SprintsPage } from './sprints.page.tsx';
import { TestsPage } from './tests.page.tsx';

const at = '2026-11-20T10:00:00.000Z';
const sprintOf = (given: Partial<Sprint> = {}): Sprint => ({
  uuid: id(61),
  sprintName: 'Autumn',
  sprintActive: true,
  sprintDescription: '',
  sprintExecutionStatus: 'CREATED',
  projectUUID: id(1),
  startDate: '2026-11-01',
  endDate: null,
  startedAt: null,
  completedAt: null,
  suiteCount: 1,
  createdAt: at,
  updatedAt: at,
  ...given,
});
const suiteOf = (given: Partial<Suite> = {}): Suite => ({
  uuid: id(71),
  testSuiteName: 'Smoke',
  description: '',
  moduleName: null,
  isChaining: false,
  isFunctional: true,
  sprintUUID: null,
  projectUUID: id(1),
  scriptCount: 2,
  lastRun: null,
  createdBy: 'Ada',
  createdDate: at,
  modifiedDate: at,
  ...given,
});
const lamp = scriptOf();
const chair = scriptOf({ uuid: id(4), testScriptName: 'Buy a chair' });
const table = scriptOf({ uuid: id(5), testScriptName: 'Buy a table' });
const { sent, keep } = sentCalls();
const metrics: SuiteNumbers = {
  suites: { total: 4, passed: 2, failed: 1, notRun: 1 },
  passRate: 66.7,
  scripts: 9,
  steps: { total: 40, passed: 38, failed: 1, skipped: 1 },
  durationMs: 64_000,
  lastRunAt: '2026-11-20T10:00:00.000Z',
};
const server = serverFor(
  http.get(call('get-all-sprints'), () => HttpResponse.json(pageOf(sprintOf()))),
  http.get(call('get-all-sprints-old'), () => HttpResponse.json([sprintOf()])),
  http.post(call('sprints'), keep('create sprint', sprintOf(), 201)),
  http.put(call('start-sprint'), keep('start', sprintOf())),
  http.put(call('complete-sprint'), keep('complete', sprintOf())),
  http.get(call('get-finish-sprint-details'), () =>
    HttpResponse.json({
      sprint: sprintOf(),
      total: 2,
      passed: 1,
      failed: 0,
      notRun: 1,
      suites: [{ uuid: id(71), testSuiteName: 'Smoke', lastRun: { runId: id(9), status: 'passed', at } }],
    }),
  ),
  http.get(call('test-suites-for-test-lab'), () => HttpResponse.json([suiteOf()])),
  http.get(call('test-lab-metrics'), () => HttpResponse.json(metrics)),
  http.get(call('sprint-metrics'), () => HttpResponse.json({ ...metrics, passRate: null })),
  http.get(call('test-suites-for-sprint'), () => HttpResponse.json([])),
  http.get(call('all-scripts-for-suite'), () => HttpResponse.json([lamp, chair])),
  http.get(call('project-test-scripts'), () => HttpResponse.json(pageOf(lamp, table))),
  http.post(call('test-suites'), keep('create suite', suiteOf({ uuid: id(72) }), 201)),
  http.put(call('import-scripts-into-test-suites'), keep('add', { suite: suiteOf(), scripts: [] })),
  http.put(call('test-suite-scripts'), keep('order', { suite: suiteOf(), scripts: [] })),
  http.put(call('import-test-suites'), keep('move', { suites: [suiteOf()] })),
  http.put(call('test-suites-delete'), keep('delete', { message: 'Deleted', deleted: 1 })),
  http.post(
    call('execute-test'),
    keep('run', { runId: id(9), number: 8, executionStatus: 'Queued', message: 'x' }, 201),
  ),
);
beforeEach(() => {
  sent.length = 0;
});
const choose = async (user: ReturnType<typeof show>['user'], name: string, entry: string) => {
  await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
  await user.click(await screen.findByRole('menuitem', { name: entry }));
};

test('a sprint is created, started, and completed after its results were shown [web-execution-1]', async () => {
  const { user } = show(<SprintsPage />, '/web-testing/sprints');
  await user.click(await screen.findByRole('button', { name: 'Create sprint' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Create sprint' }));
  await user.type(dialog.getByRole('textbox', { name: 'Sprint name' }), 'Winter');
  await user.click(dialog.getByRole('button', { name: 'Create sprint' }));
  await waitFor(() => expect(sent[0]).toMatchObject([`create sprint?projectUUID=${id(1)}`, { sprintName: 'Winter' }]));
  await choose(user, 'Autumn', 'Start');
  await waitFor(() => expect(sent[1]).toEqual(['start', { sprintUUID: id(61) }]));
  server.use(
    http.get(call('get-all-sprints'), () => HttpResponse.json(pageOf(sprintOf({ sprintExecutionStatus: 'STARTED' })))),
  );
  await user.type(screen.getByRole('textbox', { name: 'Search sprints' }), 'a');
  await waitFor(() => expect(screen.getByText('Started')).toBeTruthy());
  await choose(user, 'Autumn', 'Complete…');
  const result = within(await screen.findByRole('dialog', { name: 'Complete Autumn' }));
  expect(await result.findByText('2 suites: 1 passed, 0 failed, 1 not run.')).toBeTruthy();
  await user.click(result.getByRole('combobox', { name: 'Suites that did not pass' }));
  await user.click(await screen.findByRole('option', { name: 'Go to the test lab' }));
  await user.click(result.getByRole('button', { name: 'Complete sprint' }));
  await waitFor(() => expect(sent[2]).toEqual(['complete', { sprintUUID: id(61), moveOpenSuitesTo: 'TEST_LAB' }]));
});

test('a suite of the test lab gets scripts in an order, and is run', async () => {
  const { user, address } = show(<TestsPage />, '/web-testing/web-test');
  await choose(user, 'Buy a chair', 'Move up');
  await waitFor(() => expect(sent[0]).toEqual(['order', { suiteUUID: id(71), scriptUUIDs: [id(4), id(3)] }]));
  await user.click(screen.getByRole('button', { name: 'Add scripts' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add scripts to Smoke' }));
  expect((await dialog.findByRole<HTMLInputElement>('checkbox', { name: /Buy a lamp/ })).disabled).toBe(true);
  await user.click(dialog.getByRole('checkbox', { name: /Buy a table/ }));
  await user.click(dialog.getByRole('button', { name: 'Add 1 script' }));
  await waitFor(() => expect(sent[1]).toEqual(['add', { suiteUUID: id(71), scriptUUIDs: [id(5)] }]));
  await user.click(screen.getByRole('button', { name: 'Run suite' }));
  const run = within(await screen.findByRole('dialog', { name: 'Run Smoke' }));
  await user.click(run.getByRole('button', { name: 'Run Test' }));
  await waitFor(() => expect(address()).toContain(id(9)));
  expect(sent[2]).toMatchObject(['run', { suiteUUID: id(71), parallel: 1 }]);
});

test('a suite is moved from the test lab into a sprint, and deleted', async () => {
  const { user } = show(<TestsPage />, '/web-testing/web-test');
  await choose(user, 'Smoke', 'Move or copy…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Move or copy Smoke' }));
  await user.click(dialog.getByRole('combobox', { name: 'To' }));
  await user.click(await screen.findByRole('option', { name: 'Autumn' }));
  await user.click(dialog.getByRole('button', { name: 'Move suite' }));
  await waitFor(() =>
    expect(sent).toEqual([['move', { suiteUUIDs: [id(71)], targetSprintUUID: id(61), action: 'MOVE' }]]),
  );
  await choose(user, 'Smoke', 'Delete suite…');
  const question = within(await screen.findByRole('dialog', { name: 'Delete suite Smoke?' }));
  await user.click(question.getByRole('button', { name: 'Delete suite' }));
  await waitFor(() => expect(sent[1]?.[1]).toEqual({ suiteUUIDs: [id(71)] }));
});

test('a suite is created in the selected sprint; a completed one is read-only', async () => {
  const { user, address } = show(<TestsPage />, `/web-testing/web-test?sprint=${id(61)}`);
  await user.click(await screen.findByRole('button', { name: 'Create suite' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Create suite' }));
  await user.type(dialog.getByRole('textbox', { name: 'Suite name' }), 'Regression');
  await user.click(dialog.getByRole('button', { name: 'Create suite' }));
  await waitFor(() => expect(address()).toContain(`suite=${id(72)}`));
  expect(sent[0]).toMatchObject([
    `create suite?uuid=${id(61)}&isSprintUUID=true`,
    { testSuiteName: 'Regression', isChaining: false },
  ]);
  server.use(http.get(call('get-all-sprints-old'), () => HttpResponse.json([sprintOf({ sprintActive: false })])));
  show(<TestsPage />, `/web-testing/web-test?sprint=${id(61)}`);
  await waitFor(() => expect(screen.getAllByText('No suite yet').length).toBe(2));
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Create suite' })).toHaveLength(1));
});

test('the test lab summarizes its suites, once one was run', async () => {
  show(<TestsPage />, '/web-testing/web-test');
  expect(await screen.findByText('1 suite · 2 passed, 1 failed, 1 not run · 38 of 40 steps · 1m 4s')).toBeTruthy();
});
