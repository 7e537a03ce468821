import type { MonitorDefinition } from '@touchstone/contracts/api-monitoring';
import { AppError } from '@touchstone/kernel';
import { expect, test } from 'vitest';
import type { Run, Runs } from '../../../runs/index.ts';
import { apiMonitoringErrors } from '../../errors.ts';
import type { ClaimedCheck } from '../../store/checks.store.ts';
import type { MonitorRow } from '../../store/monitors.store.ts';
import { createRunTests, outcomeOfRun } from './run-tests.ts';

const counts = { total: 4, passed: 1, failed: 2, error: 1, skipped: 0, cancelled: 0, queued: 0, running: 0 };
const clean = { ...counts, failed: 0, error: 0 };

test.each<[Run['status'], object, string, string | null, string | null]>([
  ['passed', {}, 'UP', null, null],
  ['failed', {}, 'DOWN', 'RUN_FAILED', '3 of 4 steps did not pass.'],
  ['error', {}, 'DOWN', 'RUN_ERROR', '3 of 4 steps did not pass.'],
  ['error', { message: 'No runner.' }, 'DOWN', 'RUN_ERROR', 'No runner.'],
  ['failed', { counts: clean }, 'DOWN', 'RUN_FAILED', 'The run ended as failed.'],
  ['cancelled', { counts: clean }, 'UNKNOWN', 'RUN_CANCELLED', 'The run ended as cancelled.'],
  ['skipped', { counts: clean }, 'UNKNOWN', 'RUN_SKIPPED', 'The run ended as skipped.'],
])('a run that ended as %s (%o) leaves its monitor %s', (status, given, verdict, code, message) => {
  const run = { status, message: null, counts, durationMs: 1500, ...given } as Run;
  expect(outcomeOfRun(run)).toMatchObject({ verdict, code, message, durationMs: 1500 });
});

/** Runs of tests, given whether the test exists and which runs do. */
function running(found: Partial<Run>[] = [], isThere = true) {
  const started: unknown[][] = [];
  const tests = createRunTests({
    runs: {
      listByIds: async () => found,
      cancel: async () => {
        throw new AppError(apiMonitoringErrors.notStarted);
      },
      start: async (...given: unknown[]) => {
        started.push(given);
        return { runId: (given[4] as { runId: string }).runId };
      },
    } as unknown as Runs,
    tests: { describe: async () => (isThere ? { title: 'Checkout' } : undefined) } as never,
  });
  return { tests, started };
}

test.each<[string, Partial<Run>[], unknown]>([
  ['goes on', [{ status: 'running' }], undefined],
  ['is gone', [], { verdict: 'UNKNOWN', code: 'RUN_DELETED' }],
  ['passed', [{ status: 'passed', counts: clean, durationMs: 1 }], { verdict: 'UP' }],
])('the outcome of a run that %s', async (_name, found, expected) => {
  const outcome = await running(found).tests.outcomeOf('o', 'r');
  if (expected === undefined) expect(outcome).toBeUndefined();
  else expect(outcome).toMatchObject(expected as object);
});

test('a run that has just ended needs no stop', async () => {
  await expect(running().tests.stop('o', 'r')).resolves.toBeUndefined();
});

const monitor = { name: 'Shop', organizationId: 'o', revision: 3, environmentId: null } as MonitorRow;
const check = { monitorId: 'm', region: 'eu', dueAt: new Date(1000) } as ClaimedCheck;
const flow = { kind: 'workflow', projectId: 'p', flowId: 'f', configurationId: null } as MonitorDefinition & {
  kind: 'workflow';
};
const suite = { kind: 'api-suite', projectId: 'p', suiteId: 's', parallel: true } as unknown as MonitorDefinition & {
  kind: 'api-suite';
};
const ada = { userId: 'u', name: 'Ada' } as never;

test.each<[string, typeof flow | typeof suite, Partial<MonitorRow>, string, object]>([
  ['a workflow', flow, {}, 'workflow', { projectId: 'p', flowId: 'f' }],
  [
    'a workflow with environment and configuration',
    { ...flow, configurationId: 'c' },
    { environmentId: 'e' },
    'workflow',
    { projectId: 'p', flowId: 'f', environmentId: 'e', configurationId: 'c' },
  ],
  [
    'a suite',
    suite,
    { environmentId: 'e' },
    'api-functional',
    { projectId: 'p', suiteIds: ['s'], parallel: true, environmentId: 'e' },
  ],
])(
  '%s is started in the name of its owner, and says which monitor asked',
  async (_name, definition, given, kind, input) => {
    const { tests, started } = running();
    const runId = await tests.start(ada, { ...monitor, ...given }, check, definition);
    expect(started).toMatchObject([
      [{ name: 'Ada' }, kind, input, { label: 'Monitor: Shop', commit: null }, { runId }],
    ]);
    expect(started[0]?.[2]).toEqual(input);
  },
);

test('starting the same check again finds its run; a changed monitor or a later check starts a new one', async () => {
  const { tests } = running();
  const start = (more: Partial<MonitorRow> = {}, of: Partial<ClaimedCheck> = {}) =>
    tests.start(ada, { ...monitor, ...more }, { ...check, ...of }, flow);
  const first = await start();
  expect(await start()).toBe(first);
  const others = [
    await start({ revision: 4 }),
    await start({}, { dueAt: new Date(2000) }),
    await start({}, { region: 'us' }),
  ];
  expect(new Set([first, ...others]).size).toBe(4);
});

test('a deleted test is not started', async () => {
  const { tests, started } = running([], false);
  await expect(tests.start(ada, monitor, check, flow)).rejects.toMatchObject({ code: 'API_MONITORING_TEST_DELETED' });
  expect(started).toEqual([]);
});
