import { Readable } from 'node:stream';
import { AppError, newId } from '@touchstone/kernel';
import { and, eq } from 'drizzle-orm';
import type { Database } from '../database/pool.ts';
import { platformErrors } from '../errors.ts';
import { file } from '../tables.ts';
import type { Storage } from './storage.ts';

export interface StoredFile {
  fileId: string;
  name: string;
  contentType: string;
  sizeBytes: number;
}

/** Files stores uploads, bodies and reports of organizations; no organization can open another's file. */
export interface Files {
  /** Stores the complete content or nothing. Throws `tooLarge` if an upload was cut off at the limit. */
  put(input: {
    organizationId: string;
    owner: string;
    name: string;
    contentType: string;
    content: Readable | Uint8Array;
  }): Promise<StoredFile>;
  /** Throws `fileNotFound` if the organization has no such file, or if its owner isn't the given one. */
  open(
    organizationId: string,
    fileId: string,
    owner?: string,
  ): Promise<StoredFile & { stream: Readable; owner: string }>;
  /** Deletes a file, if the organization has it. */
  delete(organizationId: string, fileId: string): Promise<void>;
  /** Deletes all files of `owner`, such as `run:<id>`. */
  deleteOwned(organizationId: string, owner: string): Promise<void>;
  check(): Promise<void>;
}

export function createFiles(database: Database, storage: Storage, limitMb: number): Files {
  const remove = async (row: { id: string; key: string }): Promise<void> => {
    // The row goes last: if the storage fails, it lets the bytes be found again.
    await storage.delete(row.key);
    await database.sql.delete(file).where(eq(file.id, row.id));
  };
  return {
    async put({ organizationId, owner, name, contentType, content }) {
      const fileId = newId();
      const key = `${organizationId}/${fileId}`;
      const stream =
        content instanceof Readable ? content : Readable.from([Buffer.from(content)], { objectMode: false });
      const sizeBytes = await storage.put(key, stream, { contentType });
      try {
        // The upload parser ends a stream above the limit as if it were complete, and marks it.
        if ((stream as { truncated?: boolean }).truncated)
          throw new AppError(platformErrors.tooLarge, { params: { limitMb } });
        await database.sql
          .insert(file)
          .values({ id: fileId, organizationId, owner, key, name, contentType, sizeBytes });
      } catch (error) {
        await storage.delete(key);
        throw error;
      }
      return { fileId, name, contentType, sizeBytes };
    },
    async open(organizationId, fileId, owner) {
      const [row] = await database.sql
        .select()
        .from(file)
        .where(and(eq(file.id, fileId), eq(file.organizationId, organizationId)));
      const stream = row && (owner === undefined || row.owner === owner) ? await storage.get(row.key) : undefined;
      if (!row || !stream) throw new AppError(platformErrors.fileNotFound);
      return {
        fileId,
        name: row.name,
        contentType: row.contentType,
        sizeBytes: row.sizeBytes,
        owner: row.owner,
        stream,
      };
    },
    async delete(organizationId, fileId) {
      const [row] = await database.sql
        .select({ id: file.id, key: file.key })
        .from(file)
        .where(and(eq(file.id, fileId), eq(file.organizationId, organizationId)));
      if (row) await remove(row);
    },
    async deleteOwned(organizationId, owner) {
      const rows = await database.sql
        .select({ id: file.id, key: file.key })
        .from(file)
        .where(and(eq(file.owner, owner), eq(file.organizationId, organizationId)));
      for (const row of rows) await remove(row);
    },
    check: () => storage.check(),
  };
}
