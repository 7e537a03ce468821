import { AppError } from '@touchstone/kernel';

/**
 * findHomes tells in which workspaces things lie that nodes refer to, by opening them for the caller: what is gone, or is none of the caller's, is
 * absent. What the caller has no licence for is there all the same; the kind of node says so.
 */
export async function findHomes(
  projectId: string,
  ids: readonly string[],
  open: (id: string) => Promise<{ projectId: string }>,
): Promise<Map<string, string>> {
  const homes = new Map<string, string>();
  for (const id of new Set(ids)) {
    const found = await open(id).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      return error.status === 404 ? undefined : { projectId };
    });
    if (found) homes.set(id, found.projectId);
  }
  return homes;
}
