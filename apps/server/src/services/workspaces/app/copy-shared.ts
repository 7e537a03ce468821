import { newId } from '@touchstone/kernel';
import type { Sql } from '../../../platform/database/pool.ts';
import type { Platform } from '../../../platform/platform.ts';
import { certificatesStore } from '../store/certificates.store.ts';
import { databasesStore } from '../store/databases.store.ts';
import { environmentsStore } from '../store/environments.store.ts';
import { variablesStore } from '../store/variables.store.ts';
import { copiedCertificate } from './certificates.ts';
import { openPassword, sealPassword } from './database-sign-in.ts';
import { copiedRows } from './sealed-variables.ts';

/**
 * createCopyShared copies everything a workspace's tests share into a new workspace of the same organization:
 * environments, variables, databases and certificates.
 */
export function createCopyShared({ secrets }: Pick<Platform, 'secrets'>) {
  /**
   * Returns the copies of environments and databases by the id of the original. The caller has checked access to both
   * workspaces.
   */
  return async function copyShared(
    sql: Sql,
    fromProjectId: string,
    to: { organizationId: string; projectId: string },
  ): Promise<Map<string, string>> {
    const copies = new Map<string, string>();
    const globals = await variablesStore.list(sql, { projectId: fromProjectId, environmentId: null });
    await variablesStore.insert(sql, copiedRows(secrets, { ...to, environmentId: null }, globals));
    for (const { environment } of await environmentsStore.list(sql, fromProjectId)) {
      const id = newId();
      copies.set(environment.id, id);
      await environmentsStore.insert(sql, { id, ...to, name: environment.name });
      const rows = await variablesStore.list(sql, { projectId: fromProjectId, environmentId: environment.id });
      await variablesStore.insert(sql, copiedRows(secrets, { ...to, environmentId: id }, rows));
    }
    for (const { createdAt: _created, updatedAt: _updated, ...row } of await databasesStore.list(sql, fromProjectId)) {
      const id = newId();
      copies.set(row.id, id);
      const password = sealPassword(secrets, id, openPassword(secrets, row));
      await databasesStore.insert(sql, { ...row, ...to, id, password });
    }
    for (const row of await certificatesStore.list(sql, fromProjectId))
      await certificatesStore.insert(sql, { ...copiedCertificate(secrets, row), ...to });
    return copies;
  };
}
/** CopyShared copies everything a workspace's tests share. */
export type CopyShared = ReturnType<typeof createCopyShared>;
