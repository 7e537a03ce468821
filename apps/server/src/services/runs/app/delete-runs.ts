import { isFinal } from '../domain/run.ts';
import { leasesStore } from '../store/leases.store.ts';
import { runsStore } from '../store/runs.store.ts';
import type { RunNeeds } from './create-runs.ts';
import { finishRun } from './finish-run.ts';
import type { Runs } from './runs.ts';

const runsPerPass = 100;
const workspaceGone = 'The workspace of this run was deleted.';

/** createDeleteRuns deletes runs with their parts and files: given ones, all of a project, or expired ones. */
export function createDeleteRuns({
  platform,
  kinds,
  wake,
  attachments,
  keptFrom,
}: RunNeeds): Pick<Runs, 'delete' | 'deleteProject'> & { deleteExpired(): Promise<void> } {
  const { database, files } = platform;

  const deleteSome: Runs['delete'] = async (organizationId, runIds) => {
    // Files first: if that fails the deletion is repeated, whereas files without a run would stay forever.
    const found = await runsStore.findMany(database.sql, organizationId, runIds);
    const finished = found.filter(({ status }) => isFinal(status));
    const ids = finished.map(({ runId }) => runId);
    for (const { id } of await runsStore.listTree(database.sql, ids))
      await files.deleteOwned(organizationId, `run:${id}`);
    const deleted = await runsStore.deleteFinished(database.sql, organizationId, ids);
    await attachments.sweep();
    const deletedRuns = finished.filter(({ runId }) => deleted.includes(runId));
    for (const [kind, own] of Map.groupBy(deletedRuns, (run) => run.kind))
      await kinds.get(kind)?.onDeleted?.(own.map(({ runId }) => runId));
    return deleted;
  };

  /** Ends a part of another project's run: its parent is informed, and its runner loses the lease. */
  const endPart = async (runId: string, kindName: string): Promise<void> => {
    const kind = kinds.get(kindName);
    if (!kind) return;
    await database.transaction(async (_sql, client) => {
      if (!(await leasesStore.lockEnding(client, runId))) return;
      const count = await leasesStore.closeOpenSteps(client, runId, 'cancelled', workspaceGone);
      const end = {
        runId,
        forced: 'cancelled',
        closed: { status: 'cancelled', count },
        message: workspaceGone,
      } as const;
      await finishRun(platform, client, { kind, kinds }, end);
    });
    await wake('runs_cancel', runId);
  };

  return {
    delete: deleteSome,
    async deleteProject(organizationId, projectId) {
      for (;;) {
        const some = { organizationId, projectId, limit: runsPerPass };
        const runIds = await runsStore.deleteSome(database.sql, some);
        if (runIds.length === 0) break;
        for (const runId of runIds) {
          await wake('runs_cancel', runId);
          await files.deleteOwned(organizationId, `run:${runId}`);
        }
      }
      const parts = await runsStore.listOpenParts(database.sql, { organizationId, projectId });
      for (const { id, kind } of parts) await endPart(id, kind);
      await runsStore.forgetNumbers(database.sql, { organizationId, projectId });
      await attachments.sweep();
    },
    async deleteExpired() {
      const before = keptFrom();
      for (;;) {
        const expired = await runsStore.listExpired(database.sql, before, runsPerPass);
        for (const run of expired) await deleteSome(run.organizationId, [run.id]);
        if (expired.length < runsPerPass) break;
      }
      await attachments.sweep();
    },
  };
}
