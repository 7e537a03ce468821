import type { Actor } from './actor.ts';
import type { Workspaces } from './workspaces.ts';

/** WorkspaceNames are the names of the workspaces a caller sees, by which files reference items. */
export interface WorkspaceNames {
  of(projectId: string): string | undefined;
  /** The workspaces to search for an item that a file names: the workspace itself, then others with the given name. */
  searched(projectId: string, name: string | undefined): string[];
}

/** readWorkspaceNames reads the names of a service's workspaces that a caller sees; default: API testing's. */
export async function readWorkspaceNames(
  workspaces: Pick<Workspaces, 'listVisible'>,
  actor: Actor,
  service?: string,
): Promise<WorkspaceNames> {
  const names = new Map(
    (await workspaces.listVisible(actor, undefined, service)).map((one) => [one.projectId, one.projectName]),
  );
  return {
    of: (projectId) => names.get(projectId),
    searched(projectId, name) {
      const wanted = name?.toLowerCase();
      const others = [...names].flatMap(([id, one]) => (one.toLowerCase() === wanted && id !== projectId ? [id] : []));
      return names.has(projectId) ? [projectId, ...others] : others;
    },
  };
}
