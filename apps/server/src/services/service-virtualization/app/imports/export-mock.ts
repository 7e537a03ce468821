import { parseStub, toWireMock } from '@touchstone/engine-mock';
import type { Platform } from '../../../../platform/platform.ts';
import type { Actor } from '../../../workspaces/index.ts';
import { suitesBelow } from '../../domain/active-suites.ts';
import { stubOf } from '../../domain/asset-content.ts';
import { toOpenApi } from '../../domain/imports/to-openapi.ts';
import { assetsStore } from '../../store/assets.store.ts';
import { sourcesStore } from '../../store/sources.store.ts';
import { suitesStore } from '../../store/suites.store.ts';
import type { Open } from '../open.ts';

/**
 * createExportMock exports the assets of a project, or of a suite and its descendants, as WireMock mappings or an
 * OpenAPI document.
 */
export function createExportMock({ platform, open }: { platform: Platform; open: Open }) {
  const { sql } = platform.database;
  return {
    async file(
      caller: Actor,
      {
        projectId,
        suiteId,
        format,
      }: { projectId: string; suiteId?: string | undefined; format: 'wiremock' | 'openapi' },
    ): Promise<{ fileName: string; text: string }> {
      const { project } = await open.project(caller, projectId, 'view');
      if (suiteId) await open.suiteOf(caller, projectId, suiteId);
      const below = suiteId ? suitesBelow(await suitesStore.list(sql, projectId), suiteId) : undefined;
      const rows = await assetsStore.listAll(sql, projectId, below);
      const name = project.name.replace(/[^\w.-]+/g, '-').slice(0, 80) || 'mock';
      if (format === 'openapi') {
        const document = toOpenApi(project.name, rows);
        return { fileName: `${name}.openapi.json`, text: JSON.stringify(document, null, 2) };
      }
      // WireMock stubs can't be disabled, so disabled ones aren't exported.
      const mappings = rows.flatMap(({ id, name: assetName, isEnabled, content }) =>
        isEnabled && content.form === 'stub'
          ? [toWireMock(parseStub(stubOf(content, id, assetName)).stub).mapping]
          : [],
      );
      return {
        fileName: `${name}.mappings.json`,
        text: JSON.stringify({ mappings, meta: { total: mappings.length } }, null, 2),
      };
    },
    async sources(caller: Actor, projectId: string) {
      await open.project(caller, projectId, 'view');
      const rows = await sourcesStore.list(sql, projectId);
      return rows.map(({ id, title, url, suiteId, format, document, importedAt, importedByName }) => ({
        sourceId: id,
        format: format as 'openapi',
        title,
        url,
        suiteId,
        isContract: document !== null,
        importedAt: importedAt.toISOString(),
        importedByName,
      }));
    },
  };
}
/** ExportMock exports the assets of a project as a file. */
export type ExportMock = ReturnType<typeof createExportMock>;
