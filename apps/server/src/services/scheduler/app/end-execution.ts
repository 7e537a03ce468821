import type { RunStatus } from '@touchstone/contracts/runs';
import type { PoolClient, Sql } from '../../../platform/database/pool.ts';
import type { Platform } from '../../../platform/platform.ts';
import { isFinal, type Runs } from '../../runs/index.ts';
import { type ExecutionStatus, executionEnd, mayRetry, shouldNotify, startedRuns } from '../domain/execution.ts';
import { executionsStore } from '../store/executions.store.ts';
import { type ExecutionRow, type JobRow, jobsStore } from '../store/jobs.store.ts';
import { runIdOf } from './plan-due.ts';
import type { ResultNotifier } from './result-notifier.ts';

/** An open transaction. */
export interface Writing {
  sql: Sql;
  client: PoolClient;
}
/** The end of an execution's run; without a status the run has been deleted. */
interface AttemptEnd {
  runId: string;
  status: RunStatus | null;
  message: string | null;
}

/** An end whose event was lost is found after this time. */
const staleAfterMs = 60_000;
const maxChecked = 1000;

/**
 * createEndExecution follows executions to their end: schedules the next attempt if one is due, otherwise stores and
 * reports the result.
 */
export function createEndExecution({
  platform,
  runs,
  notifier,
}: {
  platform: Platform;
  runs: Runs;
  notifier: ResultNotifier;
}) {
  const { database, clock } = platform;

  const finish = async (
    { sql, client }: Writing,
    job: JobRow,
    execution: ExecutionRow,
    { status, message }: { status: ExecutionStatus; message: string | null },
  ): Promise<void> => {
    const values = { status, message, startAt: null, finishedAt: clock.now() };
    await executionsStore.update(sql, execution.id, values);
    const before = await executionsStore.statusBefore(sql, execution);
    if (shouldNotify(job.notifyWhen, status, before)) await notifier.order(client, job, execution.id);
  };

  /** Called at least once for the end of every run. */
  const attemptEnded = (end: AttemptEnd): Promise<void> =>
    database.transaction(async (sql, client) => {
      const execution = await executionsStore.lockOfRun(sql, end.runId);
      const job = execution && (await jobsStore.get(sql, execution.jobId));
      if (!execution || !job || execution.finishedAt) return;
      const { attempt } = execution;
      const started = startedRuns(execution.runs, { attempt, runId: end.runId, status: end.status });
      const startedAt = execution.startedAt ?? clock.now();
      await executionsStore.update(sql, execution.id, { runs: started, startedAt });
      const status = end.status === null ? 'CANCELLED' : executionEnd(end.status);
      if (!mayRetry(status, attempt, job.retryAttempts) || job.isPaused)
        return finish(
          { sql, client },
          job,
          { ...execution, runs: started, startedAt },
          { status, message: end.message },
        );
      await executionsStore.update(sql, execution.id, {
        status: 'WAITING',
        message: end.message,
        attempt: attempt + 1,
        failedStarts: 0,
        runId: runIdOf(job.id, execution.dueAt, attempt + 1),
        startAt: new Date(clock.now().getTime() + job.retryDelaySeconds * 1000),
      });
    });

  return {
    finish,
    attemptEnded,
    /** Ends executions whose run ended without an event, or was deleted. */
    async endStale(): Promise<void> {
      const before = new Date(clock.now().getTime() - staleAfterMs);
      const rows = await executionsStore.listRunning(database.sql, before, maxChecked);
      for (const [organizationId, runIds] of byOrganization(rows)) {
        const found = new Map((await runs.listByIds(organizationId, runIds)).map((run) => [run.runId, run]));
        for (const runId of runIds) {
          const run = found.get(runId);
          if (!run) await attemptEnded({ runId, status: null, message: 'The run was deleted.' });
          else if (isFinal(run.status)) await attemptEnded(run);
        }
      }
    },
  };
}
export type EndExecution = ReturnType<typeof createEndExecution>;

function byOrganization(rows: readonly ExecutionRow[]): Map<string, string[]> {
  const grouped = new Map<string, string[]>();
  for (const { organizationId, runId } of rows)
    grouped.set(organizationId, [...(grouped.get(organizationId) ?? []), runId]);
  return grouped;
}
