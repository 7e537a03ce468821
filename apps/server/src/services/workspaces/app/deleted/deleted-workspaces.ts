import { canRead } from '@touchstone/contracts';
import type { DeletedProject } from '@touchstone/contracts/recently-deleted';
import { type Project, trashDays } from '@touchstone/contracts/workspaces';
import { AppError } from '@touchstone/kernel';
import type { PoolClient, Sql } from '../../../../platform/database/pool.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { freeName } from '../../domain/free-name.ts';
import { workspaceErrors } from '../../errors.ts';
import { workspaceDeleted, workspaceTrashed } from '../../events.ts';
import { projectsStore } from '../../store/projects.store.ts';
import { type Actor, actorOf } from '../actor.ts';
import { createOpenWorkspace, roleIn, scopeOf } from '../open-workspace.ts';
import type { Workspaces } from '../workspaces.ts';

/** The list isn't paginated; it ends after this number. */
const maxListed = 200;
const keptMs = trashDays * 86_400_000;

/**
 * createDeletedWorkspaces keeps deleted workspaces for 30 days. They can't be opened, but their owners can restore them
 * with all their content.
 */
export function createDeletedWorkspaces({
  platform,
  workspaces,
  restorable,
}: {
  platform: Platform;
  workspaces: Workspaces;
  /** Services that pause automatic activity in workspaces that can be restored. */
  restorable: ReadonlySet<string>;
}) {
  const { database, clock, events, audit } = platform;
  const keptSince = () => new Date(clock.now().getTime() - keptMs);
  const openDeleted = createOpenWorkspace(platform, async (asked) => {
    const row = await projectsStore.findDeleted(platform.database.sql, asked);
    return row?.project.deletedAt && row.project.deletedAt > keptSince() ? row : undefined;
  });
  /** Opens a deleted workspace for an owner, and locks it until the transaction ends. */
  const lockDeleted = async (sql: Sql, actor: Actor, projectId: string) => {
    await projectsStore.lock(sql, projectId);
    return (await openDeleted(actor, projectId, 'own')).project;
  };
  const deleteForGood = async (sql: Sql, client: PoolClient, projectId: string, deletedBy: Actor): Promise<void> => {
    await projectsStore.delete(sql, projectId);
    await events.publish(workspaceDeleted, { projectId, deletedBy }, client);
  };

  return {
    /** Makes a workspace inaccessible. Automatic activity in it pauses until it is restored. */
    async moveToTrash(actor: Actor, projectId: string, projectName?: string): Promise<void> {
      const { organizationId, name, service } = (await workspaces.open(actor, projectId, 'own')).project;
      // Workspaces of a service that can't pause its automatic activity are deleted immediately.
      if (!restorable.has(service)) throw new AppError(workspaceErrors.notRestorable);
      if (projectName !== undefined && projectName !== name) throw new AppError(workspaceErrors.projectNameMismatch);
      await database.transaction(async (sql, client) => {
        await workspaces.hold(sql, projectId);
        await projectsStore.setDeleted(sql, projectId, { name, deletedAt: clock.now(), deletedBy: actorOf(actor) });
        await events.publish(workspaceTrashed, { organizationId, projectId, isThere: false }, client);
      });
      await audit(actor, {
        action: 'project.deleted',
        target: projectId,
        detail: { projectName: name, restorable: true },
      });
    },
    /** A service's workspaces that the caller may restore. */
    async list(actor: Actor, service: string): Promise<DeletedProject[]> {
      await platform.callRules.assert({ service, access: canRead }, actor);
      const after = keptSince();
      const rows = await projectsStore.listDeleted(database.sql, scopeOf(actor), { service, after, limit: maxListed });
      return rows
        .filter((row) => roleIn(actor, row) === 'OWNER')
        .map(({ project: { id, name, deletedBy, deletedAt } }) => {
          const since = deletedAt ?? after;
          return {
            projectId: id,
            projectName: name,
            deletedByName: deletedBy?.name ?? '',
            deletedAt: since.toISOString(),
            expiresAt: new Date(since.getTime() + keptMs).toISOString(),
          };
        });
    },
    async restore(actor: Actor, projectId: string): Promise<Project> {
      const name = await database.transaction(async (sql, client) => {
        const { organizationId, teamId, service, name: was } = await lockDeleted(sql, actor, projectId);
        const free = freeName(was, await projectsStore.namesIn(sql, teamId, service));
        await projectsStore.setDeleted(sql, projectId, { name: free, deletedAt: null, deletedBy: null });
        await events.publish(workspaceTrashed, { organizationId, projectId, isThere: true }, client);
        return free;
      });
      await audit(actor, { action: 'project.restored', target: projectId, detail: { projectName: name } });
      return workspaces.view(actor, projectId);
    },
    async deleteForGood(actor: Actor, projectId: string): Promise<void> {
      const name = await database.transaction(async (sql, client) => {
        const project = await lockDeleted(sql, actor, projectId);
        await deleteForGood(sql, client, projectId, actorOf(actor));
        return project.name;
      });
      await audit(actor, { action: 'project.deletedForGood', target: projectId, detail: { projectName: name } });
    },
    /** Permanently deletes workspaces deleted more than 30 days ago. */
    async purge(): Promise<void> {
      const before = keptSince();
      const takeOne = () =>
        database.transaction(async (sql, client) => {
          const row = await projectsStore.takeExpired(sql, before);
          if (!row?.deletedBy) return false;
          await deleteForGood(sql, client, row.id, row.deletedBy);
          return true;
        });
      while (await takeOne());
    },
  };
}
/** DeletedWorkspaces puts workspaces in the trash and restores them. */
export type DeletedWorkspaces = ReturnType<typeof createDeletedWorkspaces>;
