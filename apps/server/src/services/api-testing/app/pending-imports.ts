import type { ImportPreview } from '@touchstone/contracts';
import type { ImportedCollection } from '@touchstone/engine-import';
import { AppError, newId } from '@touchstone/kernel';
import type { Platform } from '../../../platform/platform.ts';
import { apiTestingErrors } from '../errors.ts';
import { importsStore } from '../store/imports.store.ts';
import type { Origin } from './import-sources.ts';
import type { Actor } from './workspaces.ts';

/** A document that was read and waits for a choice. */
export interface Pending {
  format: ImportPreview['format'];
  collection: ImportedCollection;
  /** Absent for what has no place to come from again: pasted text. */
  origin?: Origin;
}

const keptMs = 86_400_000;
const place = (importId: string) => `api_testing.pending_import.content:${importId}`;

/** createPendingImports keeps documents that were read, sealed, for a day. */
export function createPendingImports({ platform }: { platform: Platform }) {
  const { database, secrets } = platform;

  platform.jobs.handle('api-testing.pending-imports', async () => {
    await importsStore.deleteBefore(database.sql, new Date(platform.clock.now().getTime() - keptMs));
  });
  platform.jobs.schedule('api-testing.pending-imports', '41 * * * *');

  return {
    async keep(actor: Actor, projectId: string, pending: Pending): Promise<ImportPreview> {
      const importId = newId();
      const content = secrets.seal(JSON.stringify(pending), place(importId));
      await importsStore.insert(database.sql, {
        id: importId,
        organizationId: actor.organizationId,
        projectId,
        createdBy: actor.userId,
        content,
      });
      return previewOf(importId, pending);
    },
    async open(actor: Actor, projectId: string, importId: string): Promise<Pending> {
      const row = await importsStore.find(database.sql, { organizationId: actor.organizationId, projectId, importId });
      if (!row) throw new AppError(apiTestingErrors.importNotFound);
      return JSON.parse(secrets.open(row.content, place(row.id)));
    },
  };
}
export type PendingImports = ReturnType<typeof createPendingImports>;

const previewOf = (importId: string, { collection, format }: Pending): ImportPreview => ({
  importId,
  format,
  title: collection.title,
  servers: collection.servers,
  requests: collection.steps.map((step, index) => ({
    index,
    name: step.name,
    method: step.method,
    url: step.url,
    folder: step.group,
    assertionCount: step.assertions.length,
  })),
  variables: collection.variables.map(({ name, isSecret }) => ({ name, isSecret })),
  environments: collection.environments.map(({ name, variables }) => ({ name, variableCount: variables.length })),
  problems: collection.problems,
});
