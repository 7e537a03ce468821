import { isDeepStrictEqual } from 'node:util';
import type { Script, ScriptAuthentication, ScriptInput } from '@touchstone/contracts/api-testing';
import { AppError, newId } from '@touchstone/kernel';
import type { Sql } from '../../../../platform/database/pool.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { SecretBox } from '../../../../platform/secrets.ts';
import { type Actor, forgetTokens, type Workspaces } from '../../../workspaces/index.ts';
import { identifyParts, listPartIds, type PartKind, removePart } from '../../domain/suites/script-parts.ts';
import { apiTestingErrors } from '../../errors.ts';
import { type ScriptRow, scriptsStore } from '../../store/scripts.store.ts';
import { suitesStore } from '../../store/suites.store.ts';
import { assertReadable } from '../assert-readable.ts';
import { mapInTurns } from '../imports/map-in-turns.ts';
import type { OpenSuites } from './open-suites.ts';

const place = (scriptId: string) => `api_testing.script.authentication:${scriptId}`;

/** openAuthentication reads a script's sealed authentication. */
export const openAuthentication = (
  secrets: SecretBox,
  row: Pick<ScriptRow, 'id' | 'authentication'>,
): ScriptAuthentication =>
  row.authentication ? JSON.parse(secrets.open(row.authentication, place(row.id))) : { type: 'none' };

const sealAuthentication = (
  secrets: SecretBox,
  scriptId: string,
  authentication: ScriptAuthentication,
): string | null =>
  authentication.type === 'none' ? null : secrets.seal(JSON.stringify(authentication), place(scriptId));

type StoredParts = Omit<ScriptInput, 'scriptId' | 'authentication'>;

/** What is not given stays as it is. */
function documentColumns(script: StoredParts) {
  const { folder, documentation, examples, ...document } = script;
  return {
    ...(folder === undefined ? {} : { folder }),
    ...(documentation === undefined ? {} : { documentation }),
    ...(examples === undefined
      ? {}
      : { examples: examples.map((example) => ({ ...example, id: example.id ?? newId() })) }),
    name: document.scriptName,
    method: document.method,
    url: document.url,
    scriptType: document.scriptType ?? null,
    assertionCount: document.assertions.length,
    document,
    partIds: listPartIds(document),
  };
}

/** scriptOfRow is a stored script with all that belongs to it, its authentication opened. */
export const scriptOfRow = (secrets: SecretBox, row: ScriptRow) => ({
  ...row.document,
  authentication: openAuthentication(secrets, row),
  folder: row.folder,
  ...(row.documentation && { documentation: row.documentation }),
  examples: row.examples,
});

/** storedScript gives the columns of a script, its authentication sealed for the row; parts without an id get one. */
export function storedScript(
  secrets: SecretBox,
  scriptId: string,
  { scriptId: _, authentication, ...document }: ScriptInput,
) {
  return {
    ...documentColumns(identifyParts(document)),
    authentication: sealAuthentication(secrets, scriptId, authentication),
  };
}

/** copyRow is a script as a new row: new ids for itself and its parts, authentication sealed for the new row. */
export function copyRow(
  secrets: SecretBox,
  row: ScriptRow,
  target: { suiteId: string; position: number; projectId?: string; name?: string },
) {
  const id = newId();
  const document = identifyParts({ ...row.document, scriptName: target.name ?? row.name }, { fresh: true });
  const { folder, documentation, examples } = row;
  const projectId = target.projectId ?? row.projectId;
  const authentication = sealAuthentication(secrets, id, openAuthentication(secrets, row));
  return {
    id,
    organizationId: row.organizationId,
    projectId,
    suiteId: target.suiteId,
    position: target.position,
    ...documentColumns(document),
    folder,
    documentation,
    examples,
    authentication,
  };
}

export function createScripts({
  platform,
  workspaces,
  access,
}: {
  platform: Platform;
  workspaces: Workspaces;
  access: OpenSuites;
}) {
  const { database, secrets } = platform;

  const toScript = (row: ScriptRow): Script => ({
    ...scriptOfRow(secrets, row),
    scriptId: row.id,
    suiteId: row.suiteId,
    projectId: row.projectId,
    position: row.position,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  });
  const openOne = async (actor: Actor, scriptId: string, need: 'view' | 'edit'): Promise<ScriptRow> => {
    const [row] = await access.openScripts(actor, [scriptId], need);
    if (!row) throw new AppError(apiTestingErrors.scriptNotFound);
    return row;
  };
  const read = async (actor: Actor, scriptId: string): Promise<Script> =>
    toScript(await openOne(actor, scriptId, 'view'));

  /** Appends rows to a suite under its lock, so that positions and the count stay right. */
  const append = async (
    sql: Sql,
    suiteId: string,
    make: (position: number) => Parameters<typeof scriptsStore.insert>[1][number],
  ) => {
    if (!(await suitesStore.lock(sql, suiteId))) throw new AppError(apiTestingErrors.suiteNotFound);
    await scriptsStore.insert(sql, [make(await scriptsStore.nextPosition(sql, suiteId))]);
    await suitesStore.recount(sql, [suiteId]);
  };

  const store = async (row: ScriptRow, document: StoredParts, authentication?: ScriptAuthentication) => {
    await scriptsStore.update(database.sql, row.id, {
      ...documentColumns(identifyParts(document)),
      ...(authentication && { authentication: sealAuthentication(secrets, row.id, authentication) }),
    });
    const before = openAuthentication(secrets, row);
    // A token of a grant that was changed must not be sent again.
    if (authentication && before.type === 'oauth2Grant' && !isDeepStrictEqual(before, authentication))
      await forgetTokens(platform, row.projectId);
  };

  return {
    read,
    async list(
      actor: Actor,
      filter: { suiteId?: string; projectId?: string; scriptType?: string; isChaining?: boolean; searchTerm?: string },
      page: { page: number; size: number },
    ) {
      const [suite] = filter.suiteId ? await access.openSuites(actor, [filter.suiteId], 'view') : [];
      const projectId = suite?.projectId ?? filter.projectId;
      if (filter.projectId && filter.projectId !== projectId) throw new AppError(apiTestingErrors.suiteNotFound);
      if (!projectId) throw new AppError(apiTestingErrors.suiteRequired);
      if (!suite) await workspaces.open(actor, projectId, 'view');
      const { rows, totalElements } = await scriptsStore.list(database.sql, { ...filter, projectId }, page);
      const content = rows.map(({ id, name, scriptType, updatedAt, ...row }) => ({
        scriptId: id,
        scriptName: name,
        ...(scriptType && { scriptType }),
        updatedAt: updatedAt.toISOString(),
        ...row,
      }));
      return { content, totalElements, ...page };
    },
    /** Updates the script that the input names, else creates one in each suite. Answers the (first) script and all ids. */
    async save(actor: Actor, suiteIds: string[], input: ScriptInput): Promise<Script & { scriptIds: string[] }> {
      await assertReadable(input, actor);
      const { scriptId, authentication, ...document } = input;
      if (scriptId) {
        await store(await openOne(actor, scriptId, 'edit'), document, authentication);
        return { ...(await read(actor, scriptId)), scriptIds: [scriptId] };
      }
      if (!suiteIds.length) throw new AppError(apiTestingErrors.suiteRequired);
      const suites = await access.openSuites(actor, suiteIds, 'edit');
      const scriptIds = await database.transaction(async (sql) => {
        const ids: string[] = [];
        for (const suite of suites) {
          const id = newId();
          const own = identifyParts(document, { fresh: true });
          await append(sql, suite.id, (position) => ({
            id,
            organizationId: actor.organizationId,
            projectId: suite.projectId,
            suiteId: suite.id,
            position,
            ...documentColumns(own),
            authentication: sealAuthentication(secrets, id, authentication),
          }));
          ids.push(id);
        }
        return ids;
      });
      return { ...(await read(actor, scriptIds[0] as string)), scriptIds };
    },
    /** Adds scripts to the end of a suite, all or none; answers their ids in the given order. */
    async append(actor: Actor, suiteId: string, inputs: ScriptInput[]): Promise<string[]> {
      const [suite] = await access.openSuites(actor, [suiteId], 'edit');
      if (!suite) throw new AppError(apiTestingErrors.suiteNotFound);
      const { organizationId, projectId } = suite;
      return database.transaction(async (sql) => {
        await suitesStore.lock(sql, suiteId);
        const first = await scriptsStore.nextPosition(sql, suiteId);
        const rows = await mapInTurns(inputs, ({ scriptId: _id, authentication, ...document }, index) => {
          const id = newId();
          const script = { ...identifyParts(document, { fresh: true }), authentication };
          return {
            id,
            organizationId,
            projectId,
            suiteId,
            position: first + index,
            ...storedScript(secrets, id, script),
          };
        });
        await scriptsStore.insert(sql, rows);
        await suitesStore.recount(sql, [suiteId]);
        return rows.map((row) => row.id);
      });
    },
    async delete(actor: Actor, scriptIds: string[]): Promise<void> {
      const rows = await access.openScripts(actor, scriptIds, 'edit');
      const suiteIds = [...new Set(rows.map((row) => row.suiteId))].sort();
      await database.transaction(async (sql) => {
        for (const suiteId of suiteIds) await suitesStore.lock(sql, suiteId);
        await scriptsStore.delete(sql, scriptIds);
        await suitesStore.recount(sql, suiteIds);
      });
      await platform.audit(actor, {
        action: 'script.deleted',
        target: scriptIds.slice(0, 20).join(','),
        detail: { count: scriptIds.length },
      });
    },
    async clone(actor: Actor, input: { scriptId: string; suiteId?: string; scriptName?: string }): Promise<Script> {
      const source = await openOne(actor, input.scriptId, 'view');
      const [suite] = await access.openSuites(actor, [input.suiteId ?? source.suiteId], 'edit');
      if (!suite) throw new AppError(apiTestingErrors.suiteNotFound);
      const name = input.scriptName ?? `${source.name.slice(0, 55)} copy`;
      let scriptId = '';
      await database.transaction((sql) =>
        append(sql, suite.id, (position) => {
          const row = copyRow(secrets, source, { suiteId: suite.id, projectId: suite.projectId, position, name });
          scriptId = row.id;
          return row;
        }),
      );
      return read(actor, scriptId);
    },
    async reorder(actor: Actor, suiteId: string, scriptIds: string[]): Promise<void> {
      await access.openSuites(actor, [suiteId], 'edit');
      await database.transaction(async (sql) => {
        await suitesStore.lock(sql, suiteId);
        const present = await scriptsStore.listOfSuite(sql, suiteId);
        const asked = new Set(scriptIds);
        const own = new Set(present.map(({ id }) => id));
        if (scriptIds.some((id) => !own.has(id))) throw new AppError(apiTestingErrors.scriptNotFound);
        const rest = present.filter((row) => !asked.has(row.id)).map((row) => row.id);
        await scriptsStore.reorder(sql, suiteId, [...scriptIds, ...rest]);
      });
    },
    async deletePart(actor: Actor, kind: PartKind, partId: string): Promise<void> {
      const row = await scriptsStore.findByPart(database.sql, actor.organizationId, partId);
      if (!row) throw new AppError(apiTestingErrors.partNotFound);
      await workspaces.open(actor, row.projectId, 'edit');
      const next = removePart(row.document, kind, partId);
      if (!next) throw new AppError(apiTestingErrors.partNotFound);
      await store(row, next);
    },
    async addFormFields(
      actor: Actor,
      scriptId: string,
      fields: Extract<ScriptInput['body'], { type: 'form' }>['fields'],
    ): Promise<Script> {
      const row = await openOne(actor, scriptId, 'edit');
      const { body } = row.document;
      const present = body.type === 'form' ? body.fields : [];
      await store(row, { ...row.document, body: { type: 'form', fields: [...present, ...fields] } });
      return read(actor, scriptId);
    },
  };
}
export type Scripts = ReturnType<typeof createScripts>;
