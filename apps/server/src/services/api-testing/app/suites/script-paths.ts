import type { Platform } from '../../../../platform/platform.ts';
import { type Actor, readWorkspaceNames, type Workspaces } from '../../../workspaces/index.ts';
import { scriptsStore } from '../../store/scripts.store.ts';
import { suitesStore } from '../../store/suites.store.ts';

type Paths = ReadonlyMap<string, readonly string[]>;

/**
 * createScriptPaths converts suites and scripts to paths of names (workspace, suite, script), and resolves such paths.
 */
export function createScriptPaths({ platform, workspaces }: { platform: Platform; workspaces: Workspaces }) {
  const { sql } = platform.database;
  const namesOfSuites = async (actor: Actor, suiteIds: readonly string[]): Promise<Paths> => {
    const names = await readWorkspaceNames(workspaces, actor);
    const rows = await suitesStore.findMany(sql, actor.organizationId, [...suiteIds]);
    return new Map(
      rows.flatMap(({ id, projectId, name }) => {
        const workspace = names.of(projectId);
        return workspace === undefined ? [] : [[id, [workspace, name]] as const];
      }),
    );
  };

  /** The workspace's suite of that name, or one from a workspace with the same name as the one in the path. */
  const findSuite = async (
    actor: Actor,
    projectId: string,
    [workspace, name]: readonly string[],
  ): Promise<string | undefined> => {
    if (name === undefined) return undefined;
    const names = await readWorkspaceNames(workspaces, actor);
    for (const id of names.searched(projectId, workspace)) {
      const found = await suitesStore.findNamed(sql, id, name);
      if (found) return found;
    }
    return undefined;
  };

  return {
    suites: { namesOf: namesOfSuites, find: findSuite },
    scripts: {
      async namesOf(actor: Actor, scriptIds: readonly string[]): Promise<Paths> {
        const rows = await scriptsStore.findMany(sql, actor.organizationId, [...scriptIds]);
        const suites = await namesOfSuites(actor, [...new Set(rows.map(({ suiteId }) => suiteId))]);
        return new Map(
          rows.flatMap(({ id, suiteId, name }) => {
            const path = suites.get(suiteId);
            return path ? [[id, [...path, name]] as const] : [];
          }),
        );
      },
      async find(actor: Actor, projectId: string, names: readonly string[]): Promise<string | undefined> {
        const [, , name] = names;
        const suiteId = await findSuite(actor, projectId, names);
        return suiteId && name !== undefined ? scriptsStore.findNamed(sql, suiteId, name) : undefined;
      },
    },
  };
}
/** ScriptPaths converts suites and scripts to paths of names, and back. */
export type ScriptPaths = ReturnType<typeof createScriptPaths>;
