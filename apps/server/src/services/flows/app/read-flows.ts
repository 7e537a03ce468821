import type { FlowDetail, FlowSummary } from '@touchstone/contracts/flows';
import { AppError } from '@touchstone/kernel';
import type { Platform } from '../../../platform/platform.ts';
import type { Run, Runs, RunViewer } from '../../runs/index.ts';
import type { Workspaces } from '../../workspaces/index.ts';
import { toContract } from '../domain/flow-document.ts';
import { type NearReference, severalNamed } from '../domain/flow-kind.ts';
import { flowStatusOf } from '../domain/flow-status.ts';
import { type FlowListRow, type FlowRow, flowsStore } from '../store/flows.store.ts';
import type { OpenFlow } from './open-flow.ts';

/** createReadFlows shows workflows. */
export function createReadFlows({
  platform,
  runs,
  workspaces,
  openFlow,
}: {
  platform: Platform;
  runs: Runs;
  workspaces: Workspaces;
  openFlow: OpenFlow;
}) {
  const { sql } = platform.database;

  const summaries = async (organizationId: string, rows: readonly FlowListRow[]): Promise<FlowSummary[]> => {
    const found = await runs.listByIds(
      organizationId,
      rows.flatMap(({ lastRunId }) => lastRunId ?? []),
    );
    const byId = new Map(found.map((run) => [run.runId, run]));
    return rows.map((row) => toSummary(row, row.lastRunId === null ? undefined : byId.get(row.lastRunId)));
  };
  const summaryOf = async (row: FlowListRow): Promise<FlowSummary> =>
    (await summaries(row.organizationId, [row]))[0] as FlowSummary;
  const detailOf = async (row: FlowRow): Promise<FlowDetail> => ({
    ...(await summaryOf(row)),
    document: toContract(row.document),
  });

  return {
    summaries,
    summaryOf,
    detailOf,
    async get(caller: RunViewer, flowId: string): Promise<FlowDetail> {
      return detailOf(await openFlow(caller, flowId, 'view'));
    },
    async list(
      caller: RunViewer,
      filter: { projectId: string; searchTerm?: string | undefined },
      page: { page: number; size: number },
    ) {
      await workspaces.open(caller, filter.projectId, 'view');
      const { projectId, searchTerm } = filter;
      const scope = { organizationId: caller.organizationId, projectId, ...(searchTerm && { searchTerm }) };
      const found = await flowsStore.list(sql, scope, page);
      return {
        ...page,
        totalElements: found.totalElements,
        content: await summaries(caller.organizationId, found.content),
      };
    },
    /** Names of the given workflows that the caller may open, by id. */
    async namesById(caller: RunViewer, flowIds: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
      const rows = await flowsStore.findMany(sql, caller.organizationId, flowIds);
      const isOpen = new Map<string, boolean>();
      for (const projectId of new Set(rows.map((row) => row.projectId)))
        isOpen.set(projectId, await workspaces.open(caller, projectId, 'view').then(() => true, refused));
      return new Map(rows.filter((row) => isOpen.get(row.projectId)).map(({ id, name }) => [id, [name]]));
    },
    /** The workflow with this name in a workspace. Of several, the one with the given id or in the given folder. */
    async findNamed(
      caller: RunViewer,
      projectId: string,
      name: string,
      near: NearReference,
    ): Promise<string | typeof severalNamed | undefined> {
      await workspaces.open(caller, projectId, 'view');
      const found = await flowsStore.listNamed(sql, { organizationId: caller.organizationId, projectId }, name);
      if (found.length < 2) return found[0]?.id;
      const right = found.find(({ id }) => id === near.id) ?? found.find(({ folderId }) => folderId === near.folderId);
      return right?.id ?? severalNamed;
    },
    /** The given workflows, as far as they exist in the workspace. */
    async existing(
      organizationId: string,
      projectId: string,
      flowIds: readonly string[],
    ): Promise<ReadonlySet<string>> {
      const rows = await flowsStore.findMany(sql, organizationId, flowIds);
      return new Set(rows.flatMap((row) => (row.projectId === projectId ? [row.id] : [])));
    },
  };
}

function refused(error: unknown): false {
  if (error instanceof AppError) return false;
  throw error;
}
export type ReadFlows = ReturnType<typeof createReadFlows>;

function toSummary(row: FlowListRow, lastRun: Run | undefined): FlowSummary {
  return {
    flowId: row.id,
    projectId: row.projectId,
    name: row.name,
    description: row.description,
    revision: row.revision,
    nodeCount: row.nodeCount,
    scriptCount: row.scriptCount,
    createdAt: row.createdAt.toISOString(),
    createdByName: row.createdByName,
    updatedAt: row.updatedAt.toISOString(),
    updatedByName: row.updatedByName,
    lastRun: lastRun
      ? {
          runId: lastRun.runId,
          number: lastRun.number,
          status: lastRun.status,
          executionStatus: flowStatusOf(lastRun.status),
          createdAt: lastRun.createdAt.toISOString(),
          finishedAt: lastRun.finishedAt?.toISOString() ?? null,
        }
      : null,
  };
}
