import type { Suite } from '@touchstone/contracts/api-testing';
import { shareReads } from '../../../../platform/database/reads/share-reads.ts';
import type { Run } from '../../../runs/index.ts';
import type { Actor } from '../../../workspaces/index.ts';
import { executionStatusOf } from '../../domain/executions/execution-status.ts';
import { type SuiteRow, suitesStore } from '../../store/suites.store.ts';
import type { SuiteNeeds } from './suites.ts';

interface SuiteFilter {
  projectId: string;
  isChaining: boolean;
  searchTerm?: string;
}
interface PageOf {
  page: number;
  size: number;
}

/** createReadSuites returns suites with their last run, and counts them. */
export function createReadSuites({ platform, runs, workspaces, access }: SuiteNeeds) {
  const { sql } = platform.database;
  const toSuites = async (organizationId: string, rows: SuiteRow[]): Promise<Suite[]> => {
    const pairs = rows.flatMap((row) => (row.lastRunId ? [{ runId: row.lastRunId, groupId: row.id }] : []));
    const runIds = pairs.map((pair) => pair.runId);
    const known = new Map((await runs.listByIds(organizationId, runIds)).map((run) => [run.runId, run]));
    const ended = await runs.groupResults(pairs.filter((pair) => known.get(pair.runId)?.finishedAt));
    return rows.map((row) => toSuite(row, known.get(row.lastRunId ?? ''), ended.get(`${row.lastRunId} ${row.id}`)));
  };

  /** Concurrent pages of the same workspace share one read of its list. */
  const readPage = shareReads(
    async ({ organizationId, filter, page }: { organizationId: string; filter: SuiteFilter; page: PageOf }) => {
      const { rows, totalElements } = await suitesStore.list(sql, filter, page);
      return { content: await toSuites(organizationId, rows), totalElements, ...page };
    },
  );

  return {
    async read(actor: Actor, suiteId: string): Promise<Suite> {
      const rows = await access.openSuites(actor, [suiteId], 'view');
      const [found] = await toSuites(actor.organizationId, rows);
      return found as Suite;
    },
    async list(actor: Actor, filter: SuiteFilter, page: PageOf) {
      await workspaces.open(actor, filter.projectId, 'view');
      return readPage({ organizationId: actor.organizationId, filter, page });
    },
    /** Counts of suites and scripts for each of the workspaces. */
    countByProject: (projectIds: readonly string[]) => suitesStore.countByProject(sql, projectIds),
    /** Total counts of suites and scripts in the workspaces. */
    countTests: (projectIds: readonly string[]) => suitesStore.countTests(sql, projectIds),
    async countScripts(actor: Actor, suiteId: string): Promise<number> {
      const [row] = await access.openSuites(actor, [suiteId], 'view');
      return row?.scriptCount ?? 0;
    },
  };
}
export type ReadSuites = ReturnType<typeof createReadSuites>;

/** A run of several suites may fail in another one, so a finished suite reports the outcome of its own steps. */
function toSuite(row: SuiteRow, lastRun: Run | undefined, own: Pick<Run, 'status' | 'counts'> | undefined): Suite {
  const { status, counts } = own ?? lastRun ?? { status: 'queued', counts: { total: 0 } };
  return {
    suiteId: row.id,
    projectId: row.projectId,
    suiteName: row.name,
    suiteDescription: row.description,
    isChaining: row.isChaining,
    scriptCount: row.scriptCount,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    dataFile: row.dataFile,
    lastRun: lastRun
      ? {
          runId: lastRun.runId,
          executionStatus: executionStatusOf(status, counts),
          finishedAt: lastRun.finishedAt?.toISOString() ?? null,
        }
      : null,
  };
}
