import type { Platform } from '../../../platform/platform.ts';
import { type Actor, readWorkspaceNames, type Workspaces } from '../../workspaces/index.ts';
import { scriptsStore } from '../store/scripts.store.ts';
import { sprintsStore } from '../store/sprints.store.ts';
import { suitesStore } from '../store/suites.store.ts';
import type { Open } from './open.ts';

type Paths = Map<string, readonly string[]>;

/**
 * createPaths converts scripts and suites to paths of names, and resolves such paths: project, module, script; project,
 * sprint, suite; or project, suite for the test lab. Anything in projects the caller can't see is omitted.
 */
export function createPaths({
  platform,
  workspaces,
  open,
}: {
  platform: Platform;
  workspaces: Pick<Workspaces, 'listVisible'>;
  open: Pick<Open, 'service'>;
}) {
  const { sql } = platform.database;
  const readNames = (actor: Actor) => readWorkspaceNames(workspaces, actor, open.service);
  /** The first match in the project, or in another project with the name in the path. */
  const search = async (
    actor: Actor,
    projectId: string,
    { project, find }: { project: string | undefined; find: (projectId: string) => Promise<string | undefined> },
  ): Promise<string | undefined> => {
    for (const id of (await readNames(actor)).searched(projectId, project)) {
      const found = await find(id);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return {
    scripts: {
      async namesOf(actor: Actor, ids: readonly string[]): Promise<Paths> {
        const names = await readNames(actor);
        const paths: Paths = new Map();
        for (const { id, projectId, moduleName, name } of await scriptsStore.findMany(sql, actor.organizationId, ids)) {
          const project = names.of(projectId);
          if (project !== undefined) paths.set(id, [project, moduleName, name]);
        }
        return paths;
      },
      async find(actor: Actor, projectId: string, [project, moduleName, name]: readonly string[]) {
        if (moduleName === undefined || name === undefined) return undefined;
        const find = (id: string) => scriptsStore.findNamed(sql, id, { moduleName, name });
        return search(actor, projectId, { project, find });
      },
    },
    suites: {
      async namesOf(actor: Actor, ids: readonly string[]): Promise<Paths> {
        const names = await readNames(actor);
        const rows = await suitesStore.findMany(sql, actor.organizationId, ids);
        const sprints = await sprintsStore.findNames(
          sql,
          rows.flatMap(({ sprintId }) => sprintId ?? []),
        );
        const paths: Paths = new Map();
        for (const { id, projectId, sprintId, name } of rows) {
          const project = names.of(projectId);
          const sprint = sprintId === null ? undefined : sprints.get(sprintId);
          if (project !== undefined) paths.set(id, sprint === undefined ? [project, name] : [project, sprint, name]);
        }
        return paths;
      },
      async find(actor: Actor, projectId: string, [project, ...way]: readonly string[]) {
        const name = way.at(-1);
        if (name === undefined) return undefined;
        const sprintName = way.length > 1 ? way[0] : undefined;
        const find = (id: string) => suitesStore.findNamed(sql, id, { sprintName, name });
        return search(actor, projectId, { project, find });
      },
    },
  };
}
