import type { Page } from '@touchstone/contracts';
import {
  maxVersions,
  type RepositoryStep,
  type ScriptSteps,
  type ScriptVersion,
} from '@touchstone/contracts/test-repository';
import { AppError, newId } from '@touchstone/kernel';
import type { Sql } from '../../../platform/database/pool.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Actor } from '../../workspaces/index.ts';
import { repositoryErrors } from '../errors.ts';
import { type ScriptRow, scriptsStore } from '../store/scripts.store.ts';
import { type VersionRow, versionsStore } from '../store/versions.store.ts';
import type { Open } from './open.ts';
import { type Steps, storeSteps } from './steps.ts';

/** createVersions manages the restore points of scripts. */
export function createVersions({
  platform,
  open,
  steps,
}: {
  platform: Platform;
  open: Open;
  steps: Pick<Steps, 'read'>;
}) {
  const { database } = platform;
  const { sql } = database;

  const openVersion = async (caller: Actor, id: string, need: 'view' | 'edit') => {
    const version = await versionsStore.find(sql, caller.organizationId, id);
    if (!version) throw new AppError(repositoryErrors.versionNotFound);
    return { version, script: await open.script(caller, version.scriptId, need) };
  };
  const withScript = <T>(scriptId: string, work: (db: Sql, row: ScriptRow) => Promise<T>): Promise<T> =>
    database.transaction(async (db) => {
      const row = await scriptsStore.lock(db, scriptId);
      if (!row) throw new AppError(repositoryErrors.scriptNotFound);
      return work(db, row);
    });

  return {
    async create(caller: Actor, scriptId: string, name: string): Promise<ScriptVersion> {
      await open.script(caller, scriptId, 'edit');
      return toVersion(await withScript(scriptId, (db, row) => keepVersion(db, row, name, caller)));
    },
    async list(caller: Actor, scriptId: string, page: { page: number; size: number }): Promise<Page<ScriptVersion>> {
      await open.script(caller, scriptId, 'view');
      const [rows, totalElements] = await Promise.all([
        versionsStore.list(sql, scriptId, page),
        versionsStore.count(sql, scriptId),
      ]);
      return { content: rows.map(toVersion), totalElements, page: page.page, size: page.size };
    },
    async view(caller: Actor, id: string): Promise<ScriptVersion & { steps: RepositoryStep[] }> {
      const { version } = await openVersion(caller, id, 'view');
      return { ...toVersion(version), steps: version.steps };
    },
    /** Replaces the current steps with those of a restore point, after saving the current ones as a restore point. */
    async restore(caller: Actor, id: string): Promise<ScriptSteps> {
      const { version, script } = await openVersion(caller, id, 'edit');
      await open.assertUnlocked(caller, script);
      await withScript(script.id, async (db, row) => {
        await keepVersion(db, row, `Before restoring “${version.name.slice(0, 200)}”`, caller);
        await storeSteps(db, row, version.steps, caller);
      });
      return steps.read(caller, script.id);
    },
    async delete(caller: Actor, id: string): Promise<void> {
      const { version, script } = await openVersion(caller, id, 'edit');
      await open.assertUnlocked(caller, script);
      await versionsStore.delete(sql, version.id);
    },
  };
}
/** Versions manages the restore points of scripts. */
export type Versions = ReturnType<typeof createVersions>;

/** keepVersion saves the current steps of a locked script as a restore point. */
export async function keepVersion(
  db: Sql,
  row: ScriptRow,
  name: string,
  { name: createdByName }: { name: string },
): Promise<VersionRow> {
  if ((await versionsStore.count(db, row.id)) >= maxVersions)
    throw new AppError(repositoryErrors.tooManyVersions, { params: { most: maxVersions } });
  return versionsStore.insert(db, {
    id: newId(),
    organizationId: row.organizationId,
    scriptId: row.id,
    name,
    revision: row.revision,
    stepCount: row.stepCount,
    steps: await scriptsStore.readSteps(db, row.id),
    createdByName,
  });
}

const toVersion = (row: Omit<VersionRow, 'steps' | 'organizationId'>): ScriptVersion => ({
  uuid: row.id,
  scriptUUID: row.scriptId,
  versionName: row.name,
  revision: row.revision,
  stepCount: row.stepCount,
  createdBy: row.createdByName,
  createdDate: row.createdAt.toISOString(),
});
