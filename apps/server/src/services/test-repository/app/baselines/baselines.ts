import type { Readable } from 'node:stream';
import type { Baseline, BaselineHistory, BaselineVersion } from '@touchstone/contracts/test-repository';
import { AppError } from '@touchstone/kernel';
import type { Platform } from '../../../../platform/platform.ts';
import type { Actor } from '../../../workspaces/index.ts';
import { repositoryErrors } from '../../errors.ts';
import { type BaselineVersionRow, baselinesStore, type ListedBaseline } from '../../store/baselines.store.ts';
import type { Open } from '../open.ts';

/** createBaselines returns the pictures that steps are compared with, and reverts to earlier ones. */
export function createBaselines({ platform, open }: { platform: Platform; open: Open }) {
  const { database, files } = platform;
  const { sql } = database;
  const openOne = async (caller: Actor, id: string, need: 'view' | 'edit'): Promise<ListedBaseline> => {
    const row = await baselinesStore.find(sql, caller.organizationId, id);
    if (!row) throw new AppError(repositoryErrors.baselineNotFound);
    await open.project(caller, row.projectId, need);
    return row;
  };
  return {
    async list(
      caller: Actor,
      {
        projectUUID: projectId,
        searchTerm,
        show,
        page,
        size,
      }: {
        projectUUID: string;
        searchTerm?: string | undefined;
        show: 'all' | 'unreviewed';
        page: number;
        size: number;
      },
    ) {
      await open.project(caller, projectId, 'view');
      const { rows, totalElements } = await baselinesStore.list(
        sql,
        { projectId, searchTerm, isReviewed: show === 'all' ? undefined : false },
        { page, size },
      );
      return { content: rows.map(toBaseline), totalElements, page, size };
    },
    async get(caller: Actor, id: string): Promise<BaselineHistory> {
      const row = await openOne(caller, id, 'view');
      return { ...toBaseline(row), versions: (await baselinesStore.versions(sql, id)).map(toVersion) };
    },
    /** Makes a version the current one. Choosing the current version approves it. */
    async choose(
      caller: Actor,
      id: string,
      { version, currentVersion }: { version: number; currentVersion: number | null },
    ): Promise<Baseline> {
      const { name } = await openOne(caller, id, 'edit');
      await database.transaction(async (db) => {
        const locked = await baselinesStore.lock(db, id);
        if (locked?.currentVersion !== currentVersion) throw new AppError(repositoryErrors.baselineChanged);
        if (!(await baselinesStore.findVersion(db, id, version)))
          throw new AppError(repositoryErrors.baselineVersionNotFound, { params: { version } });
        await baselinesStore.setCurrent(db, id, version);
        await baselinesStore.setReviewed(db, id, version);
      });
      await platform.audit(caller, { action: 'baseline.chosen', target: id, detail: { name, version } });
      return toBaseline(await openOne(caller, id, 'view'));
    },
    async read(caller: Actor, id: string, version: number): Promise<{ stream: Readable; sizeBytes: number }> {
      const { organizationId } = await openOne(caller, id, 'view');
      const row = await baselinesStore.findVersion(sql, id, version);
      if (!row) throw new AppError(repositoryErrors.baselineVersionNotFound, { params: { version } });
      return files.open(organizationId, row.contentId);
    },
    async delete(caller: Actor, id: string): Promise<void> {
      const { organizationId, name } = await openOne(caller, id, 'edit');
      const versions = await baselinesStore.versions(sql, id);
      await baselinesStore.delete(sql, id);
      for (const { contentId } of versions) await files.delete(organizationId, contentId);
      await platform.audit(caller, { action: 'baseline.deleted', target: id, detail: { name } });
    },
  };
}
/** Baselines returns and reverts the pictures that steps are compared with. */
export type Baselines = ReturnType<typeof createBaselines>;

const toVersion = (row: BaselineVersionRow): BaselineVersion => ({
  version: row.version,
  width: row.width,
  height: row.height,
  sizeBytes: row.sizeBytes,
  acceptedBy: row.acceptedByName,
  acceptedAt: row.acceptedAt.toISOString(),
  isReviewed: row.isReviewed,
  runId: row.runId,
});

/** toBaseline returns a baseline as the API returns it. */
export const toBaseline = (row: ListedBaseline): Baseline => ({
  uuid: row.id,
  projectUUID: row.projectId,
  scriptUUID: row.scriptId,
  testScriptName: row.scriptName,
  name: row.name,
  target: row.target,
  versionCount: row.versionCount,
  current: toVersion(row.current),
});
