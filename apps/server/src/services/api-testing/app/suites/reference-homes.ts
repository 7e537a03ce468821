import { AppError } from '@touchstone/kernel';
import type { Actor } from '../../../workspaces/index.ts';
import type { OpenSuites } from './open-suites.ts';

/** createReferenceHomes tells in which workspaces the scripts or suites lie that something refers to; what the caller can't open is absent. */
export function createReferenceHomes(access: OpenSuites) {
  const homesOf = async (
    projectId: string,
    ids: readonly string[],
    open: (id: string) => Promise<{ projectId: string }>,
  ): Promise<Map<string, string>> => {
    const homes = new Map<string, string>();
    for (const id of new Set(ids)) {
      const found = await open(id).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error;
        // What the caller has no licence for is there all the same.
        return error.status === 404 ? undefined : { projectId };
      });
      if (found) homes.set(id, found.projectId);
    }
    return homes;
  };
  return {
    scripts: (caller: Actor, projectId: string, ids: readonly string[]) =>
      homesOf(projectId, ids, (id) => access.openScript(caller, id, 'view')),
    suites: (caller: Actor, projectId: string, ids: readonly string[]) =>
      homesOf(projectId, ids, (id) => access.openSuite(caller, id, 'view')),
  };
}
/** ReferenceHomes finds the workspaces of scripts and suites. */
export type ReferenceHomes = ReturnType<typeof createReferenceHomes>;
