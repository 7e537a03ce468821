import { type DataTable, type DataTableSummary, maxTableBytes } from '@touchstone/contracts/test-repository';
import { formatCsv } from '@touchstone/engine-data/core';
import { AppError, newId } from '@touchstone/kernel';
import { assertRoom } from '../../../platform/database/assert-room.ts';
import { isUniqueViolation } from '../../../platform/database/conditions.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Actor, Environments, Workspaces } from '../../workspaces/index.ts';
import { readTable, type TableContent } from '../domain/read-table.ts';
import { repositoryErrors } from '../errors.ts';
import { type DataTableRow, dataTablesStore, type ListedTable } from '../store/data-tables.store.ts';
import type { Open } from './open.ts';

const maxTables = 500;
/** The template shown without a table. */
const example: TableContent = {
  columns: ['user', 'password', 'expected'],
  rows: [['alice@example.com', 'first-password', 'Welcome, Alice']],
};

interface NewTable extends TableContent {
  projectUUID: string;
  tableName: string;
  environmentUUID: string | null;
}
interface Needs {
  platform: Platform;
  workspaces: Pick<Workspaces, 'hold'>;
  environments: Pick<Environments, 'assertExists'>;
  open: Open;
}

/** createDataTables manages the rows that scripts are run with. */
export function createDataTables({ platform, workspaces, environments, open }: Needs) {
  const { database } = platform;
  const { sql } = database;

  const assertEnvironment = async ({ organizationId }: Actor, projectId: string, id: string | null): Promise<void> => {
    if (id !== null) await environments.assertExists({ organizationId, projectId }, id);
  };
  const create = async (caller: Actor, input: NewTable): Promise<DataTable> => {
    const { projectUUID: projectId, tableName: name, environmentUUID: environmentId } = input;
    await open.project(caller, projectId, 'edit');
    await assertEnvironment(caller, projectId, environmentId);
    const content = stored(input);
    const { organizationId } = caller;
    const row = await named(
      name,
      database.transaction(async (db) => {
        await workspaces.hold(db, projectId);
        await assertRoom(
          db,
          { place: `data tables of ${projectId}`, most: maxTables, full: repositoryErrors.tooManyTables },
          () => dataTablesStore.count(db, projectId),
        );
        return dataTablesStore.insert(db, { id: newId(), organizationId, projectId, name, environmentId, ...content });
      }),
    );
    return toTable(row);
  };
  const update = async (
    caller: Actor,
    change: {
      uuid: string;
      tableName?: string | undefined;
      environmentUUID?: string | null | undefined;
      content?: TableContent | undefined;
    },
  ): Promise<DataTable> => {
    const row = await open.dataTable(caller, change.uuid, 'edit');
    const { tableName: name = row.name, environmentUUID: environmentId = row.environmentId } = change;
    await assertEnvironment(caller, row.projectId, environmentId);
    const values = { name, environmentId, ...(change.content && stored(change.content)) };
    const changed = await named(name, dataTablesStore.update(sql, row.id, values));
    if (!changed) throw new AppError(repositoryErrors.tableNotFound);
    return toTable(changed);
  };

  return {
    create,
    update,
    async list(
      caller: Actor,
      projectId: string,
      filter: { searchTerm?: string | undefined; environmentId?: string | undefined },
    ): Promise<DataTableSummary[]> {
      await open.project(caller, projectId, 'view');
      if (filter.environmentId) await assertEnvironment(caller, projectId, filter.environmentId);
      return (await dataTablesStore.list(sql, projectId, filter)).map(toSummary);
    },
    async view(caller: Actor, id: string): Promise<DataTable> {
      return toTable(await open.dataTable(caller, id, 'view'));
    },
    async delete(caller: Actor, id: string): Promise<void> {
      const { name, projectId } = await open.dataTable(caller, id, 'edit');
      await dataTablesStore.delete(sql, id);
      await platform.audit(caller, { action: 'data-table.deleted', target: id, detail: { name, projectId } });
    },
    /** A table as CSV with its header; without a table, an example. */
    async template(caller: Actor, projectId: string, id: string | undefined): Promise<{ name: string; text: string }> {
      await open.project(caller, projectId, 'view');
      if (id === undefined) return { name: 'data-table', text: formatCsv([example.columns, ...example.rows]) };
      const row = await open.dataTable(caller, id, 'view');
      if (row.projectId !== projectId) throw new AppError(repositoryErrors.tableNotFound);
      return { name: row.name, text: formatCsv([row.columns, ...row.rows]) };
    },
    /** Creates a table from CSV, or replaces the columns and rows of an existing one. */
    async upload(
      caller: Actor,
      input: {
        projectUUID: string;
        uuid?: string | undefined;
        tableName?: string | undefined;
        environmentUUID?: string | null | undefined;
        text: string;
      },
    ): Promise<DataTable> {
      const { uuid, tableName, environmentUUID, projectUUID, text } = input;
      await open.project(caller, projectUUID, 'edit');
      const content = readTable(text);
      if ('reason' in content)
        throw new AppError(repositoryErrors.tableUnreadable, { params: { reason: content.reason } });
      if (uuid) return update(caller, { uuid, tableName, environmentUUID, content });
      if (!tableName) throw new AppError(repositoryErrors.tableNameMissing);
      return create(caller, { projectUUID, tableName, environmentUUID: environmentUUID ?? null, ...content });
    },
  };
}
/** DataTables manages the rows that scripts are run with. */
export type DataTables = ReturnType<typeof createDataTables>;

/** Rows with missing values are padded with empty ones; rows with too many are rejected. */
function stored({ columns, rows }: TableContent): Pick<DataTableRow, 'columns' | 'rows' | 'rowCount'> {
  const long = rows.findIndex((row) => row.length > columns.length);
  if (long >= 0)
    throw new AppError(repositoryErrors.rowTooLong, {
      params: { row: long + 1, count: rows[long]?.length ?? 0, columns: columns.length },
    });
  const filled = rows.map((row) => columns.map((_, index) => row[index] ?? ''));
  const bytes = Buffer.byteLength(JSON.stringify(filled));
  if (bytes > maxTableBytes)
    throw new AppError(repositoryErrors.tableTooLarge, { params: { bytes, most: maxTableBytes } });
  return { columns, rows: filled, rowCount: filled.length };
}

const toSummary = (row: ListedTable): DataTableSummary => ({
  uuid: row.id,
  tableName: row.name,
  projectUUID: row.projectId,
  environmentUUID: row.environmentId,
  columns: row.columns,
  rowCount: row.rowCount,
  updatedAt: row.updatedAt.toISOString(),
});
const toTable = (row: DataTableRow): DataTable => ({ ...toSummary(row), rows: row.rows });

const named = <T>(name: string, work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    if (isUniqueViolation(error, 'data_table_name'))
      throw new AppError(repositoryErrors.tableNameTaken, { params: { name } });
    throw error;
  });
