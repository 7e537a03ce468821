import { AppError } from '@touchstone/kernel';
import type { Platform } from '../../../platform/platform.ts';
import type { Actor, Workspaces } from '../../workspaces/index.ts';
import { assetsStore } from '../store/assets.store.ts';
import { type Open, workspaceService } from './open.ts';

/**
 * createMockPaths names mocks and assets by their path (project, asset), and finds them by it, so that files refer to
 * them in other installations.
 */
export function createMockPaths({
  platform,
  workspaces,
  open,
}: {
  platform: Platform;
  workspaces: Workspaces;
  open: Open;
}) {
  const { sql } = platform.database;
  const wayTo = async (actor: Actor, id: string): Promise<string[]> => {
    const asset = await assetsStore.find(sql, actor.organizationId, id);
    const { project } = await open.project(actor, asset?.projectId ?? id, 'view');
    return asset ? [project.name, asset.name] : [project.name];
  };
  return {
    /** Objects the caller can't open have no name. */
    async namesOf(actor: Actor, ids: readonly string[]): Promise<Map<string, string[]>> {
      const names = new Map<string, string[]>();
      for (const id of ids)
        try {
          names.set(id, await wayTo(actor, id));
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
        }
      return names;
    },
    /** Project names are unique in a team, asset names aren't: the oldest one counts. */
    async find(actor: Actor, _projectId: string, [project, name]: readonly string[]): Promise<string | undefined> {
      const projects = await workspaces.listVisible(actor, undefined, workspaceService);
      const wanted = project?.toLowerCase();
      for (const { projectId, projectName } of projects) {
        if (projectName.toLowerCase() !== wanted) continue;
        if (name === undefined) return projectId;
        const assets = await assetsStore.listMarks(sql, projectId);
        const found = assets.find((asset) => asset.name === name);
        if (found) return found.id;
      }
      return undefined;
    },
  };
}
/** MockPaths names mocks and assets by their path. */
export type MockPaths = ReturnType<typeof createMockPaths>;
