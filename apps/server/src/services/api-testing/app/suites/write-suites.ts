import type { Suite, SuiteConflict, SuiteFolder } from '@touchstone/contracts/api-testing';
import { AppError, newId } from '@touchstone/kernel';
import { isUniqueViolation } from '../../../../platform/database/conditions.ts';
import type { Actor } from '../../../workspaces/index.ts';
import type { SuiteDocumentation } from '../../domain/suites/script-parts.ts';
import { withFolders } from '../../domain/suites/suite-folders.ts';
import { apiTestingErrors } from '../../errors.ts';
import { suitesStore } from '../../store/suites.store.ts';
import { createKeepDeleted } from '../trash/keep-deleted.ts';
import type { ReadSuites } from './read-suites.ts';
import type { SuiteNeeds } from './suites.ts';

/** createWriteSuites creates, updates and deletes suites. */
export function createWriteSuites({
  platform,
  workspaces,
  access,
  suiteVariables,
  testsDeleted,
  read,
}: SuiteNeeds & Pick<ReadSuites, 'read'>) {
  const { database } = platform;
  const keep = createKeepDeleted(platform);

  return {
    async create(
      actor: Actor,
      input: { projectId: string; suiteName: string; suiteDescription?: string; isChaining?: boolean },
    ): Promise<Suite> {
      await workspaces.open(actor, input.projectId, 'edit');
      const id = newId();
      const { projectId, suiteName: name, suiteDescription: description = '', isChaining = false } = input;
      const { organizationId } = actor;
      await database
        .transaction(async (sql) => {
          await workspaces.hold(sql, projectId);
          await suitesStore.insert(sql, { id, organizationId, projectId, name, description, isChaining });
        })
        .catch(suiteNameTaken);
      return read(actor, id);
    },
    /** With `before`, throws if the suite has changed since, with the stored suite in `data`. */
    async update(
      actor: Actor,
      input: { suiteId: string; suiteName?: string; suiteDescription?: string; before?: SuiteConflict },
    ): Promise<Suite> {
      const { suiteId, suiteName: name, suiteDescription: description, before } = input;
      await access.openSuites(actor, [suiteId], 'edit');
      const from = before && { name: before.suiteName, description: before.suiteDescription };
      const isSaved = await suitesStore
        .update(database.sql, suiteId, { name, description }, from)
        .catch(suiteNameTaken);
      const suite = await read(actor, suiteId);
      if (isSaved) return suite;
      const data: SuiteConflict = { suiteName: suite.suiteName, suiteDescription: suite.suiteDescription };
      throw new AppError(apiTestingErrors.suiteSavedMeanwhile, { data });
    },
    /**
     * Stores a document's description of a suite: the description if there is none yet, folders, and a new suite's
     * addresses.
     */
    async describe(
      actor: Actor,
      suiteId: string,
      given: {
        isNew: boolean;
        description: string | undefined;
        folders: SuiteFolder[];
        documentation: SuiteDocumentation;
      },
    ): Promise<void> {
      const suite = await access.openSuite(actor, suiteId, 'edit');
      await database.transaction(async (sql) => {
        await suitesStore.lock(sql, suiteId);
        const [{ folders } = suite] = await suitesStore.findMany(sql, actor.organizationId, [suiteId]);
        const known = new Set(folders.map(({ path }) => path));
        await suitesStore.update(sql, suiteId, {
          folders: withFolders([...folders, ...given.folders.filter(({ path }) => !known.has(path))], []),
          ...(suite.description === '' && given.description ? { description: given.description } : {}),
          ...(given.isNew ? { documentation: given.documentation } : {}),
        });
      });
    },
    /** Deletes suites. They can be restored together by `trashId`. */
    async delete(
      actor: Actor,
      suiteIds: string[],
      { isChaining, trashId }: { isChaining?: boolean | undefined; trashId?: string | undefined } = {},
    ): Promise<void> {
      const rows = await access.openSuites(actor, suiteIds, 'edit');
      if (isChaining !== undefined && rows.some((row) => row.isChaining !== isChaining))
        throw new AppError(apiTestingErrors.suiteNotFound);
      await database.transaction(async (sql) => {
        const batch = trashId ?? newId();
        for (const suiteId of [...new Set(suiteIds)].sort()) {
          if (!(await suitesStore.lock(sql, suiteId))) continue;
          for (const suite of await suitesStore.findMany(sql, actor.organizationId, [suiteId]))
            await keep.suite(sql, actor, { suite, suiteVariables, trashId: batch });
        }
        await suitesStore.delete(sql, suiteIds);
        await suiteVariables.delete(sql, suiteIds);
        await testsDeleted(sql, actor.organizationId, suiteIds);
      });
      await platform.audit(actor, {
        action: 'suite.deleted',
        target: suiteIds.join(','),
        detail: { names: rows.map((row) => row.name) },
      });
    },
  };
}

/** suiteNameTaken converts a unique violation to "name taken"; rethrows any other error. */
export function suiteNameTaken(error: unknown): never {
  if (isUniqueViolation(error, 'suite_name')) throw new AppError(apiTestingErrors.suiteNameTaken);
  throw error;
}
