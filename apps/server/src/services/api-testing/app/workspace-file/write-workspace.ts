import {
  type FillIn,
  keptSecret,
  type ScriptAuthentication,
  type WorkspaceFile,
  type WorkspaceScript,
  type WorkspaceSuite,
} from '@touchstone/contracts/api-testing';
import { AppError, newId } from '@touchstone/kernel';
import { isUniqueViolation } from '../../../../platform/database/conditions.ts';
import type { Sql } from '../../../../platform/database/pool.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { SchedulerDoor } from '../../../scheduler/index.ts';
import type { Actor, SharedItems, SuiteVariables } from '../../../workspaces/index.ts';
import { childPath } from '../../domain/suites/suite-folders.ts';
import { countAdded, type WorkspaceDiff } from '../../domain/workspace-file/diff-items.ts';
import { apiTestingErrors } from '../../errors.ts';
import { prerequisitesStore } from '../../store/prerequisites.store.ts';
import { type ScriptRow, scriptsStore } from '../../store/scripts.store.ts';
import { type SuiteRow, suitesStore } from '../../store/suites.store.ts';
import { assertPrerequisiteRoom } from '../prerequisites/prerequisite-room.ts';
import { openAuthentication, storedScript } from '../suites/stored-script.ts';
import { suiteNameTaken } from '../suites/write-suites.ts';
import { createKeepDeleted } from '../trash/keep-deleted.ts';
import { type FileParts, writeParts } from './file-parts.ts';

interface Needs {
  platform: Platform;
  sharedItems: SharedItems;
  suiteVariables: SuiteVariables;
  testsDeleted: SchedulerDoor['testsDeleted'];
  parts: FileParts;
}
interface Scope {
  organizationId: string;
  projectId: string;
}
/** What is written, in one transaction. */
export interface WriteOrder {
  sql: Sql;
  scope: Scope;
  actor: Actor;
  /** Groups the removed items, so that they can be restored together. */
  trashId: string;
  /** The file, with ids everywhere. */
  file: WorkspaceFile;
  diff: WorkspaceDiff;
}

/** Fills in credentials that a file leaves out: the stored ones, or a variable of the same name if none is stored. */
function withStoredSecrets(given: ScriptAuthentication, stored: ScriptAuthentication | undefined) {
  const missing: string[] = [];
  const kept = stored?.type === given.type ? (stored as Record<string, unknown>) : {};
  const entries = Object.entries(given).map(([field, value]) => {
    if (value !== keptSecret) return [field, value];
    if (kept[field] !== undefined) return [field, kept[field]];
    missing.push(field);
    return [field, `{{${field}}}`];
  });
  return { authentication: Object.fromEntries(entries) as ScriptAuthentication, missing };
}

/** A body's files belong to one workspace. */
const filesOf = ({ body }: WorkspaceScript): string[] => {
  if (body.type === 'binary') return [body.fileName ?? 'file of the body'];
  return body.type === 'form'
    ? body.fields.filter(({ fileId }) => fileId).map(({ fileName, key }) => fileName ?? key)
    : [];
};

/** createWriteWorkspace applies a workspace file to a workspace. Returns what a user has to fill in. */
export function createWriteWorkspace(needs: Needs) {
  const writeShared = createWriteShared(needs);
  const writeSuites = createWriteFileSuites(needs);
  return async function writeWorkspace(given: Omit<WriteOrder, 'trashId'>): Promise<FillIn[]> {
    const order = { ...given, trashId: newId() };
    const fillIn = await writeShared(order);
    fillIn.push(...(await writeSuites(order)));
    fillIn.push(...(await writeParts(needs.parts, { ...order, place: { ...order.scope, actor: order.actor } })));
    await writePrerequisites(order);
    for (const id of idsOf(order.diff.removed, 'database')) await needs.sharedItems.deleteDatabase(order.sql, id);
    return fillIn;
  };
}
export type WriteWorkspace = ReturnType<typeof createWriteWorkspace>;

const isTouched = ({ added, changed }: WorkspaceDiff, id = ''): boolean => added.has(id) || changed.has(id);

/** The ids of a kind of changed or removed items. */
const idsOf = (items: WorkspaceDiff['changed'], wanted: FillIn['kind']): string[] =>
  [...items].flatMap(([id, { kind }]) => (kind === wanted ? [id] : []));

/** Writes global variables, environments and databases. */
function createWriteShared({ sharedItems }: Needs) {
  return async ({ sql, scope, actor, trashId, file, diff }: WriteOrder): Promise<FillIn[]> => {
    const by = { actor, trashId };
    const fillIn: FillIn[] = [];
    const note = (kind: FillIn['kind'], name: string, what: readonly string[]) => {
      for (const one of what) fillIn.push({ kind, name, what: one });
    };
    if (isTouched(diff, 'globals') || diff.removed.has('globals'))
      note('globals', 'Global variables', await sharedItems.setGlobals(sql, scope, by, file.globals));
    for (const id of idsOf(diff.removed, 'environment')) await sharedItems.deleteEnvironment(sql, by, id);
    // Items may take each other's names, and those of databases that are deleted last.
    await sharedItems.renameApart(sql, {
      environmentIds: idsOf(diff.changed, 'environment'),
      databaseIds: [...idsOf(diff.changed, 'database'), ...idsOf(diff.removed, 'database')],
    });
    for (const { id = '', ...one } of file.environments)
      if (isTouched(diff, id)) {
        const isNew = diff.added.has(id);
        note('environment', one.name, await sharedItems.putEnvironment(sql, scope, by, { id, isNew, ...one }));
      }
    const databases = countAdded(file.databases, diff);
    // The removed ones are still there.
    const removed = idsOf(diff.removed, 'database').length;
    if (databases > 0) await sharedItems.assertDatabaseRoom(sql, scope.projectId, databases - removed);
    for (const { id = '', ...one } of file.databases)
      if (isTouched(diff, id) && (await sharedItems.putDatabase(sql, scope, { id, isNew: diff.added.has(id), ...one })))
        note('database', one.name, ['password']);
    return fillIn;
  };
}

/** Writes suites and scripts. Remaining scripts are moved first, so that removed suites don't take them along. */
function createWriteFileSuites(needs: Needs) {
  const { platform, sharedItems, suiteVariables, testsDeleted } = needs;
  const { secrets } = platform;
  const keepRemoved = createKeepRemoved(needs);

  const putSuite = async (
    { sql, scope, actor, trashId, diff }: WriteOrder,
    { id = '', ...suite }: WorkspaceSuite,
  ): Promise<FillIn[]> => {
    const { name, description, isChaining, folders, about, servers, variables } = suite;
    const documentation = { ...(about && { about }), ...(servers && { servers }) };
    const columns = { name, description, isChaining, folders, documentation };
    const stored = diff.added.has(id)
      ? suitesStore.insert(sql, { id, ...scope, ...columns })
      : suitesStore.update(sql, id, columns);
    await stored.catch(suiteNameTaken);
    const missing = await sharedItems.setOfSuite(sql, { ...scope, suiteId: id }, { actor, trashId }, variables);
    return missing.map((what) => ({ kind: 'suite' as const, name, what }));
  };

  const putScripts = async (order: WriteOrder, suite: WorkspaceSuite): Promise<FillIn[]> => {
    const { sql, scope, diff } = order;
    const fillIn: FillIn[] = [];
    const touched = suite.scripts.filter(({ id }) => isTouched(diff, id));
    const rows = await readRows(
      sql,
      scope,
      touched.filter(({ id = '' }) => diff.changed.has(id)),
    );
    const fresh: Parameters<typeof scriptsStore.insert>[1] = [];
    for (const { id = '', ...script } of touched) {
      const row = rows.get(id);
      const { authentication, missing } = withStoredSecrets(
        script.authentication,
        row && openAuthentication(secrets, row),
      );
      const files = row ? [] : filesOf(script);
      const name = childPath(childPath(suite.name, script.folder ?? ''), script.scriptName);
      for (const what of [...missing, ...files]) fillIn.push({ kind: 'script', name, what });
      const input = { ...script, authentication, folder: script.folder ?? '', examples: script.examples ?? [] };
      const columns = { ...storedScript(secrets, id, input), documentation: script.documentation ?? null };
      const position = suite.scripts.findIndex((one) => one.id === id);
      const place = { suiteId: suite.id ?? '', position };
      if (row) await scriptsStore.update(sql, id, { ...columns, ...place });
      else fresh.push({ id, ...scope, ...columns, ...place });
    }
    await scriptsStore.insert(sql, fresh);
    return fillIn;
  };

  return async (order: WriteOrder): Promise<FillIn[]> => {
    const { sql, scope, file, diff } = order;
    const fillIn: FillIn[] = [];
    const suiteIds = idsOf(diff.removed, 'suite');
    const freed = suiteIds.length > 0;
    // Suites may take the names of each other and of removed ones, whose scripts may have moved to a new suite.
    const named = await suitesStore.findMany(sql, scope.organizationId, suiteIds);
    await suitesStore.renameApart(sql, [...suiteIds, ...idsOf(diff.changed, 'suite')]);
    for (const suite of file.suites) if (isTouched(diff, suite.id)) fillIn.push(...(await putSuite(order, suite)));
    for (const suite of file.suites) fillIn.push(...(await putScripts(order, suite)));
    const scriptIds = idsOf(diff.removed, 'script');
    await keepRemoved(order, named, scriptIds);
    if (freed) {
      await suitesStore.delete(sql, suiteIds);
      await suiteVariables.delete(sql, suiteIds);
      await testsDeleted(sql, scope.organizationId, suiteIds);
    }
    const touched = file.suites.filter(
      (suite) => isTouched(diff, suite.id) || suite.scripts.some(({ id }) => isTouched(diff, id)),
    );
    const ordered = scriptIds.length > 0 ? file.suites : touched;
    for (const suite of ordered) await arrange(sql, suite);
    await suitesStore.recount(
      sql,
      ordered.map(({ id = '' }) => id),
    );
    return fillIn;
  };
}

/**
 * Moves removed items to the trash. Removed suites keep their scripts; each other script becomes an item of its own.
 */
function createKeepRemoved({ platform, suiteVariables }: Needs) {
  const keep = createKeepDeleted(platform);
  return async (
    { sql, scope, actor, trashId }: WriteOrder,
    suites: readonly SuiteRow[],
    scriptIds: readonly string[],
  ): Promise<void> => {
    const within = new Set<string>();
    for (const suite of suites) {
      const places = await scriptsStore.placesOf(sql, suite.id);
      for (const { id } of places) within.add(id);
      const counted = { ...suite, scriptCount: places.length };
      await keep.suite(sql, actor, { suite: counted, suiteVariables, trashId });
    }
    const rows = await scriptsStore.take(
      sql,
      scriptIds.filter((id) => !within.has(id)),
    );
    const homes = await suitesStore.findMany(sql, scope.organizationId, [...new Set(rows.map((row) => row.suiteId))]);
    await keep.scripts(sql, actor, { rows, suites: homes, trashId });
  };
}

/** Orders scripts as in the file; scripts that aren't in the file come last. */
async function arrange(sql: Sql, { id = '', scripts }: WorkspaceSuite): Promise<void> {
  const ids = scripts.map((script) => script.id ?? '');
  const named = new Set(ids);
  const others = (await scriptsStore.placesOf(sql, id)).filter((row) => !named.has(row.id)).map((row) => row.id);
  await scriptsStore.reorder(sql, id, [...ids, ...others]);
}

async function readRows(
  sql: Sql,
  { organizationId }: Scope,
  scripts: readonly WorkspaceScript[],
): Promise<Map<string, ScriptRow>> {
  const ids = scripts.map(({ id = '' }) => id);
  const rows = new Map<string, ScriptRow>();
  for (let from = 0; from < ids.length; from += 500)
    for (const row of await scriptsStore.findMany(sql, organizationId, ids.slice(from, from + 500)))
      rows.set(row.id, row);
  return rows;
}

async function writePrerequisites({ sql, scope, file, diff }: WriteOrder): Promise<void> {
  for (const id of idsOf(diff.removed, 'prerequisite')) await prerequisitesStore.delete(sql, id);
  await prerequisitesStore.renameApart(sql, idsOf(diff.changed, 'prerequisite'));
  const added = countAdded(file.prerequisites, diff);
  if (added > 0) await assertPrerequisiteRoom(sql, scope.projectId, added);
  for (const { id = '', ...fields } of file.prerequisites) {
    if (!isTouched(diff, id)) continue;
    const { action } = fields;
    const values = {
      ...fields,
      databaseConfigurationId: action.kind === 'database' ? action.databaseConfigurationId : null,
    };
    const stored = diff.added.has(id)
      ? prerequisitesStore.insert(sql, { id, ...scope, ...values })
      : prerequisitesStore.update(sql, id, values);
    await stored.catch((error: unknown) => {
      if (isUniqueViolation(error, 'prerequisite_name')) throw new AppError(apiTestingErrors.prerequisiteNameTaken);
      throw error;
    });
  }
  const ids = file.prerequisites.map(({ id = '' }) => id);
  const named = new Set(ids);
  const others = (await prerequisitesStore.list(sql, scope.projectId))
    .filter(({ id }) => !named.has(id))
    .map(({ id }) => id);
  await prerequisitesStore.reorder(sql, scope.projectId, [...ids, ...others]);
}
