import type { RepositoryScript } from '@touchstone/contracts/test-repository';
import type { Runs } from '../../runs/index.ts';

interface WithRun {
  lastRunId: string | null;
}

/**
 * readLastRuns reads the newest runs of scripts or suites; the returned function looks one up: null if it has none or
 * its report was deleted.
 */
export async function readLastRuns(
  runs: Pick<Runs, 'listByIds'>,
  organizationId: string,
  rows: readonly WithRun[],
): Promise<(row: WithRun) => RepositoryScript['lastRun']> {
  const ids = [...new Set(rows.flatMap(({ lastRunId }) => lastRunId ?? []))];
  const found = ids.length > 0 ? await runs.listByIds(organizationId, ids) : [];
  const known = new Map(found.map((run) => [run.runId, run]));
  return ({ lastRunId }) => {
    const run = lastRunId ? known.get(lastRunId) : undefined;
    return run ? { runId: run.runId, status: run.status, at: run.createdAt.toISOString() } : null;
  };
}
