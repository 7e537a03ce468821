import type { Asset, AssetConflict, AssetDraft, AssetKind } from '@touchstone/contracts/service-virtualization';
import { AppError, newId } from '@touchstone/kernel';
import type { Platform } from '../../../../platform/platform.ts';
import type { Actor } from '../../../workspaces/index.ts';
import { type AssetContent, contentOf, factsOf, type JsonObject } from '../../domain/asset-content.ts';
import { virtualizationErrors } from '../../errors.ts';
import { type AssetRow, assetsStore, type NewAssetRow } from '../../store/assets.store.ts';
import type { CapacityOf } from '../capacity.ts';
import type { MockHost } from '../hosting/mock-host.ts';
import type { Open } from '../open.ts';
import { assertAssetRoom } from './asset-room.ts';
import type { CheckAssets } from './check-assets.ts';
import type { ShowAssets } from './show-assets.ts';

interface Needs {
  platform: Platform;
  open: Open;
  host: MockHost;
  check: CheckAssets;
  show: ShowAssets;
  capacityOf: CapacityOf;
}
interface Change {
  assetId: string;
  revision: number;
  name?: string | undefined;
  kind?: AssetKind | undefined;
  tags?: string[] | undefined;
  stub?: JsonObject | undefined;
  resource?: JsonObject | undefined;
}

/** createWriteAssets creates and saves assets; a saved asset answers immediately. */
export function createWriteAssets({ platform, open, host, check, show, capacityOf }: Needs) {
  const { database } = platform;

  const assertFine = async (projectId: string, kind: AssetKind, content: AssetContent): Promise<void> => {
    const details = await check.problemsOf(projectId, kind, content);
    if (details.length > 0) throw new AppError(virtualizationErrors.invalidAsset, { details });
  };
  const conflict = async (row: AssetRow): Promise<AppError> => {
    const data: AssetConflict = {
      revision: row.revision,
      updatedAt: row.updatedAt.toISOString(),
      updatedByName: row.updatedByName,
      asset: await show.one(row),
    };
    return new AppError(virtualizationErrors.assetChanged, { params: { name: row.updatedByName }, data });
  };
  const save = async (
    caller: Actor,
    before: AssetRow,
    { change, ...values }: { name: string; kind: AssetKind; tags: string[]; content: AssetContent; change: string },
  ): Promise<AssetRow> => {
    await assertFine(before.projectId, values.kind, values.content);
    const saved = await database.transaction(async (sql) => {
      const row = await assetsStore.lock(sql, before.id);
      if (!row) throw new AppError(virtualizationErrors.assetNotFound);
      if (row.revision !== before.revision) return { isStale: true, row };
      const facts = factsOf(values.content);
      const written = await assetsStore.save(sql, row, { ...values, ...facts }, { change, byName: caller.name });
      return { isStale: false, row: written };
    });
    if (saved.isStale) throw await conflict(saved.row);
    await host.changed(before.projectId, { kind: 'assets', ids: [before.id] });
    return saved.row;
  };

  return {
    async create(
      caller: Actor,
      { projectId, suiteId, ...draft }: AssetDraft & { projectId: string; suiteId: string },
    ): Promise<Asset> {
      await open.project(caller, projectId, 'edit');
      await open.suiteOf(caller, projectId, suiteId);
      const content = givenContent(draft);
      await assertFine(projectId, draft.kind, content);
      const capacity = await capacityOf(caller.organizationId);
      const row = rowOf(draft, content, { caller, projectId, suiteId });
      await database.transaction(async (sql) => {
        await assertAssetRoom(sql, projectId, 1);
        if (draft.isEnabled) await capacity.assert(sql, 1);
        await assetsStore.insert(sql, [row], 'created');
      });
      await host.changed(projectId, { kind: 'assets', ids: [row.id] });
      return show.one(await open.asset(caller, row.id, 'view'));
    },
    async update(caller: Actor, { assetId, revision, stub, resource, ...given }: Change): Promise<Asset> {
      const before = await open.asset(caller, assetId, 'edit');
      if (before.revision !== revision) throw await conflict(before);
      const content = stub || resource ? givenContent({ stub, resource }) : before.content;
      if (content.form !== before.form) throw new AppError(virtualizationErrors.otherForm);
      const { name = before.name, kind = before.kind, tags = before.tags } = given;
      const row = await save(caller, before, { name, kind, tags: [...new Set(tags)], content, change: 'saved' });
      return show.one(row);
    },
    async restore(caller: Actor, assetId: string, revision: number): Promise<Asset> {
      const before = await open.asset(caller, assetId, 'edit');
      const version = await assetsStore.findVersion(database.sql, assetId, revision);
      if (!version) throw new AppError(virtualizationErrors.versionNotFound);
      const { name, kind, tags, content } = version;
      const change = `restored from ${revision}`;
      return show.one(await save(caller, before, { name, kind, tags, content, change }));
    },
  };
}
/** WriteAssets creates and saves assets. */
export type WriteAssets = ReturnType<typeof createWriteAssets>;

function givenContent(given: {
  stub?: JsonObject | null | undefined;
  resource?: JsonObject | null | undefined;
}): AssetContent {
  const content = contentOf(given);
  if (content) return content;
  const details = [{ path: 'stub', message: 'Give either a stub or a resource of records.' }];
  throw new AppError(virtualizationErrors.invalidAsset, { details });
}

/** rowOf returns the row of a new asset. */
export function rowOf(
  { name, kind, tags, isEnabled }: Pick<AssetDraft, 'name' | 'kind' | 'tags' | 'isEnabled'>,
  content: AssetContent,
  {
    caller,
    projectId,
    suiteId,
  }: { caller: Pick<Actor, 'organizationId' | 'name'>; projectId: string; suiteId: string },
): NewAssetRow {
  return {
    id: newId(),
    organizationId: caller.organizationId,
    projectId,
    suiteId,
    name,
    kind,
    form: content.form,
    isEnabled,
    tags: [...new Set(tags)],
    ...factsOf(content),
    revision: 1,
    content,
    createdByName: caller.name,
    updatedByName: caller.name,
  };
}
