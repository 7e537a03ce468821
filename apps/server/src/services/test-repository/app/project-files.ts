import { mostFileBytes, type ProjectFile } from '@touchstone/contracts/test-repository';
import { AppError, newId } from '@touchstone/kernel';
import type { Platform } from '../../../platform/platform.ts';
import type { Actor, Workspaces } from '../../workspaces/index.ts';
import { repositoryErrors } from '../errors.ts';
import { type ProjectFileRow, projectFilesStore } from '../store/project-files.store.ts';
import type { Open } from './open.ts';

const mostFiles = 500;
const mostBytes = 100 * 1024 * 1024;

interface NewFile {
  projectUUID: string;
  fileName: string;
  contentType: string;
  /** Base 64. */
  content: string;
}

/** createProjectFiles keeps files that steps choose for file fields. */
export function createProjectFiles({
  platform,
  workspaces,
  open,
}: {
  platform: Platform;
  workspaces: Pick<Workspaces, 'hold'>;
  open: Open;
}) {
  const { database, files } = platform;
  const { sql } = database;

  const openFile = async (caller: Actor, id: string, need: 'view' | 'edit'): Promise<ProjectFileRow> => {
    const row = await projectFilesStore.find(sql, caller.organizationId, id);
    if (!row) throw new AppError(repositoryErrors.fileNotFound);
    await open.project(caller, row.projectId, need);
    return row;
  };

  return {
    async list(caller: Actor, projectId: string, searchTerm: string | undefined): Promise<ProjectFile[]> {
      await open.project(caller, projectId, 'view');
      return (await projectFilesStore.list(sql, projectId, searchTerm)).map(toFile);
    },
    async save(
      caller: Actor,
      { projectUUID: projectId, fileName, contentType, content }: NewFile,
    ): Promise<ProjectFile> {
      await open.project(caller, projectId, 'edit');
      const bytes = Buffer.from(content, 'base64');
      const { organizationId } = caller;
      if (bytes.length > mostFileBytes) throw new AppError(repositoryErrors.fileTooLarge);
      const { fileId: contentId } = await files.put({
        organizationId,
        owner: `project:${projectId}`,
        name: fileName,
        contentType,
        content: bytes,
      });
      const file = { contentId, contentType, sizeBytes: bytes.length, createdByName: caller.name };
      const stored = await database
        .transaction(async (db) => {
          await workspaces.hold(db, projectId);
          const others = (await projectFilesStore.list(db, projectId)).filter((one) => one.fileName !== fileName);
          const total = others.reduce((sum, one) => sum + one.sizeBytes, bytes.length);
          if (others.length >= mostFiles || total > mostBytes)
            throw new AppError(repositoryErrors.tooManyFiles, {
              params: { most: mostFiles, mb: mostBytes / 1024 / 1024 },
            });
          return projectFilesStore.put(db, { id: newId(), organizationId, projectId, fileName, ...file });
        })
        .catch(async (error: unknown) => {
          await files.delete(organizationId, contentId);
          throw error;
        });
      if (stored.replaced !== undefined) await files.delete(organizationId, stored.replaced);
      return toFile(stored.row);
    },
    async read(caller: Actor, id: string) {
      const { organizationId, contentId, fileName } = await openFile(caller, id, 'view');
      return { fileName, ...(await files.open(organizationId, contentId)) };
    },
    async delete(caller: Actor, id: string): Promise<void> {
      const { organizationId, contentId } = await openFile(caller, id, 'edit');
      await projectFilesStore.delete(sql, id);
      await files.delete(organizationId, contentId);
    },
    /** The content of a file of a project by its name, for a run; throws where there is none. */
    async readByName(place: { organizationId: string; projectId: string }, fileName: string): Promise<Uint8Array> {
      const row = await projectFilesStore.findByName(sql, { ...place, fileName });
      if (!row) throw new AppError(repositoryErrors.noSuchFile, { params: { name: fileName.slice(0, 100) } });
      const { stream } = await files.open(place.organizationId, row.contentId);
      return Buffer.concat(await stream.toArray());
    },
  };
}
/** ProjectFiles keeps files that steps choose for file fields. */
export type ProjectFiles = ReturnType<typeof createProjectFiles>;

const toFile = (row: ProjectFileRow): ProjectFile => ({
  uuid: row.id,
  projectUUID: row.projectId,
  fileName: row.fileName,
  contentType: row.contentType,
  sizeBytes: row.sizeBytes,
  createdBy: row.createdByName,
  createdDate: row.createdAt.toISOString(),
});
