import type { Script, ScriptInput } from '@touchstone/contracts/api-testing';
import { AppError, newId } from '@touchstone/kernel';
import type { Sql } from '../../../../platform/database/pool.ts';
import type { Actor } from '../../../workspaces/index.ts';
import { identifyParts } from '../../domain/suites/script-parts.ts';
import { apiTestingErrors } from '../../errors.ts';
import { scriptsStore } from '../../store/scripts.store.ts';
import { type SuiteRow, suitesStore } from '../../store/suites.store.ts';
import { mapInTurns } from '../imports/map-in-turns.ts';
import { lockSuite } from './open-suites.ts';
import type { ReadScripts } from './read-scripts.ts';
import type { ScriptNeeds } from './scripts.ts';
import { copyRow, storedScript } from './stored-script.ts';

/** createAddScripts appends scripts to suites. */
export function createAddScripts({ platform, access, read }: ScriptNeeds & Pick<ReadScripts, 'read'>) {
  const { database, secrets } = platform;
  const newRow = (suite: SuiteRow, position: number, input: ScriptInput) => {
    const id = newId();
    const { id: suiteId, organizationId, projectId } = suite;
    const columns = storedScript(secrets, id, identifyParts(input, { fresh: true }));
    return { id, organizationId, projectId, suiteId, position, ...columns };
  };
  /** Appends a script to a suite under its lock, so that positions and the count stay correct. */
  const appendOne = async (
    sql: Sql,
    suiteId: string,
    make: (position: number) => Parameters<typeof scriptsStore.insert>[1][number],
  ) => {
    await lockSuite(sql, suiteId);
    await scriptsStore.insert(sql, [make(await scriptsStore.nextPosition(sql, suiteId))]);
    await suitesStore.recount(sql, [suiteId]);
  };

  return {
    /** Creates a script in every given suite, all or none. Returns the (first) script and all ids. */
    async create(actor: Actor, suiteIds: string[], input: ScriptInput): Promise<Script & { scriptIds: string[] }> {
      if (!suiteIds.length) throw new AppError(apiTestingErrors.suiteRequired);
      const suites = await access.openSuites(actor, suiteIds, 'edit');
      const scriptIds = await database.transaction(async (sql) => {
        const ids: string[] = [];
        await suitesStore.lockAll(
          sql,
          suites.map(({ id }) => id),
        );
        for (const suite of suites)
          await appendOne(sql, suite.id, (position) => {
            const row = newRow(suite, position, input);
            ids.push(row.id);
            return row;
          });
        return ids;
      });
      return { ...(await read(actor, scriptIds[0] as string)), scriptIds };
    },
    /** Appends scripts to a suite, all or none; returns their ids in the given order. */
    async append(actor: Actor, suiteId: string, inputs: ScriptInput[]): Promise<string[]> {
      const suite = await access.openSuite(actor, suiteId, 'edit');
      return database.transaction(async (sql) => {
        await lockSuite(sql, suiteId);
        const first = await scriptsStore.nextPosition(sql, suiteId);
        const rows = await mapInTurns(inputs, (input, index) => newRow(suite, first + index, input));
        await scriptsStore.insert(sql, rows);
        await suitesStore.recount(sql, [suiteId]);
        return rows.map((row) => row.id);
      });
    },
    async clone(actor: Actor, input: { scriptId: string; suiteId?: string; scriptName?: string }): Promise<Script> {
      const source = await access.openScript(actor, input.scriptId, 'view');
      const suite = await access.openSuite(actor, input.suiteId ?? source.suiteId, 'edit');
      const name = input.scriptName ?? `${source.name.slice(0, 55)} copy`;
      let scriptId = '';
      await database.transaction((sql) =>
        appendOne(sql, suite.id, (position) => {
          const row = copyRow(secrets, source, { suiteId: suite.id, projectId: suite.projectId, position, name });
          scriptId = row.id;
          return row;
        }),
      );
      return read(actor, scriptId);
    },
  };
}
