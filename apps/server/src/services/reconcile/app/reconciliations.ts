import type { Reconciliation, ReconciliationFields, ReconciliationItem } from '@touchstone/contracts/reconcile';
import { AppError, newId } from '@touchstone/kernel';
import { assertRoom } from '../../../platform/database/assert-room.ts';
import { isUniqueViolation } from '../../../platform/database/conditions.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { ApiTesting } from '../../api-testing/index.ts';
import type { Runs } from '../../runs/index.ts';
import type { SchedulerDoor } from '../../scheduler/index.ts';
import type { Actor, Databases, Environments, Workspaces } from '../../workspaces/index.ts';
import { reconcileErrors } from '../errors.ts';
import { reconciliationsStore } from '../store/reconciliations.store.ts';
import type { OpenReconciliation } from './open-reconciliation.ts';
import { createShowReconciliations } from './show-reconciliations.ts';

const most = 1000;

interface Needs {
  platform: Platform;
  runs: Runs;
  workspaces: Workspaces;
  environments: Environments;
  databases: Databases;
  requestSender: ApiTesting['requestSender'];
  access: OpenReconciliation;
  testsDeleted: SchedulerDoor['testsDeleted'];
}

/** createReconciliations manages the reconciliations of workspaces. */
export function createReconciliations(needs: Needs) {
  const { platform, workspaces, environments, databases, requestSender, access, testsDeleted } = needs;
  const { sql } = platform.database;

  const assertReferences = async (caller: Actor, projectId: string, fields: ReconciliationFields) => {
    const found = await requestSender.find(caller.organizationId, fields.scriptId);
    if (found?.projectId !== projectId) throw new AppError(reconcileErrors.otherProject);
    await databases.assertExists({ organizationId: caller.organizationId, projectId }, fields.databaseConfigurationId);
    const { organizationId } = caller;
    if (fields.environmentId) await environments.assertExists({ organizationId, projectId }, fields.environmentId);
  };

  const { show, lastRuns } = createShowReconciliations(needs);

  return {
    async list(
      caller: Actor,
      {
        projectId,
        searchTerm,
        ...page
      }: { projectId: string; searchTerm?: string | undefined; page: number; size: number },
    ) {
      await workspaces.open(caller, projectId, 'view');
      const { organizationId } = caller;
      const { rows, totalElements } = await reconciliationsStore.list(
        sql,
        { organizationId, projectId, searchTerm },
        page,
      );
      const [lastRunOf, scripts, configurations, rowLimit] = await Promise.all([
        lastRuns(rows, organizationId),
        requestSender.findMany(
          organizationId,
          rows.map(({ scriptId }) => scriptId),
        ),
        databases.list(caller, projectId),
        access.rowLimitOf(organizationId),
      ]);
      const databaseNames = new Map(configurations.map((one) => [one.databaseConfigurationId, one.name]));
      const content = rows.map(
        (row): ReconciliationItem => ({
          reconciliationId: row.id,
          projectId,
          name: row.name,
          scriptId: row.scriptId,
          scriptName: scripts.get(row.scriptId)?.name ?? null,
          databaseName: databaseNames.get(row.databaseConfigurationId) ?? null,
          checkInRuns: row.checkInRuns,
          lastRun: lastRunOf(row),
          updatedAt: row.updatedAt.toISOString(),
        }),
      );
      return { content, totalElements, ...page, rowLimit };
    },
    async get(caller: Actor, id: string): Promise<Reconciliation> {
      return show(caller, await access.open(caller, id, 'view'));
    },
    async create(caller: Actor, { projectId, ...fields }: ReconciliationFields & { projectId: string }) {
      await access.openPro(caller, projectId);
      await assertReferences(caller, projectId, fields);
      const { organizationId } = caller;
      const id = newId();
      await platform.database
        .transaction(async (tx) => {
          await workspaces.hold(tx, projectId);
          const limit = { place: `reconciliations of ${projectId}`, most, full: reconcileErrors.tooMany };
          const only = { organizationId, projectId };
          const count = () => reconciliationsStore.list(tx, only, { page: 0, size: 1 });
          await assertRoom(tx, limit, async () => (await count()).totalElements);
          await reconciliationsStore.insert(tx, { id, organizationId, projectId, ...columnsOf(fields) });
        })
        .catch(taken);
      await platform.audit(caller, { action: 'reconciliation.created', target: id, detail: { name: fields.name } });
      return show(caller, await access.open(caller, id, 'view'));
    },
    async update(caller: Actor, id: string, fields: ReconciliationFields): Promise<Reconciliation> {
      const { projectId } = await access.open(caller, id, 'edit');
      await access.openPro(caller, projectId);
      await assertReferences(caller, projectId, fields);
      await reconciliationsStore.update(sql, id, columnsOf(fields)).catch(taken);
      await platform.audit(caller, { action: 'reconciliation.changed', target: id, detail: { name: fields.name } });
      return show(caller, await access.open(caller, id, 'view'));
    },
    async delete(caller: Actor, id: string): Promise<void> {
      const { name } = await access.open(caller, id, 'edit');
      await platform.database.transaction(async (tx) => {
        await reconciliationsStore.delete(tx, id);
        await testsDeleted(tx, caller.organizationId, [id]);
      });
      await platform.audit(caller, { action: 'reconciliation.deleted', target: id, detail: { name } });
    },
  };
}
/** Reconciliations manages the reconciliations of workspaces. */
export type Reconciliations = ReturnType<typeof createReconciliations>;

function columnsOf(fields: ReconciliationFields) {
  const { name, scriptId, environmentId, databaseConfigurationId, checkInRuns, ...definition } = fields;
  return { name, scriptId, environmentId, databaseConfigurationId, checkInRuns, definition };
}

function taken(error: unknown): never {
  if (isUniqueViolation(error, 'reconciliation_name')) throw new AppError(reconcileErrors.nameTaken);
  throw error;
}
