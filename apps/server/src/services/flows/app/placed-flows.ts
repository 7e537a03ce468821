import type { FlowDetail, FlowDocument, FlowSummary } from '@touchstone/contracts/flows';
import { AppError } from '@touchstone/kernel';
import type { Sql } from '../../../platform/database/pool.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { RunViewer } from '../../runs/index.ts';
import type { SchedulerDoor } from '../../scheduler/index.ts';
import type { Workspaces } from '../../workspaces/index.ts';
import { emptyDocument } from '../domain/flow-document.ts';
import { flowErrors } from '../errors.ts';
import { type FlowScope, flowsStore } from '../store/flows.store.ts';
import { copyConfigurations, copyFlow, copyFlows } from './copy-flows.ts';
import type { OpenFlow } from './open-flow.ts';
import type { ReadFlows } from './read-flows.ts';
import { createInsertFlow, type NewFlow, named, parsed } from './write-flows.ts';

/** The workflows and folders of a call. */
interface Chosen {
  flowIds: readonly string[];
  folderIds: readonly string[];
}

/**
 * createPlacedFlows manages workflows in folders of another service. Functions with a scope or a transaction don't
 * check the caller's permissions: that service has opened the workspace.
 */
export function createPlacedFlows({
  platform,
  openFlow,
  workspaces,
  read: { summaries, detailOf },
  testsDeleted,
}: {
  platform: Platform;
  openFlow: OpenFlow;
  workspaces: Workspaces;
  read: ReadFlows;
  testsDeleted: SchedulerDoor['testsDeleted'];
}) {
  const { database } = platform;
  const insert = createInsertFlow({ platform });
  return {
    /** Creates a workflow; `hold` locks its folder until it is stored. */
    async create(
      caller: RunViewer,
      { document, ...input }: NewFlow & { document?: FlowDocument | undefined },
      hold: (sql: Sql) => Promise<void>,
    ): Promise<FlowDetail> {
      await workspaces.open(caller, input.projectId, 'edit');
      const drawn = document ? parsed(document) : emptyDocument();
      const id = await database.transaction(async (sql) => {
        await hold(sql);
        return insert(caller, input, drawn, sql);
      });
      return detailOf(await openFlow(caller, id, 'view'));
    },

    /** The location of a workflow that the caller may open; `folderId` null: directly in the workspace. */
    async placeOf(caller: RunViewer, flowId: string): Promise<FlowScope & { folderId: string | null; name: string }> {
      const { organizationId, projectId, folderId, name } = await openFlow(caller, flowId, 'view');
      return { organizationId, projectId, folderId, name };
    },

    /** Workflows directly in a folder, by name. */
    async list(
      filter: FlowScope & { folderId: string | null; searchTerm?: string | undefined },
      slice: { limit: number; offset: number },
    ): Promise<{ content: FlowSummary[]; totalElements: number }> {
      const { content, totalElements } = await flowsStore.listIn(database.sql, filter, slice);
      return { content: await summaries(filter.organizationId, content), totalElements };
    },

    /** How many workflows are directly in each of these folders and workspaces. */
    count: (organizationId: string, placeIds: readonly string[]) =>
      flowsStore.countIn(database.sql, organizationId, placeIds),

    /** The given workflows, as far as they exist. */
    async find(organizationId: string, flowIds: readonly string[]): Promise<FlowSummary[]> {
      return summaries(organizationId, await flowsStore.findMany(database.sql, organizationId, flowIds));
    },

    namesIn: (sql: Sql, scope: FlowScope, folderId: string | null) => flowsStore.namesIn(sql, scope, folderId),

    /** Ids of the data files that a workspace's workflows read. */
    dataFilesIn: (scope: FlowScope) => flowsStore.dataFilesIn(database.sql, scope),

    /** Copies all workflows of folders. */
    copyAll: copyFlows,

    /** Copies the run configurations of a workspace. */
    copyConfigurations,

    /** Copies one workflow within its folder. */
    copyOne: copyFlow,

    /** Moves workflows to a folder of their workspace. */
    async move(sql: Sql, scope: FlowScope, flowIds: readonly string[], folderId: string | null): Promise<void> {
      const rows = await flowsStore.findMany(sql, scope.organizationId, flowIds);
      const own = rows.filter(({ projectId }) => projectId === scope.projectId);
      if (own.length < new Set(flowIds).size) throw new AppError(flowErrors.notFound);
      for (const { id, name } of own) await named(name, flowsStore.move(sql, id, folderId));
    },

    /** Deletes workflows, and those in folders. */
    async delete(sql: Sql, scope: FlowScope, chosen: Chosen): Promise<{ id: string; name: string }[]> {
      const rows = await flowsStore.deleteChosen(sql, scope, chosen);
      const foundIds = new Set(rows.map(({ id }) => id));
      if (chosen.flowIds.some((id) => !foundIds.has(id))) throw new AppError(flowErrors.notFound);
      await testsDeleted(sql, scope.organizationId, [...foundIds]);
      return rows;
    },
  };
}
export type PlacedFlows = ReturnType<typeof createPlacedFlows>;
