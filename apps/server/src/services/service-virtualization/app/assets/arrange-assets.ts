import type { Page } from '@touchstone/contracts';
import type {
  AssetKind,
  AssetSummary,
  AssetVersion,
  AssetVersionSummary,
} from '@touchstone/contracts/service-virtualization';
import { AppError } from '@touchstone/kernel';
import type { Platform } from '../../../../platform/platform.ts';
import type { Actor } from '../../../workspaces/index.ts';
import { suitesBelow } from '../../domain/active-suites.ts';
import { virtualizationErrors } from '../../errors.ts';
import { type AssetRow, assetsStore, type VersionRow } from '../../store/assets.store.ts';
import { suitesStore } from '../../store/suites.store.ts';
import type { MockHost } from '../hosting/mock-host.ts';
import type { Open } from '../open.ts';
import { assertAssetRoom } from './asset-room.ts';
import { copiesOf } from './copies.ts';
import type { ShowAssets } from './show-assets.ts';

interface Needs {
  platform: Platform;
  open: Open;
  host: MockHost;
  show: ShowAssets;
}
interface Filter {
  projectId: string;
  searchTerm?: string | undefined;
  suiteId?: string | undefined;
  isDeep?: boolean | undefined;
  kind?: AssetKind | undefined;
  isEnabled?: boolean | undefined;
  tag?: string | undefined;
}

/** createArrangeAssets lists, moves, copies and deletes assets, and returns their versions. */
export function createArrangeAssets({ platform, open, host, show }: Needs) {
  const { database } = platform;

  /** Returns the given assets of a project; throws if any doesn't exist. */
  const chosen = async (caller: Actor, projectId: string, ids: readonly string[]): Promise<AssetRow[]> => {
    await open.project(caller, projectId, 'edit');
    const rows = await assetsStore.listByIds(database.sql, projectId, ids);
    if (rows.length < new Set(ids).size) throw new AppError(virtualizationErrors.assetNotFound);
    return rows;
  };

  return {
    async list(
      caller: Actor,
      { projectId, suiteId, isDeep, ...filter }: Filter,
      page: { page: number; size: number },
    ): Promise<Page<AssetSummary>> {
      await open.project(caller, projectId, 'view');
      const suites = suiteId && isDeep ? await suitesStore.list(database.sql, projectId) : [];
      const suiteIds = suiteId ? (isDeep ? suitesBelow(suites, suiteId) : [suiteId]) : undefined;
      const { rows, totalElements } = await assetsStore.list(database.sql, projectId, { ...filter, suiteIds }, page);
      return { ...page, totalElements, content: await show.summaries(projectId, rows) };
    },
    async tags(caller: Actor, projectId: string) {
      await open.project(caller, projectId, 'view');
      return assetsStore.tags(database.sql, projectId);
    },
    async view(caller: Actor, assetId: string) {
      return show.one(await open.asset(caller, assetId, 'view'));
    },
    async move(
      caller: Actor,
      { projectId, assetIds, suiteId }: { projectId: string; assetIds: string[]; suiteId: string },
    ) {
      const rows = await chosen(caller, projectId, assetIds);
      await open.suiteOf(caller, projectId, suiteId);
      const ids = rows.map(({ id }) => id);
      await assetsStore.move(database.sql, projectId, ids, suiteId);
      await host.changed(projectId, { kind: 'assets', ids });
    },
    async clone(
      caller: Actor,
      { projectId, assetIds, suiteId }: { projectId: string; assetIds: string[]; suiteId?: string | undefined },
    ): Promise<AssetSummary[]> {
      const rows = await chosen(caller, projectId, assetIds);
      if (suiteId) await open.suiteOf(caller, projectId, suiteId);
      const copies = copiesOf(rows, (row) => suiteId ?? row.suiteId, caller.name).map((row) => ({
        ...row,
        name: `${row.name.slice(0, 248)} (copy)`,
      }));
      await database.transaction(async (sql) => {
        await assertAssetRoom(sql, projectId, copies.length);
        await assetsStore.insert(sql, copies, 'copied');
      });
      const ids = copies.map(({ id }) => id);
      await host.changed(projectId, { kind: 'assets', ids });
      return show.summaries(projectId, await assetsStore.listByIds(database.sql, projectId, ids));
    },
    async delete(caller: Actor, projectId: string, assetIds: string[]): Promise<void> {
      const rows = await chosen(caller, projectId, assetIds);
      const ids = rows.map(({ id }) => id);
      await assetsStore.delete(database.sql, projectId, ids);
      await host.changed(projectId, { kind: 'assets', ids });
      const names = rows.map(({ name }) => name).slice(0, 20);
      await platform.audit(caller, {
        action: 'mock-assets.deleted',
        target: projectId,
        detail: { names, count: ids.length },
      });
    },
    async versions(
      caller: Actor,
      assetId: string,
      page: { page: number; size: number },
    ): Promise<Page<AssetVersionSummary>> {
      await open.asset(caller, assetId, 'view');
      const { rows, totalElements } = await assetsStore.listVersions(database.sql, assetId, page);
      return { ...page, totalElements, content: rows.map(toSummary) };
    },
    async version(caller: Actor, assetId: string, revision: number): Promise<AssetVersion> {
      await open.asset(caller, assetId, 'view');
      const row = await assetsStore.findVersion(database.sql, assetId, revision);
      if (!row) throw new AppError(virtualizationErrors.versionNotFound);
      const { kind, tags, content } = row;
      return {
        ...toSummary(row),
        kind,
        tags,
        stub: content.form === 'stub' ? content.stub : null,
        resource: content.form === 'resource' ? content.resource : null,
      };
    },
  };
}
/** ArrangeAssets lists, moves, copies and deletes assets. */
export type ArrangeAssets = ReturnType<typeof createArrangeAssets>;

const toSummary = ({ revision, name, change, createdAt, createdByName }: VersionRow): AssetVersionSummary => ({
  revision,
  name,
  change,
  createdAt: createdAt.toISOString(),
  createdByName,
});
