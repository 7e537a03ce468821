import { type RunStatus, runStatuses } from '@touchstone/contracts/runs';
import { AppError } from '@touchstone/kernel';
import { createWake } from '../../../platform/database/notifier.ts';
import { Waiters } from '../../../platform/database/waiters.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { RunSettings } from '../config.ts';
import type { Run } from '../domain/run.ts';
import type { RunKind } from '../domain/run-kind.ts';
import { linkOf, linkOfStep } from '../domain/run-link.ts';
import type { FindStepTraces } from '../domain/step-traces.ts';
import { runErrors } from '../errors.ts';
import { runnersStore } from '../store/runners.store.ts';
import { runsStore } from '../store/runs.store.ts';
import { createAttachments } from './attachments.ts';
import { createCancelRun } from './cancel-run.ts';
import { openCheckpoint } from './checkpoint.ts';
import { type CompareRuns, createCompareRuns } from './compare-runs.ts';
import { createDeleteRuns } from './delete-runs.ts';
import { createEnqueueRun } from './enqueue-run.ts';
import { createMailReport } from './mail-report.ts';
import { createMetrics, createStatistics } from './numbers.ts';
import { createOpenRun } from './open-run.ts';
import { readRunEvents } from './read-events.ts';
import { createReportRun } from './report-run.ts';
import { createResults } from './results.ts';
import { createRetryRun } from './retry-run.ts';
import { createRunCalls, type RunCalls } from './run-calls.ts';
import type { Runs } from './runs.ts';
import { createStartRun } from './start-run.ts';
import { createSteps } from './steps.ts';

const maxEarlier = 50;

/** createRuns assembles the use cases of runs; each has its own file. */
export async function createRuns(
  platform: Platform,
  kinds: ReadonlyMap<string, RunKind>,
  settings: RunSettings,
  traces: readonly FindStepTraces[],
): Promise<{ runs: Runs; calls: RunCalls; comparison: CompareRuns; deleteExpired(): Promise<void> }> {
  const { database } = platform;
  const { sql } = database;
  const waiters = await Waiters.start(platform.notifier, 'runs_event');
  const wake = createWake(platform);
  const get = async (organizationId: string, runId: string): Promise<Run> => {
    const run = await runsStore.find(sql, organizationId, runId);
    if (!run) throw new AppError(runErrors.notFound);
    return run;
  };
  const keptFrom = () => new Date(platform.clock.now().getTime() - settings.RETENTION_DAYS * 86_400_000);
  const needs = { platform, kinds, get, wake, attachments: createAttachments(platform), keptFrom };
  const { attachments } = needs;
  const { open, assertMay } = createOpenRun(needs);
  const enqueue = createEnqueueRun(needs);
  const deletions = createDeleteRuns(needs);
  const runs: Runs = {
    keptFrom,
    get,
    open,
    enqueue,
    start: createStartRun({ ...needs, assertMay, enqueue }),
    async listAttachments(caller, runId, page) {
      return attachments.list((await open(caller, runId)).runId, page);
    },
    async openAttachment(caller, runId, attachmentId) {
      const run = await open(caller, runId);
      return attachments.open(run.organizationId, run.runId, attachmentId);
    },
    openFile: (organizationId, runId, attachmentId) => attachments.open(organizationId, runId, attachmentId),
    async planOf(organizationId, runId) {
      await get(organizationId, runId);
      return (await runsStore.findPlan(sql, runId))?.plan;
    },
    async stateOf(organizationId, runId) {
      await get(organizationId, runId);
      return openCheckpoint(platform, runId, (await runsStore.findPlan(sql, runId))?.checkpoint);
    },
    listRunners: async () =>
      (await runnersStore.list(sql)).map(({ labels, facts }) => ({ labels, facts: facts as Record<string, unknown> })),
    linkOf: (run) => linkOf(kinds.get(run.kind), run),
    linkOfStep: (run, stepId) => linkOfStep(kinds.get(run.kind), run, stepId),
    list: (filter, page) => runsStore.list(sql, filter, page),
    async countByStatus(filter) {
      const counts = await runsStore.countByStatus(sql, filter);
      const each = Object.fromEntries(runStatuses.map((status) => [status, counts.get(status) ?? 0]));
      const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
      return { total, ...(each as Record<RunStatus, number>) };
    },
    listByIds: (organizationId, runIds) => runsStore.findMany(sql, organizationId, runIds),
    numbersOf: (organizationId, runIds) => runsStore.findNumbers(sql, organizationId, runIds),
    present: (run, step) => kinds.get(run.kind)?.present?.(step) ?? { title: step.title, subtitle: '', badges: [] },
    ...createSteps(needs),
    ...createResults(needs),
    async listEarlier(run) {
      const ids = await runsStore.listEarlier(sql, run, { limit: maxEarlier });
      const found = new Map((await runsStore.findMany(sql, run.organizationId, ids)).map((one) => [one.runId, one]));
      return ids.flatMap((id) => found.get(id) ?? []);
    },
    ...createReportRun(needs),
    mailReport: (caller, order) => mailReport(caller, order),
    statistics: createStatistics(sql),
    metrics: createMetrics(sql),
    async wake(client, runIds) {
      for (const runId of runIds) await client.query(`select pg_notify('runs_wake', $1)`, [runId]);
    },
    cancel: createCancelRun(needs),
    canRetry: (run) => kinds.get(run.kind)?.retry !== undefined,
    retry: createRetryRun(needs),
    delete: deletions.delete,
    deleteProject: deletions.deleteProject,
    readEvents: (runId, after, signal) => readRunEvents({ database, waiters, runId, after, signal }),
  };
  const mailReport = createMailReport({ platform, kinds, runs });
  return {
    runs,
    calls: createRunCalls({ platform, kinds, runs, assertMay, traces }),
    comparison: createCompareRuns({ platform, kinds, runs }),
    deleteExpired: deletions.deleteExpired,
  };
}

/** The dependencies of the use cases of runs. */
export interface RunNeeds {
  platform: Platform;
  kinds: ReadonlyMap<string, RunKind>;
  get(organizationId: string, runId: string): Promise<Run>;
  wake: ReturnType<typeof createWake>;
  attachments: ReturnType<typeof createAttachments>;
  /** See `Runs`. */
  keptFrom(): Date;
}
