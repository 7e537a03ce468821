import { AppError, newId } from '@touchstone/kernel';
import type { Sql } from '../../../platform/database/pool.ts';
import type { RunViewer } from '../../runs/index.ts';
import { withIds } from '../domain/flow-file.ts';
import { flowErrors } from '../errors.ts';
import { configurationsStore } from '../store/configurations.store.ts';
import { type FlowScope, flowsStore } from '../store/flows.store.ts';
import { named } from './write-flows.ts';

/** The maximum number of documents in memory. */
const batch = 50;

/** Which workflows to copy, and where to. */
export interface FlowCopy {
  from: FlowScope;
  to: FlowScope;
  /**
   * Folders of the copies, by source folder; the workflows in these folders are copied. `null` is the workspace itself.
   */
  folders: ReadonlyMap<string | null, string | null>;
  /** Copies of the other things that nodes refer to, by id. */
  copies: ReadonlyMap<string, string>;
}

/** copyFlows copies all workflows of the folders; nodes that run one of them run its copy. Returns how many. */
export async function copyFlows(
  sql: Sql,
  caller: Pick<RunViewer, 'userId' | 'name'>,
  { from, to, folders, copies }: FlowCopy,
): Promise<number> {
  const ids = await flowsStore.idsIn(sql, from, [...folders.keys()]);
  const all = new Map([...copies, ...ids.map((id): [string, string] => [id, newId()])]);
  for (let at = 0; at < ids.length; at += batch) {
    const rows = await flowsStore.listWhole(sql, from.organizationId, ids.slice(at, at + batch));
    const { userId, name: userName } = caller;
    const by = { createdBy: userId, createdByName: userName, updatedBy: userId, updatedByName: userName };
    await flowsStore.insertMany(
      sql,
      rows.map(({ id, name, description, document, nodeCount, scriptCount, folderId }) => ({
        ...to,
        ...by,
        id: all.get(id) as string,
        folderId: folders.get(folderId) ?? null,
        name,
        description,
        nodeCount,
        scriptCount,
        document: withIds(document, all),
      })),
    );
  }
  return ids.length;
}

/**
 * copyConfigurations copies the run configurations of a workspace to a new one; they refer to the copies of its
 * environments.
 */
export async function copyConfigurations(
  sql: Sql,
  caller: Pick<RunViewer, 'userId' | 'name'>,
  { from, to, copies }: Pick<FlowCopy, 'from' | 'to' | 'copies'>,
): Promise<void> {
  for (const { name, environmentId, variables, parallel } of await configurationsStore.list(sql, from))
    await configurationsStore.insert(sql, {
      ...to,
      id: newId(),
      name,
      environmentId: copies.get(environmentId ?? '') ?? null,
      variables,
      parallel,
      updatedBy: caller.userId,
      updatedByName: caller.name,
    });
}

/** copyFlow copies one workflow within its folder, with the given name and id. */
export async function copyFlow(
  sql: Sql,
  caller: Pick<RunViewer, 'userId' | 'name' | 'organizationId'>,
  { flowId, id, name }: { flowId: string; id: string; name: string },
): Promise<void> {
  const [row] = await flowsStore.listWhole(sql, caller.organizationId, [flowId]);
  if (!row) throw new AppError(flowErrors.notFound);
  const { userId, name: userName } = caller;
  const by = { createdBy: userId, createdByName: userName, updatedBy: userId, updatedByName: userName };
  const { organizationId, projectId, folderId, description, document, nodeCount, scriptCount } = row;
  const values = { organizationId, projectId, folderId, description, document, nodeCount, scriptCount };
  await named(name, flowsStore.insert(sql, { ...values, ...by, id, name }));
}
