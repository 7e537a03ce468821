import type { Suite, SuiteFolder } from '@touchstone/contracts/api-testing';
import { AppError, newId } from '@touchstone/kernel';
import { isUniqueViolation } from '../../../../platform/database/conditions.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { CloneProgress } from '../../../notifications/index.ts';
import type { Run, Runs } from '../../../runs/index.ts';
import { type Actor, freeName, type SuiteVariables, type Workspaces } from '../../../workspaces/index.ts';
import { executionStatusOf } from '../../domain/executions/execution-status.ts';
import type { SuiteDocumentation } from '../../domain/suites/script-parts.ts';
import { withFolders } from '../../domain/suites/suite-folders.ts';
import { apiTestingErrors } from '../../errors.ts';
import { scriptsStore } from '../../store/scripts.store.ts';
import { type SuiteRow, suitesStore } from '../../store/suites.store.ts';
import type { OpenSuites } from './open-suites.ts';
import { copyRow } from './scripts.ts';

export function createSuites({
  platform,
  runs,
  workspaces,
  access,
  suiteVariables,
  cloneProgress,
}: {
  platform: Platform;
  runs: Runs;
  workspaces: Workspaces;
  access: OpenSuites;
  suiteVariables: SuiteVariables;
  cloneProgress: CloneProgress;
}) {
  const { database } = platform;

  const toSuites = async (organizationId: string, rows: SuiteRow[]): Promise<Suite[]> => {
    const pairs = rows.flatMap((row) => (row.lastRunId ? [{ runId: row.lastRunId, groupId: row.id }] : []));
    const runIds = pairs.map((pair) => pair.runId);
    const known = new Map((await runs.listByIds(organizationId, runIds)).map((run) => [run.runId, run]));
    const ended = await runs.groupResults(pairs.filter((pair) => known.get(pair.runId)?.finishedAt));
    return rows.map((row) => toSuite(row, known.get(row.lastRunId ?? ''), ended.get(`${row.lastRunId} ${row.id}`)));
  };
  const read = async (actor: Actor, suiteId: string): Promise<Suite> => {
    const rows = await access.openSuites(actor, [suiteId], 'view');
    const [found] = await toSuites(actor.organizationId, rows);
    return found as Suite;
  };
  const nameTaken = (error: unknown): never => {
    if (isUniqueViolation(error, 'suite_name')) throw new AppError(apiTestingErrors.suiteNameTaken);
    throw error;
  };

  /** In one transaction. */
  const copy = async (actor: Actor, source: SuiteRow, suiteName: string | undefined): Promise<Suite> => {
    const id = newId();
    await database
      .transaction(async (sql) => {
        const name =
          suiteName ?? freeName(`${source.name} copy`, await suitesStore.namesLike(sql, source.projectId, source.name));
        const { organizationId, projectId, description, isChaining, folders, documentation } = source;
        await workspaces.hold(sql, projectId);
        const columns = { organizationId, projectId, description, isChaining, folders, documentation, name };
        await suitesStore.insert(sql, { id, ...columns });
        const scripts = await scriptsStore.listOfSuite(sql, source.id);
        await scriptsStore.insert(
          sql,
          scripts.map((row) => copyRow(platform.secrets, row, { suiteId: id, position: row.position })),
        );
        await suiteVariables.copy(sql, source.id, { suiteId: id, organizationId, projectId });
        await suitesStore.recount(sql, [id]);
      })
      .catch(nameTaken);
    return read(actor, id);
  };

  return {
    async list(
      actor: Actor,
      filter: { projectId: string; isChaining: boolean; searchTerm?: string },
      page: { page: number; size: number },
    ) {
      await workspaces.open(actor, filter.projectId, 'view');
      const { rows, totalElements } = await suitesStore.list(database.sql, filter, page);
      return { content: await toSuites(actor.organizationId, rows), totalElements, ...page };
    },
    async create(
      actor: Actor,
      input: { projectId: string; suiteName: string; suiteDescription?: string; isChaining?: boolean },
    ): Promise<Suite> {
      await workspaces.open(actor, input.projectId, 'edit');
      const id = newId();
      const { projectId, suiteName: name, suiteDescription: description = '', isChaining = false } = input;
      const { organizationId } = actor;
      await database
        .transaction(async (sql) => {
          await workspaces.hold(sql, projectId);
          await suitesStore.insert(sql, { id, organizationId, projectId, name, description, isChaining });
        })
        .catch(nameTaken);
      return read(actor, id);
    },
    async update(
      actor: Actor,
      input: { suiteId: string; suiteName?: string; suiteDescription?: string },
    ): Promise<Suite> {
      await access.openSuites(actor, [input.suiteId], 'edit');
      await suitesStore
        .update(database.sql, input.suiteId, { name: input.suiteName, description: input.suiteDescription })
        .catch(nameTaken);
      return read(actor, input.suiteId);
    },
    /** Keeps what a document says of a suite: a description where there is none, its folders, and addresses of a new suite. */
    async describe(
      actor: Actor,
      suiteId: string,
      given: {
        isNew: boolean;
        description: string | undefined;
        folders: SuiteFolder[];
        documentation: SuiteDocumentation;
      },
    ): Promise<void> {
      const [suite] = await access.openSuites(actor, [suiteId], 'edit');
      if (!suite) throw new AppError(apiTestingErrors.suiteNotFound);
      await database.transaction(async (sql) => {
        await suitesStore.lock(sql, suiteId);
        const [{ folders } = suite] = await suitesStore.findMany(sql, actor.organizationId, [suiteId]);
        const known = new Set(folders.map(({ path }) => path));
        await suitesStore.update(sql, suiteId, {
          folders: withFolders([...folders, ...given.folders.filter(({ path }) => !known.has(path))], []),
          ...(suite.description === '' && given.description ? { description: given.description } : {}),
          ...(given.isNew ? { documentation: given.documentation } : {}),
        });
      });
    },
    async delete(actor: Actor, suiteIds: string[], isChaining: boolean | undefined): Promise<void> {
      const rows = await access.openSuites(actor, suiteIds, 'edit');
      if (isChaining !== undefined && rows.some((row) => row.isChaining !== isChaining))
        throw new AppError(apiTestingErrors.suiteNotFound);
      await database.transaction(async (sql) => {
        await suitesStore.delete(sql, suiteIds);
        await suiteVariables.delete(sql, suiteIds);
      });
      await platform.audit(actor, {
        action: 'suite.deleted',
        target: suiteIds.join(','),
        detail: { names: rows.map((row) => row.name) },
      });
    },
    /** Copies a suite with all its scripts; who names the copy can follow it. */
    async clone(
      actor: Actor,
      input: { suiteId: string; suiteName?: string; uniqueIdentifier?: string },
    ): Promise<Suite> {
      const { suiteId, suiteName, uniqueIdentifier } = input;
      const [source] = await access.openSuites(actor, [suiteId], 'edit');
      if (!source) throw new AppError(apiTestingErrors.suiteNotFound);
      return cloneProgress(actor, { uniqueIdentifier, folderType: 'FOLDER' }, () => copy(actor, source, suiteName));
    },
    /** Copies all scripts of one suite to the end of another. */
    async importScripts(actor: Actor, fromSuiteId: string, toSuiteId: string): Promise<string[]> {
      const [from, to] = await access.openSuites(actor, [fromSuiteId, toSuiteId], 'edit');
      if (!from || !to) throw new AppError(apiTestingErrors.suiteNotFound);
      return database.transaction(async (sql) => {
        await suitesStore.lock(sql, to.id);
        const scripts = await scriptsStore.listOfSuite(sql, from.id);
        const first = await scriptsStore.nextPosition(sql, to.id);
        const rows = scripts.map((row, index) =>
          copyRow(platform.secrets, row, { suiteId: to.id, projectId: to.projectId, position: first + index }),
        );
        await scriptsStore.insert(sql, rows);
        await suitesStore.recount(sql, [to.id]);
        return rows.map((row) => row.id);
      });
    },
    /** Suites and scripts of each of these workspaces. */
    countByProject: (projectIds: readonly string[]) => suitesStore.countByProject(database.sql, projectIds),
    /** Suites and scripts of these workspaces together. */
    countTests: (projectIds: readonly string[]) => suitesStore.countTests(database.sql, projectIds),
    async countScripts(actor: Actor, suiteId: string): Promise<number> {
      const [row] = await access.openSuites(actor, [suiteId], 'view');
      return row?.scriptCount ?? 0;
    },
  };
}
export type Suites = ReturnType<typeof createSuites>;

/** A run of several suites may fail in another one: a finished suite tells of its own steps. */
function toSuite(row: SuiteRow, lastRun: Run | undefined, own: Pick<Run, 'status' | 'counts'> | undefined): Suite {
  const { status, counts } = own ?? lastRun ?? { status: 'queued', counts: { total: 0 } };
  return {
    suiteId: row.id,
    projectId: row.projectId,
    suiteName: row.name,
    suiteDescription: row.description,
    isChaining: row.isChaining,
    scriptCount: row.scriptCount,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    dataFile: row.dataFile,
    lastRun: lastRun
      ? {
          runId: lastRun.runId,
          executionStatus: executionStatusOf(status, counts),
          finishedAt: lastRun.finishedAt?.toISOString() ?? null,
        }
      : null,
  };
}
