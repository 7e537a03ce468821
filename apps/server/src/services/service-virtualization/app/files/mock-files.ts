import type { Readable } from 'node:stream';
import type { Page } from '@touchstone/contracts';
import type { MockFile } from '@touchstone/contracts/service-virtualization';
import { AppError, newId } from '@touchstone/kernel';
import type { FastifyInstance } from 'fastify';
import { lockUntilCommit } from '../../../../platform/database/lock-until-commit.ts';
import type { Sql } from '../../../../platform/database/pool.ts';
import { createUploads } from '../../../../platform/files/uploads.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Actor } from '../../../workspaces/index.ts';
import { virtualizationErrors } from '../../errors.ts';
import { type FileRow, filesStore } from '../../store/files.store.ts';
import { mocksStore } from '../../store/mocks.store.ts';
import type { MockHost } from '../hosting/mock-host.ts';
import type { Open } from '../open.ts';

/** A mock's files are in memory while it is loaded. */
const maxBytes = 64 * 1024 * 1024;

/** What an upload URL permits. */
interface Upload {
  fileId: string;
  projectId: string;
  organizationId: string;
  fileName: string;
  contentType: string;
  sizeBytes: number;
  byName: string;
}

interface Needs {
  platform: Platform;
  open: Open;
  host: MockHost;
}

/**
 * createMockFiles manages the files that stubs serve. Each is uploaded to a URL of its own, valid for ten minutes
 * without signing in.
 */
export function createMockFiles({ platform, open, host }: Needs) {
  const { database, files, config } = platform;
  const uploads = createUploads<Upload>(platform, {
    path: '/services/service-virtualization/uploads',
    place: 'service_virtualization.upload',
    refused: virtualizationErrors.uploadRefused,
    otherSize: virtualizationErrors.otherSize,
  });
  const ownerOf = (projectId: string): string => `project:${projectId}`;
  const assertSize = async (
    sql: Sql,
    { projectId, fileName, sizeBytes }: Pick<Upload, 'projectId' | 'fileName' | 'sizeBytes'>,
  ): Promise<void> => {
    const limit = Math.min(maxBytes, config.UPLOAD_MB * 1024 * 1024);
    const others = await filesStore.sizeBeside(sql, projectId, fileName);
    if (sizeBytes > limit || others + sizeBytes > maxBytes)
      throw new AppError(virtualizationErrors.filesTooLarge, { params: { mb: maxBytes / 1024 / 1024 } });
  };
  const openFile = async (caller: Actor, fileId: string, need: 'view' | 'edit'): Promise<FileRow> => {
    const row = await filesStore.find(database.sql, caller.organizationId, fileId);
    if (!row) throw new AppError(virtualizationErrors.fileNotFound);
    await open.project(caller, row.projectId, need);
    return row;
  };

  /** Stores the content sent to an upload URL; replaces a file of the same name. */
  const upload = async (token: string, content: Readable): Promise<MockFile> => {
    const ticket = uploads.read(token);
    const { fileId: id, projectId, organizationId, fileName, contentType, sizeBytes, byName } = ticket;
    if (!(await mocksStore.find(database.sql, organizationId, projectId)))
      throw new AppError(virtualizationErrors.uploadRefused);
    await assertSize(database.sql, ticket);
    const stored = { organizationId, owner: ownerOf(projectId), name: fileName, contentType, sizeBytes };
    const contentId = await uploads.store(stored, content);
    const values = {
      id,
      organizationId,
      projectId,
      fileName,
      contentId,
      contentType,
      sizeBytes,
      createdByName: byName,
    };
    const { row, replaced } = await database
      .transaction(async (sql) => {
        await lockUntilCommit(sql, `files of mock ${projectId}`);
        await assertSize(sql, ticket);
        return filesStore.put(sql, values);
      })
      .catch(async (error: unknown) => {
        await files.delete(organizationId, contentId);
        throw error;
      });
    if (replaced !== undefined) await files.delete(organizationId, replaced);
    await host.changed(projectId, { kind: 'all' });
    return show(row, await filesStore.countUses(database.sql, projectId));
  };

  return {
    async presign(
      caller: Actor,
      { projectId, ...given }: { projectId: string; fileName: string; contentType: string; sizeBytes: number },
    ) {
      await open.project(caller, projectId, 'edit');
      await assertSize(database.sql, { projectId, ...given });
      const fileId = newId();
      const { organizationId, name: byName } = caller;
      return { fileId, ...uploads.presign({ fileId, projectId, organizationId, ...given, byName }) };
    },
    /** Adds the route of the URLs that `presign` returns. */
    addUploads: (app: FastifyInstance) => uploads.addRoute(app, upload),
    async list(
      caller: Actor,
      { projectId, searchTerm }: { projectId: string; searchTerm?: string | undefined },
      page: { page: number; size: number },
    ): Promise<Page<MockFile>> {
      await open.project(caller, projectId, 'view');
      const [{ rows, totalElements }, uses] = await Promise.all([
        filesStore.list(database.sql, projectId, searchTerm, page),
        filesStore.countUses(database.sql, projectId),
      ]);
      return { ...page, totalElements, content: rows.map((row) => show(row, uses)) };
    },
    async read(caller: Actor, fileId: string) {
      const { organizationId, contentId, fileName } = await openFile(caller, fileId, 'view');
      return { fileName, ...(await files.open(organizationId, contentId)) };
    },
    async delete(caller: Actor, fileId: string): Promise<void> {
      const { organizationId, contentId, projectId } = await openFile(caller, fileId, 'edit');
      await filesStore.delete(database.sql, fileId);
      await files.delete(organizationId, contentId);
      await host.changed(projectId, { kind: 'all' });
    },
  };
}
/** MockFiles manages the files that stubs serve. */
export type MockFiles = ReturnType<typeof createMockFiles>;

const show = (row: FileRow, uses: ReadonlyMap<string, number>): MockFile => ({
  fileId: row.id,
  projectId: row.projectId,
  fileName: row.fileName,
  contentType: row.contentType,
  sizeBytes: row.sizeBytes,
  assetCount: uses.get(row.fileName) ?? 0,
  createdAt: row.createdAt.toISOString(),
  createdByName: row.createdByName,
});
