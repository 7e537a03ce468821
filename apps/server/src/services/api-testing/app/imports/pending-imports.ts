import type { ImportPreview } from '@touchstone/contracts/api-testing';
import type { ImportedCollection } from '@touchstone/engine-import';
import { AppError, newId, sharedLoop } from '@touchstone/kernel';
import type { Platform } from '../../../../platform/platform.ts';
import type { Actor } from '../../../workspaces/index.ts';
import { readStepLines, stepLines } from '../../domain/step-lines.ts';
import { apiTestingErrors } from '../../errors.ts';
import { importsStore } from '../../store/imports.store.ts';
import type { Origin } from './import-sources.ts';

/** A parsed document that is waiting for the user's selection. */
export interface Pending {
  format: ImportPreview['format'];
  collection: ImportedCollection;
  /** Absent if the document can't be read again, as with pasted text. */
  origin?: Origin;
}

const keptMs = 86_400_000;
const place = (importId: string) => `api_testing.pending_import.content:${importId}`;

/** createPendingImports stores parsed documents for a day, sealed. */
export function createPendingImports({ platform }: { platform: Platform }) {
  const { database, secrets } = platform;

  platform.jobs.handle('api-testing.pending-imports', async () => {
    await importsStore.deleteBefore(database.sql, new Date(platform.clock.now().getTime() - keptMs));
  });
  platform.jobs.schedule('api-testing.pending-imports', '41 * * * *');

  return {
    async keep(actor: Actor, projectId: string, pending: Pending): Promise<ImportPreview> {
      const importId = newId();
      const content = await sharedLoop.work(secrets.sealPieces(linesOfPending(pending), place(importId)));
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
      const text = await sharedLoop.work(secrets.openPieces(row.content, place(row.id)));
      const { head, steps } = await sharedLoop.work(readStepLines<Pending>(text));
      return steps.length === 0 ? head : { ...head, collection: { ...head.collection, steps } };
    },
  };
}
export type PendingImports = ReturnType<typeof createPendingImports>;

const linesOfPending = ({ collection: { steps, ...about }, ...rest }: Pending) =>
  stepLines({ ...rest, collection: { ...about, steps: [] } }, steps);

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
