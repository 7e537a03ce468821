import type { Readable } from 'node:stream';
import type { DataFile, DataFileChoice } from '@touchstone/contracts/workspaces';
import { type Row, readRows } from '@touchstone/engine-data';
import { AppError } from '@touchstone/kernel';
import type { Platform } from '../../../../platform/platform.ts';
import { dataFileType, rowsInRange } from '../../domain/data-file.ts';
import { workspaceErrors } from '../../errors.ts';
import type { Actor } from '../actor.ts';
import type { Workspaces } from '../workspaces.ts';
import { findDataFile } from './copy-data-files.ts';

const previewRows = 10;
const maxColumns = 1000;

/** UsedVariables are the names that tests use, and whether a scope or an earlier step sets each. */
export type UsedVariables = ReadonlyMap<string, boolean>;

/** createDataFiles stores the files of data-driven runs with their workspace, and reads their rows. */
export function createDataFiles({ platform, workspaces }: { platform: Platform; workspaces: Workspaces }) {
  const open = async (actor: Actor, projectId: string, fileId: string, maxRows?: number) => {
    const file = await platform.files.open(actor.organizationId, fileId, `project:${projectId}`);
    return { file, rows: readDataFile(file.stream, file.name, { owner: actor, maxRows }) };
  };

  const describe = async (
    actor: Actor,
    { projectId, fileId }: { projectId: string; fileId: string },
    usedVariables: () => Promise<UsedVariables>,
  ): Promise<DataFile> => {
    const { file, rows } = await open(actor, projectId, fileId);
    const columns = new Set<string>();
    const preview: Row[] = [];
    let rowCount = 0;
    for await (const row of rows) {
      rowCount += 1;
      for (const name of Object.keys(row)) if (columns.size < maxColumns) columns.add(name);
      if (preview.length < previewRows) preview.push(row);
    }
    if (rowCount === 0) throw new AppError(workspaceErrors.dataFileEmpty);
    const variables = await usedVariables();
    return {
      fileId,
      fileName: file.name,
      type: typeOf(file.name),
      sizeBytes: file.sizeBytes,
      rowCount,
      columns: [...columns].map((name) => ({ name, isUsed: variables.has(name) })),
      missing: [...variables].flatMap(([name, isDefined]) => (isDefined || columns.has(name) ? [] : [name])),
      preview,
    };
  };

  return {
    /** Stores an uploaded file and returns its content summary; an unreadable file isn't stored. */
    async upload(
      actor: Actor,
      projectId: string,
      upload: { fileName: string; contentType: string; content: Readable },
      usedVariables: () => Promise<UsedVariables>,
    ): Promise<DataFile> {
      await workspaces.open(actor, projectId, 'edit');
      const name = upload.fileName.replace(/[^\p{L}\p{N}.() _-]/gu, '_').slice(-255) || 'file';
      typeOf(name);
      const { organizationId } = actor;
      const { fileId } = await platform.files.put({
        organizationId,
        owner: `project:${projectId}`,
        name,
        contentType: upload.contentType,
        content: upload.content,
      });
      try {
        return await describe(actor, { projectId, fileId }, usedVariables);
      } catch (error) {
        await platform.files.delete(organizationId, fileId);
        throw error;
      }
    },
    async get(
      actor: Actor,
      file: { projectId: string; fileId: string },
      usedVariables: () => Promise<UsedVariables>,
    ): Promise<DataFile> {
      await workspaces.open(actor, file.projectId, 'view');
      return describe(actor, file, usedVariables);
    },
    /** At most this many rows of a file. */
    async *rows(
      actor: Actor,
      { projectId, fileId, maxRows }: { projectId: string; fileId: string; maxRows: number },
    ): AsyncGenerator<Row> {
      yield* (await open(actor, projectId, fileId, maxRows)).rows;
    },
    /** Of the files, the ones the workspace has. */
    async existing(actor: Actor, projectId: string, fileIds: readonly string[]): Promise<ReadonlySet<string>> {
      const existing = new Set<string>();
      for (const fileId of new Set(fileIds)) {
        const file = await findDataFile(platform, { organizationId: actor.organizationId, projectId }, fileId);
        if (!file) continue;
        file.stream.destroy();
        existing.add(fileId);
      }
      return existing;
    },
    /** The selected rows of a file and their number; throws for a faulty file before the first row is used. */
    async plan(actor: Actor, projectId: string, choice: DataFileChoice) {
      const rows = async () => rowsInRange((await open(actor, projectId, choice.fileId)).rows, choice);
      let count = 0;
      for await (const _row of await rows()) count += 1;
      if (count === 0) throw new AppError(workspaceErrors.dataFileEmpty);
      return { count, rows };
    },
  };
}
/** DataFiles stores the files of data-driven runs. */
export type DataFiles = ReturnType<typeof createDataFiles>;

function typeOf(fileName: string) {
  const type = dataFileType(fileName);
  if (type === undefined)
    throw new AppError(workspaceErrors.dataFileType, {
      details: [{ path: 'file', message: 'Besides Excel (.xlsx), CSV and JSON files are read as data.' }],
    });
  return type;
}

async function* readDataFile(
  stream: Readable,
  fileName: string,
  { owner, maxRows }: { owner: Actor; maxRows: number | undefined },
): AsyncGenerator<Row> {
  // A storage failure is no fault of the file, and its error may contain a local path.
  let failure: Error | undefined;
  stream.once('error', (error) => {
    failure = error;
  });
  try {
    yield* readRows(stream, { type: typeOf(fileName), owner, ...(maxRows !== undefined && { maxRows }) });
  } catch (error) {
    if (failure) throw failure;
    if (error instanceof AppError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new AppError(workspaceErrors.dataFileUnreadable, { params: { reason }, cause: error });
  } finally {
    stream.destroy();
  }
}
