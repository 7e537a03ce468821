import type { Platform } from '../../../platform/platform.ts';
import { type Actor, readWorkspaceNames, type Workspaces } from '../../workspaces/index.ts';
import { reconciliationsStore } from '../store/reconciliations.store.ts';

/**
 * createReconciliationPaths converts reconciliations to paths of names (workspace, reconciliation), and resolves such
 * paths.
 */
export function createReconciliationPaths({ platform, workspaces }: { platform: Platform; workspaces: Workspaces }) {
  const { sql } = platform.database;
  return {
    async namesOf(actor: Actor, ids: readonly string[]): Promise<Map<string, string[]>> {
      const names = await readWorkspaceNames(workspaces, actor);
      const rows = await reconciliationsStore.findMany(sql, actor.organizationId, ids);
      return new Map(
        rows.flatMap(({ id, projectId, name }) => {
          const workspace = names.of(projectId);
          return workspace === undefined ? [] : [[id, [workspace, name]] as const];
        }),
      );
    },
    /** The workspace's reconciliation of that name, or one from a workspace with the name in the path. */
    async find(actor: Actor, projectId: string, [workspace, name]: readonly string[]): Promise<string | undefined> {
      if (name === undefined) return undefined;
      const names = await readWorkspaceNames(workspaces, actor);
      return reconciliationsStore.findNamed(sql, names.searched(projectId, workspace), name);
    },
  };
}
/** ReconciliationPaths converts reconciliations to paths of names, and back. */
export type ReconciliationPaths = ReturnType<typeof createReconciliationPaths>;
