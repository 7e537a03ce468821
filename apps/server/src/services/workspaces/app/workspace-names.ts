import type { Actor } from './actor.ts';
import type { Workspaces } from './workspaces.ts';

/** WorkspaceNames are the names of the workspaces that a caller sees, by which files say where something lies. */
export interface WorkspaceNames {
  of(projectId: string): string | undefined;
  /** Where something is looked for that a file names: in the workspace itself, then in others of the named one's name. */
  searched(projectId: string, name: string | undefined): string[];
}

/** readWorkspaceNames reads the names of the workspaces of a service that a caller sees; default: those of API testing. */
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
      const others = [...names].filter(([id, one]) => one === name && id !== projectId).map(([id]) => id);
      return names.has(projectId) ? [projectId, ...others] : others;
    },
  };
}
