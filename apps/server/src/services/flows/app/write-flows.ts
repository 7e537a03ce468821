import type { FlowConflict, FlowDocument, FlowSummary } from '@touchstone/contracts/flows';
import { AppError, newId } from '@touchstone/kernel';
import { isUniqueViolation } from '../../../platform/database/conditions.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { RunViewer } from '../../runs/index.ts';
import type { SchedulerDoor } from '../../scheduler/index.ts';
import { freeName, type Workspaces } from '../../workspaces/index.ts';
import { emptyDocument, readDocument, runsScripts, type StoredDocument, toContract } from '../domain/flow-document.ts';
import { flowErrors } from '../errors.ts';
import { flowsStore } from '../store/flows.store.ts';
import type { OpenFlow } from './open-flow.ts';
import type { ReadFlows } from './read-flows.ts';

/** A workflow to be made. */
export interface NewFlow {
  projectId: string;
  /** Where it lies; without one directly in the workspace. */
  folderId?: string | null;
  name: string;
  description?: string | undefined;
}

interface Needs {
  platform: Platform;
  workspaces: Workspaces;
  openFlow: OpenFlow;
  read: ReadFlows;
}

/** Says of a workflow that is written that its name is taken, where it is. */
export const named = async <T>(name: string, work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    if (isUniqueViolation(error, 'flow_name')) throw new AppError(flowErrors.nameTaken, { params: { name } });
    throw error;
  });

/** createInsertFlow stores a new workflow. */
export function createInsertFlow({ platform }: Pick<Needs, 'platform'>) {
  return async function insert(
    caller: RunViewer,
    input: NewFlow,
    document: StoredDocument,
    sql = platform.database.sql,
  ): Promise<string> {
    const { organizationId, userId, name } = caller;
    const id = newId();
    const by = { createdBy: userId, createdByName: name, updatedBy: userId, updatedByName: name };
    const values = {
      id,
      organizationId,
      ...input,
      description: input.description ?? '',
      document,
      ...countsOf(document),
    };
    await named(input.name, flowsStore.insert(sql, { ...values, ...by }));
    await platform.audit(caller, { action: 'workflow.created', target: id, detail: { name: input.name } });
    return id;
  };
}

/** createMakeFlows makes workflows. */
export function createMakeFlows(needs: Needs) {
  const {
    platform,
    workspaces,
    openFlow,
    read: { summaryOf, detailOf },
  } = needs;
  const { sql } = platform.database;
  const insert = createInsertFlow(needs);
  return {
    /** A workflow with a document of the product's own making. */
    async make(caller: RunViewer, input: NewFlow, document: StoredDocument): Promise<FlowSummary> {
      await workspaces.open(caller, input.projectId, 'edit');
      return summaryOf(await openFlow(caller, await insert(caller, input, document), 'view'));
    },
    async create(caller: RunViewer, { document, ...input }: NewFlow & { document?: FlowDocument | undefined }) {
      await workspaces.open(caller, input.projectId, 'edit');
      const id = await insert(caller, input, document ? parsed(document) : emptyDocument());
      return detailOf(await openFlow(caller, id, 'view'));
    },
    /** A workflow with a document of the product's own making, under the given name or, where that is taken, a free one like it. */
    async makeNamedLike(caller: RunViewer, input: NewFlow, document: StoredDocument): Promise<FlowSummary> {
      await workspaces.open(caller, input.projectId, 'edit');
      const { organizationId } = caller;
      const { projectId, folderId = null } = input;
      const taken = await flowsStore.namesIn(sql, { organizationId, projectId }, folderId);
      const isTaken = taken.some((one) => one.toLowerCase() === input.name.toLowerCase());
      const name = isTaken ? freeName(input.name, taken) : input.name;
      return summaryOf(await openFlow(caller, await insert(caller, { ...input, name }, document), 'view'));
    },
    async clone(caller: RunViewer, flowId: string, name?: string) {
      const row = await openFlow(caller, flowId, 'edit');
      const { projectId, folderId, description } = row;
      const given = name ?? freeName(row.name, await flowsStore.namesIn(sql, row, folderId));
      const id = await insert(caller, { projectId, folderId, name: given, description }, row.document);
      return summaryOf(await openFlow(caller, id, 'view'));
    },
  };
}

/** createChangeFlows saves, renames and deletes workflows. */
export function createChangeFlows({
  platform,
  workspaces,
  openFlow,
  read: { summaryOf },
  testsDeleted,
}: Needs & { testsDeleted: SchedulerDoor['testsDeleted'] }) {
  const { database } = platform;
  const { sql } = database;
  return {
    /** Saves the document; refused with the newer one where someone else has saved since that revision. */
    async save(caller: RunViewer, flowId: string, input: { revision: number; document: FlowDocument }) {
      const before = await openFlow(caller, flowId, 'edit');
      const document = parsed(input.document);
      const by = { updatedBy: caller.userId, updatedByName: caller.name };
      const changes = { document, ...countsOf(document), ...by };
      const row = await flowsStore.update(sql, before.id, changes, input.revision);
      if (row) return summaryOf(row);
      const newer = await openFlow(caller, flowId, 'edit');
      const data: FlowConflict = {
        revision: newer.revision,
        updatedAt: newer.updatedAt.toISOString(),
        updatedByName: newer.updatedByName,
        document: toContract(newer.document),
      };
      throw new AppError(flowErrors.savedMeanwhile, { params: { who: newer.updatedByName }, data });
    },
    async rename(
      caller: RunViewer,
      flowId: string,
      changes: { name?: string | undefined; description?: string | undefined },
    ) {
      const { id } = await openFlow(caller, flowId, 'edit');
      const { name, description } = changes;
      const given = { ...(name !== undefined && { name }), ...(description !== undefined && { description }) };
      const by = { updatedBy: caller.userId, updatedByName: caller.name };
      const row = await named(name ?? '', flowsStore.update(sql, id, { ...given, ...by }));
      if (!row) throw new AppError(flowErrors.notFound);
      return summaryOf(row);
    },
    async delete(caller: RunViewer, flowIds: readonly string[]): Promise<void> {
      const rows = await flowsStore.findMany(sql, caller.organizationId, flowIds);
      if (rows.length < new Set(flowIds).size) throw new AppError(flowErrors.notFound);
      for (const projectId of new Set(rows.map((row) => row.projectId)))
        await workspaces.open(caller, projectId, 'edit');
      await database.transaction(async (tx) => {
        await flowsStore.delete(tx, caller.organizationId, flowIds);
        await testsDeleted(tx, caller.organizationId, flowIds);
      });
      for (const { id, name } of rows)
        await platform.audit(caller, { action: 'workflow.deleted', target: id, detail: { name } });
    },
    deleteProject: (scope: { organizationId: string; projectId: string }) => flowsStore.deleteProject(sql, scope),
  };
}

/** parsed is a document that was sent, or the sentences that say what is wrong with it. */
export function parsed(sent: FlowDocument): StoredDocument {
  const read = readDocument(sent);
  if ('faults' in read) throw new AppError(flowErrors.invalidDocument, { details: read.faults });
  return read.document;
}

/** countsOf says how much a workflow runs, for lists. */
export const countsOf = ({ flow: { nodes } }: StoredDocument) => ({
  nodeCount: nodes.length,
  scriptCount: nodes.filter(({ kind }) => runsScripts(kind)).length,
});
