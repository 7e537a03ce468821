import { type ScriptVariables, scriptVariables } from '@touchstone/engine-keyword/core';
import type { Platform } from '../../../platform/platform.ts';
import type { Actor } from '../../workspaces/index.ts';
import { engineSteps } from '../domain/step-problems.ts';
import { dataTablesStore } from '../store/data-tables.store.ts';
import { type ScriptRow, scriptsStore } from '../store/scripts.store.ts';
import { suitesStore } from '../store/suites.store.ts';
import type { Open } from './open.ts';
import { functionsOf } from './steps.ts';

/** createScriptVariables finds the variables that scripts and suites need and set. */
export function createScriptVariables({ platform, open }: { platform: Platform; open: Open }) {
  const { sql } = platform.database;
  const columnsOf = async ({ dataTableId, organizationId }: ScriptRow): Promise<string[]> =>
    (dataTableId && (await dataTablesStore.find(sql, organizationId, dataTableId))?.columns) || [];
  return {
    async ofScript(caller: Actor, scriptId: string): Promise<ScriptVariables> {
      const row = await open.script(caller, scriptId, 'view');
      const functions = await functionsOf(sql, row.projectId);
      return scriptVariables(engineSteps(await scriptsStore.readSteps(sql, scriptId)), {
        functions,
        columns: await columnsOf(row),
      });
    },
    /** In a chain, scripts don't need variables set by earlier scripts. */
    async ofSuite(caller: Actor, suiteId: string): Promise<ScriptVariables> {
      const suite = await open.suite(caller, suiteId, 'view');
      const functions = await functionsOf(sql, suite.projectId);
      const needed = new Set<string>();
      const set = new Set<string>();
      for (const id of await suitesStore.listScripts(sql, suiteId)) {
        const row = await scriptsStore.find(sql, suite.organizationId, id);
        if (!row) continue;
        const steps = engineSteps(await scriptsStore.readSteps(sql, id));
        const own = scriptVariables(steps, { functions, columns: await columnsOf(row) });
        for (const name of own.needed) if (!suite.isChaining || !set.has(name)) needed.add(name);
        for (const name of own.set) set.add(name);
      }
      return { needed: [...needed], set: [...set] };
    },
  };
}
