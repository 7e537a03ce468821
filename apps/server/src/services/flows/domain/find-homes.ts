import { AppError } from '@touchstone/kernel';

/**
 * findHomes finds the workspaces of things that nodes refer to by opening them for the caller; deleted and inaccessible
 * ones are absent. Things the caller has no licence for count as existing; the kind of node reports that.
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
