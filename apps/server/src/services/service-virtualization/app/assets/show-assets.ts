import type { Asset, AssetSummary } from '@touchstone/contracts/service-virtualization';
import type { Platform } from '../../../../platform/platform.ts';
import { activeSuites } from '../../domain/active-suites.ts';
import type { AssetListRow, AssetRow } from '../../store/assets.store.ts';
import { sourcesStore } from '../../store/sources.store.ts';
import { suitesStore } from '../../store/suites.store.ts';
import type { CheckAssets } from './check-assets.ts';

type ShownRow = Omit<AssetListRow, 'isEdited'> & { isEdited?: boolean };

/** createShowAssets converts assets to their API form. */
export function createShowAssets({ platform, check }: { platform: Platform; check: CheckAssets }) {
  const { sql } = platform.database;

  const summaries = async (projectId: string, rows: readonly ShownRow[]): Promise<AssetSummary[]> => {
    if (rows.length === 0) return [];
    const isFromDocument = rows.some(({ sourceId }) => sourceId !== null);
    const [suites, sources] = await Promise.all([
      suitesStore.list(sql, projectId),
      isFromDocument ? sourcesStore.list(sql, projectId) : [],
    ]);
    const active = activeSuites(suites);
    const documents = new Map(sources.map(({ id, format, title }) => [id, { format, name: title }]));
    return rows.map((row) => {
      const document = row.sourceId === null ? undefined : documents.get(row.sourceId);
      return {
        assetId: row.id,
        projectId,
        suiteId: row.suiteId,
        name: row.name,
        kind: row.kind,
        form: row.form,
        isEnabled: row.isEnabled,
        isActive: row.isEnabled && active.has(row.suiteId),
        tags: row.tags,
        method: row.method,
        path: row.path,
        host: row.host,
        status: row.status,
        priority: row.priority,
        scenarioName: row.scenarioName,
        revision: row.revision,
        origin:
          document && row.sourceId !== null
            ? { sourceId: row.sourceId, ...document, isEdited: row.isEdited ?? false }
            : null,
        createdAt: row.createdAt.toISOString(),
        createdByName: row.createdByName,
        updatedAt: row.updatedAt.toISOString(),
        updatedByName: row.updatedByName,
      };
    });
  };

  return {
    summaries,
    async one(row: AssetRow): Promise<Asset> {
      const { id, projectId, kind, content, position } = row;
      const isEdited = row.sourceBase !== null && JSON.stringify(row.sourceBase) !== JSON.stringify(content);
      const [[summary], { problems, warnings }] = await Promise.all([
        summaries(projectId, [{ ...row, isEdited }]),
        check.check({ projectId, assetId: id, position, kind, content }),
      ]);
      return {
        ...(summary as AssetSummary),
        stub: content.form === 'stub' ? content.stub : null,
        resource: content.form === 'resource' ? content.resource : null,
        problems,
        warnings,
      };
    },
  };
}
/** ShowAssets converts assets to their API form. */
export type ShowAssets = ReturnType<typeof createShowAssets>;
