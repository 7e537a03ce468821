import { AppError } from '@touchstone/kernel';
import type { Platform } from '../../../../platform/platform.ts';
import type { Actor } from '../../../workspaces/index.ts';
import { apiTestingErrors } from '../../errors.ts';
import { type ScriptRow, scriptsStore } from '../../store/scripts.store.ts';
import { suitesStore } from '../../store/suites.store.ts';
import type { OpenSuites } from './open-suites.ts';

/** The scripts of a suite to run, in its order. */
export interface ScriptGroup {
  suiteId: string;
  suiteName: string;
  total: number;
  scripts(): AsyncIterable<ScriptRow> | Iterable<ScriptRow>;
}

export interface ScriptChoice {
  projectId: string;
  suiteIds?: string[];
  scriptIds?: string[];
}

/**
 * createCollectScripts collects what a run executes: the suites as given, each in its own order; if scripts are named,
 * only those.
 */
export function createCollectScripts({ platform, access }: { platform: Platform; access: OpenSuites }) {
  const { sql } = platform.database;
  return async function collectScripts(actor: Actor, input: ScriptChoice): Promise<ScriptGroup[]> {
    const suites = input.suiteIds?.length ? await access.openSuites(actor, input.suiteIds, 'edit') : [];
    const chosen = input.scriptIds?.length ? await access.openScripts(actor, input.scriptIds, 'edit') : [];
    if (!suites.length && !chosen.length) throw new AppError(apiTestingErrors.suiteOrScriptRequired);
    if ([...suites, ...chosen].some((row) => row.projectId !== input.projectId))
      throw new AppError(apiTestingErrors.otherProject);
    const others = [...new Set(chosen.map((row) => row.suiteId))].filter(
      (id) => !suites.some((suite) => suite.id === id),
    );
    const all = [...suites, ...(await suitesStore.findMany(sql, actor.organizationId, others))];
    return all.map(({ id: suiteId, name: suiteName, scriptCount }) => {
      if (!chosen.length)
        return { suiteId, suiteName, total: scriptCount, scripts: () => scriptsStore.readSuite(sql, suiteId) };
      const scripts = chosen.filter((row) => row.suiteId === suiteId);
      return { suiteId, suiteName, total: scripts.length, scripts: () => scripts };
    });
  };
}
export type CollectScripts = ReturnType<typeof createCollectScripts>;

/** nameOfRun names a run after its suites. */
export function nameOfRun(groups: readonly ScriptGroup[]): string {
  const names = groups.map((group) => group.suiteName);
  const shown = names.slice(0, 2).join(', ');
  return (names.length > 2 ? `${shown} and ${names.length - 2} more` : shown).slice(0, 255);
}
