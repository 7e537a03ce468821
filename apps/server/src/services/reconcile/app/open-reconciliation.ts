import { AppError } from '@touchstone/kernel';
import type { Platform } from '../../../platform/platform.ts';
import type { LimitOf } from '../../subscription/index.ts';
import type { Actor, Workspaces } from '../../workspaces/index.ts';
import { reconcileErrors } from '../errors.ts';
import { type ReconciliationRow, reconciliationsStore } from '../store/reconciliations.store.ts';

const limitName = 'API_DB_RECONCILE_ROWS';

/** createOpenReconciliation opens reconciliations for a caller, checking their role in the workspace and the plan. */
export function createOpenReconciliation(needs: { platform: Platform; workspaces: Workspaces; limitOf: LimitOf }) {
  const { platform, workspaces, limitOf } = needs;
  const rowLimitOf = (organizationId: string): Promise<number | null> => limitOf(organizationId, limitName);
  /**
   * Opens a workspace for editing or running its reconciliations, which require PRO for both the organization and the
   * workspace.
   */
  const openPro = async (caller: Actor, projectId: string): Promise<{ rowLimit: number | null }> => {
    const { project } = await workspaces.open(caller, projectId, 'edit');
    const isPro = caller.plan === 'PRO' || caller.plan === 'ENTERPRISE';
    const rowLimit = await rowLimitOf(caller.organizationId);
    if (!isPro || project.workspacePlan === 'FREE' || rowLimit === 0) throw new AppError(reconcileErrors.proOnly);
    return { rowLimit };
  };
  return {
    rowLimitOf,
    openPro,
    async open(caller: Actor, id: string, need: 'view' | 'edit'): Promise<ReconciliationRow> {
      const row = await reconciliationsStore.find(platform.database.sql, caller.organizationId, id);
      if (!row) throw new AppError(reconcileErrors.notFound);
      await workspaces.open(caller, row.projectId, need);
      return row;
    },
  };
}
/** OpenReconciliation opens reconciliations for a caller. */
export type OpenReconciliation = ReturnType<typeof createOpenReconciliation>;
