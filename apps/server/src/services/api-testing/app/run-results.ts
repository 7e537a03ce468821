import type { Platform } from '../../../platform/platform.ts';
import { isFinal, type Run, type Runs } from '../../runs/index.ts';
import { type ResultStatus, resultsOf } from '../domain/run-results.ts';
import { runResultsStore } from '../store/run-results.store.ts';
import { digestOf } from './digest.ts';
import { functionalKind } from './executions/plan-suites.ts';
import { failuresOf } from './step-failures.ts';

const runsPerPage = 50;
/** Runs imported per pass; the next pass continues. */
const runsPerPass = 1000;
const idsPerPage = 500;

/** createRunResults stores the results of functional runs that have ended, and deletes those of deleted runs. */
export function createRunResults({ platform, runs }: { platform: Platform; runs: Runs }) {
  const { database } = platform;
  const { sql } = database;

  const keep = async (run: Run): Promise<void> => {
    const { finishedAt } = run;
    if (run.kind !== functionalKind || !isFinal(run.status) || !finishedAt) return;
    const sources = await runs.sourceResults(run.runId);
    const rows = resultsOf({ ...run, finishedAt, status: run.status as ResultStatus }, sources, digestOf);
    const failures = await failuresOf(runs, { ...run, finishedAt }, sources);
    await database.transaction((tx) => runResultsStore.replace(tx, run.runId, { rows, failures }));
  };
  const deleteOrphaned = async (organizationId: string, runIds: string[]): Promise<void> => {
    const existing = new Set((await runs.listByIds(organizationId, runIds)).map(({ runId }) => runId));
    await runResultsStore.delete(
      sql,
      runIds.filter((runId) => !existing.has(runId)),
    );
  };

  return {
    /** Stores the results of a run; idempotent. */
    async record({ organizationId, runId }: { organizationId: string; runId: string }): Promise<void> {
      const [run] = await runs.listByIds(organizationId, [runId]);
      if (!run) return;
      await keep(run);
      // The run may have been deleted in the meantime.
      await deleteOrphaned(organizationId, [runId]);
    },
    forget: (runIds: readonly string[]): Promise<void> => runResultsStore.delete(sql, runIds),
    /** Deletes the results of every run that was deleted, by retention or by a user. */
    async sweep(): Promise<void> {
      for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
        const rows = await runResultsStore.listRuns(sql, after, idsPerPage);
        for (const [organizationId, own] of Map.groupBy(rows, (row) => row.organizationId))
          await deleteOrphaned(
            organizationId,
            own.map(({ runId }) => runId),
          );
        const last = rows.at(-1);
        if (!last || rows.length < idsPerPage) return;
        after = last.runId;
      }
    },
    /** Imports a bounded number of the runs that ended before results were stored. */
    async bringIn(): Promise<void> {
      for (let done = 0; done < runsPerPass; done += runsPerPage) {
        const pending = await runResultsStore.findPending(sql);
        if (!pending) return;
        const { organizationId, projectId, page } = pending;
        const { content } = await runs.list(
          { organizationId, projectId, kinds: [functionalKind] },
          { page, size: runsPerPage },
        );
        for (const run of content) await keep(run);
        await runResultsStore.advance(sql, projectId, page, content.length < runsPerPage ? null : page + 1);
      }
    },
  };
}
export type RunResults = ReturnType<typeof createRunResults>;
