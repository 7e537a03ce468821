import { AppError } from '@touchstone/kernel';
import type { Platform } from '../../../../platform/platform.ts';

type Files = Pick<Platform, 'files'>;
const isId = (text: string): boolean => /^[0-9a-f-]{36}$/i.test(text);

/** findDataFile opens a file of a workspace; undefined if it has no file with this id. */
export async function findDataFile(
  { files }: Files,
  { organizationId, projectId }: { organizationId: string; projectId: string },
  fileId: string,
) {
  if (!isId(fileId)) return undefined;
  return files.open(organizationId, fileId, `project:${projectId}`).catch((error: unknown) => {
    if (error instanceof AppError) return undefined;
    throw error;
  });
}

/** createCopyDataFiles copies data files from one workspace to another of its organization, all or none. */
export function createCopyDataFiles(platform: Files) {
  const { files } = platform;
  /**
   * Returns the copies by the id of the original; missing files are omitted. The caller has checked access to both
   * workspaces.
   */
  return async function copyDataFiles(
    organizationId: string,
    { from, to }: { from: string; to: string },
    fileIds: readonly string[],
  ): Promise<Map<string, string>> {
    const copies = new Map<string, string>();
    try {
      for (const fileId of fileIds) {
        const file = await findDataFile(platform, { organizationId, projectId: from }, fileId);
        if (!file) continue;
        const { name, contentType, stream: content } = file;
        const kept = await files.put({ organizationId, owner: `project:${to}`, name, contentType, content });
        copies.set(fileId, kept.fileId);
      }
    } catch (error) {
      for (const fileId of copies.values()) await files.delete(organizationId, fileId);
      throw error;
    }
    return copies;
  };
}
/** CopyDataFiles copies data files between workspaces. */
export type CopyDataFiles = ReturnType<typeof createCopyDataFiles>;
