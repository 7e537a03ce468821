import type { Script } from '@touchstone/contracts/api-testing';
import { AppError } from '@touchstone/kernel';
import { shareReads } from '../../../../platform/database/reads/share-reads.ts';
import type { Actor } from '../../../workspaces/index.ts';
import { apiTestingErrors } from '../../errors.ts';
import { type ScriptRow, scriptsStore } from '../../store/scripts.store.ts';
import type { ScriptNeeds } from './scripts.ts';
import { scriptOfRow } from './stored-script.ts';

/** createReadScripts returns scripts: a single complete one, or a page of them. */
export function createReadScripts({ platform, workspaces, access }: ScriptNeeds) {
  const { database, secrets } = platform;
  const toScript = (row: ScriptRow): Script => ({
    ...scriptOfRow(secrets, row),
    scriptId: row.id,
    suiteId: row.suiteId,
    projectId: row.projectId,
    position: row.position,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  });

  const readPage = shareReads(
    ({ filter, page }: { filter: Parameters<typeof scriptsStore.list>[1]; page: { page: number; size: number } }) =>
      scriptsStore.list(database.sql, filter, page),
  );

  return {
    async read(actor: Actor, scriptId: string): Promise<Script> {
      return toScript(await access.openScript(actor, scriptId, 'view'));
    },
    async list(
      actor: Actor,
      filter: { suiteId?: string; projectId?: string; scriptType?: string; isChaining?: boolean; searchTerm?: string },
      page: { page: number; size: number },
    ) {
      const [suite] = filter.suiteId ? await access.openSuites(actor, [filter.suiteId], 'view') : [];
      const projectId = suite?.projectId ?? filter.projectId;
      if (filter.projectId && filter.projectId !== projectId) throw new AppError(apiTestingErrors.suiteNotFound);
      if (!projectId) throw new AppError(apiTestingErrors.suiteRequired);
      if (!suite) await workspaces.open(actor, projectId, 'view');
      const { rows, totalElements } = await readPage({ filter: { ...filter, projectId }, page });
      const content = rows.map(({ id, name, scriptType, updatedAt, ...row }) => ({
        scriptId: id,
        scriptName: name,
        ...(scriptType && { scriptType }),
        updatedAt: updatedAt.toISOString(),
        ...row,
      }));
      return { content, totalElements, ...page };
    },
  };
}
export type ReadScripts = ReturnType<typeof createReadScripts>;
