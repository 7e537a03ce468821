import type { Prerequisite, PrerequisiteInput } from '@touchstone/contracts/api-testing';
import { AppError, newId } from '@touchstone/kernel';
import { isUniqueViolation } from '../../../../platform/database/conditions.ts';
import type { Actor } from '../../../workspaces/index.ts';
import { apiTestingErrors } from '../../errors.ts';
import { type PrerequisiteRow, prerequisitesStore } from '../../store/prerequisites.store.ts';
import { createAssertReferences, type Fields } from './assert-references.ts';
import { assertPrerequisiteRoom } from './prerequisite-room.ts';
import type { PrerequisiteNeeds } from './prerequisites.ts';
import { toPrerequisite } from './to-prerequisite.ts';

type Change = { prerequisiteId: string } & { [Field in keyof Fields]?: Fields[Field] | undefined };

/** createWritePrerequisites creates, changes, orders and deletes prerequisites. */
export function createWritePrerequisites(needs: PrerequisiteNeeds) {
  const { platform, workspaces } = needs;
  const { sql } = platform.database;
  const assertReferences = createAssertReferences(needs);
  const open = async (actor: Actor, id: string): Promise<PrerequisiteRow> => {
    const row = await prerequisitesStore.find(sql, actor.organizationId, id);
    if (!row) throw new AppError(apiTestingErrors.prerequisiteNotFound);
    await workspaces.open(actor, row.projectId, 'edit');
    return row;
  };

  return {
    async create(actor: Actor, { projectId, ...fields }: PrerequisiteInput): Promise<Prerequisite> {
      await workspaces.open(actor, projectId, 'edit');
      await assertReferences(actor, projectId, fields);
      const id = newId();
      const { organizationId } = actor;
      const values = { id, organizationId, projectId, ...fields, ...withDatabase(fields.action) };
      await platform.database
        .transaction(async (sql) => {
          await workspaces.hold(sql, projectId);
          await assertPrerequisiteRoom(sql, projectId, 1);
          await prerequisitesStore.insert(sql, values);
        })
        .catch(taken);
      await platform.audit(actor, { action: 'prerequisite.created', target: id, detail: { name: fields.name } });
      return toPrerequisite(await open(actor, id));
    },
    async update(actor: Actor, { prerequisiteId, ...fields }: Change): Promise<Prerequisite> {
      const row = await open(actor, prerequisiteId);
      const given = Object.fromEntries(
        Object.entries(fields).filter(([, value]) => value !== undefined),
      ) as Partial<Fields>;
      await assertReferences(actor, row.projectId, given);
      await prerequisitesStore
        .update(sql, prerequisiteId, { ...given, ...(given.action && withDatabase(given.action)) })
        .catch(taken);
      await platform.audit(actor, { action: 'prerequisite.changed', target: prerequisiteId });
      return toPrerequisite(await open(actor, prerequisiteId));
    },
    async delete(actor: Actor, prerequisiteId: string): Promise<void> {
      const row = await open(actor, prerequisiteId);
      await prerequisitesStore.delete(sql, prerequisiteId);
      await platform.audit(actor, {
        action: 'prerequisite.deleted',
        target: prerequisiteId,
        detail: { name: row.name },
      });
    },
    async reorder(actor: Actor, projectId: string, ids: string[]): Promise<Prerequisite[]> {
      await workspaces.open(actor, projectId, 'edit');
      const rows = await prerequisitesStore.list(sql, projectId);
      const known = new Set(rows.map((row) => row.id));
      if (ids.length !== known.size || new Set(ids).size !== known.size || ids.some((id) => !known.has(id)))
        throw new AppError(apiTestingErrors.prerequisiteOrder);
      await prerequisitesStore.reorder(sql, projectId, ids);
      return (await prerequisitesStore.list(sql, projectId)).map(toPrerequisite);
    },
  };
}

const withDatabase = (action: Fields['action']) => ({
  action,
  databaseConfigurationId: action.kind === 'database' ? action.databaseConfigurationId : null,
});

function taken(error: unknown): never {
  if (isUniqueViolation(error, 'prerequisite_name')) throw new AppError(apiTestingErrors.prerequisiteNameTaken);
  throw error;
}
