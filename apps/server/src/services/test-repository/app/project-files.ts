import { maxFileBytes, type ProjectFile } from '@touchstone/contracts/test-repository';
import { AppError, newId } from '@touchstone/kernel';
import type { FastifyInstance } from 'fastify';
import { lockUntilCommit } from '../../../platform/database/lock-until-commit.ts';
import type { Sql } from '../../../platform/database/pool.ts';
import { createUploads, type UploadAddress } from '../../../platform/files/uploads.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Actor, Workspaces } from '../../workspaces/index.ts';
import { repositoryErrors } from '../errors.ts';
import { type ProjectFileRow, projectFilesStore } from '../store/project-files.store.ts';
import type { Open } from './open.ts';

const maxFiles = 500;
const maxBytes = 100 * 1024 * 1024;

interface NewFile {
  projectUUID: string;
  fileName: string;
  contentType: string;
  /** Base 64. */
  content: string;
}

/** A file of a project, and who stores it. */
interface KeptFile {
  organizationId: string;
  projectId: string;
  fileName: string;
  contentType: string;
  sizeBytes: number;
  byName: string;
}

const ownerOf = (projectId: string): string => `project:${projectId}`;

/** createProjectFiles manages files that steps select for file inputs. */
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

  const uploads = createUploads<KeptFile>(platform, {
    path: `/services/${open.service}/uploads`,
    place: `test_repository.upload:${open.service}`,
    refused: repositoryErrors.uploadRefused,
    otherSize: repositoryErrors.otherSize,
  });

  const assertRoom = async (
    db: Sql,
    { projectId, fileName, sizeBytes }: Pick<KeptFile, 'projectId' | 'fileName' | 'sizeBytes'>,
  ): Promise<void> => {
    const others = (await projectFilesStore.list(db, projectId)).filter((one) => one.fileName !== fileName);
    const total = others.reduce((sum, one) => sum + one.sizeBytes, sizeBytes);
    if (others.length >= maxFiles || total > maxBytes)
      throw new AppError(repositoryErrors.tooManyFiles, { params: { most: maxFiles, mb: maxBytes / 1024 / 1024 } });
  };
  /** Names stored content in the project; replaces an existing file of that name. */
  const keep = async ({ byName: createdByName, ...file }: KeptFile, contentId: string): Promise<ProjectFile> => {
    const { organizationId, projectId } = file;
    const stored = await database
      .transaction(async (db) => {
        await workspaces.hold(db, projectId);
        await lockUntilCommit(db, `files of ${projectId}`);
        await assertRoom(db, file);
        return projectFilesStore.put(db, { id: newId(), ...file, contentId, createdByName });
      })
      .catch(async (error: unknown) => {
        await files.delete(organizationId, contentId);
        throw error;
      });
    if (stored.replaced !== undefined) await files.delete(organizationId, stored.replaced);
    return toFile(stored.row);
  };

  return {
    async list(caller: Actor, projectId: string, searchTerm: string | undefined): Promise<ProjectFile[]> {
      await open.project(caller, projectId, 'view');
      return (await projectFilesStore.list(sql, projectId, searchTerm)).map(toFile);
    },
    async save(caller: Actor, { projectUUID: projectId, content, ...file }: NewFile): Promise<ProjectFile> {
      await open.project(caller, projectId, 'edit');
      const bytes = Buffer.from(content, 'base64');
      const { organizationId, name: byName } = caller;
      if (bytes.length > maxFileBytes) throw new AppError(repositoryErrors.fileTooLarge);
      const { fileName: name, contentType } = file;
      const { fileId } = await files.put({
        organizationId,
        owner: ownerOf(projectId),
        name,
        contentType,
        content: bytes,
      });
      return keep({ organizationId, projectId, ...file, sizeBytes: bytes.length, byName }, fileId);
    },
    /** An address that accepts the content of one file. */
    async presign(
      caller: Actor,
      { projectUUID: projectId, ...file }: Omit<NewFile, 'content'> & { sizeBytes: number },
    ): Promise<UploadAddress> {
      await open.project(caller, projectId, 'edit');
      const { organizationId, name: byName } = caller;
      await assertRoom(sql, { projectId, ...file });
      return uploads.presign({ organizationId, projectId, ...file, byName });
    },
    /** Accepts uploads to such addresses. */
    addUploads: (app: FastifyInstance): Promise<void> =>
      uploads.addRoute(app, async (token, content) => {
        const ticket = uploads.read(token);
        const { organizationId, projectId, fileName: name, contentType, sizeBytes } = ticket;
        const file = { organizationId, owner: ownerOf(projectId), name, contentType, sizeBytes };
        return keep(ticket, await uploads.store(file, content));
      }),
    async read(caller: Actor, id: string) {
      const { organizationId, contentId, fileName } = await openFile(caller, id, 'view');
      return { fileName, ...(await files.open(organizationId, contentId)) };
    },
    async delete(caller: Actor, id: string): Promise<void> {
      const { organizationId, contentId } = await openFile(caller, id, 'edit');
      await projectFilesStore.delete(sql, id);
      await files.delete(organizationId, contentId);
    },
    /** The content of a project's file by name, for a run; throws if it doesn't exist. */
    async readByName(place: { organizationId: string; projectId: string }, fileName: string): Promise<Uint8Array> {
      const row = await projectFilesStore.findByName(sql, { ...place, fileName });
      if (!row) throw new AppError(repositoryErrors.noSuchFile, { params: { name: fileName.slice(0, 100) } });
      const { stream } = await files.open(place.organizationId, row.contentId);
      return Buffer.concat(await stream.toArray());
    },
  };
}
/** ProjectFiles manages files that steps select for file inputs. */
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
