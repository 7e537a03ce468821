import type { Suite } from '@touchstone/contracts/api-testing';
import { newId } from '@touchstone/kernel';
import { type Actor, freeName } from '../../../workspaces/index.ts';
import { scriptsStore } from '../../store/scripts.store.ts';
import { type SuiteRow, suitesStore } from '../../store/suites.store.ts';
import type { ReadSuites } from './read-suites.ts';
import { copyRow } from './stored-script.ts';
import type { SuiteNeeds } from './suites.ts';
import { suiteNameTaken } from './write-suites.ts';

/**
 * createCloneSuite copies a suite with all its scripts; a caller that passes `uniqueIdentifier` can follow its
 * progress.
 */
export function createCloneSuite({
  platform,
  workspaces,
  access,
  suiteVariables,
  cloneProgress,
  read,
}: SuiteNeeds & Pick<ReadSuites, 'read'>) {
  const { database } = platform;
  /** Copies in one transaction. */
  const copy = async (actor: Actor, source: SuiteRow, suiteName: string | undefined): Promise<Suite> => {
    const id = newId();
    await database
      .transaction(async (sql) => {
        const name =
          suiteName ?? freeName(`${source.name} copy`, await suitesStore.namesLike(sql, source.projectId, source.name));
        const { organizationId, projectId, description, isChaining, folders, documentation } = source;
        await workspaces.hold(sql, projectId);
        const columns = { organizationId, projectId, description, isChaining, folders, documentation, name };
        await suitesStore.insert(sql, { id, ...columns });
        const scripts = await scriptsStore.listOfSuite(sql, source.id);
        await scriptsStore.insert(
          sql,
          scripts.map((row) => copyRow(platform.secrets, row, { suiteId: id, position: row.position })),
        );
        await suiteVariables.copy(sql, source.id, { suiteId: id, organizationId, projectId });
        await suitesStore.recount(sql, [id]);
      })
      .catch(suiteNameTaken);
    return read(actor, id);
  };

  return async function cloneSuite(
    actor: Actor,
    input: { suiteId: string; suiteName?: string; uniqueIdentifier?: string },
  ): Promise<Suite> {
    const { suiteId, suiteName, uniqueIdentifier } = input;
    const source = await access.openSuite(actor, suiteId, 'edit');
    return cloneProgress(actor, { uniqueIdentifier, folderType: 'FOLDER' }, () => copy(actor, source, suiteName));
  };
}
