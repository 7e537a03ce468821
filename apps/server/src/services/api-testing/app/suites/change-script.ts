import { isDeepStrictEqual } from 'node:util';
import type { Script, ScriptAuthentication, ScriptConflict, ScriptInput } from '@touchstone/contracts/api-testing';
import { AppError } from '@touchstone/kernel';
import { type Actor, forgetTokens } from '../../../workspaces/index.ts';
import { identifyParts, type PartKind, removePart } from '../../domain/suites/script-parts.ts';
import { apiTestingErrors } from '../../errors.ts';
import { type ScriptRow, scriptsStore } from '../../store/scripts.store.ts';
import type { ReadScripts } from './read-scripts.ts';
import type { ScriptNeeds } from './scripts.ts';
import { documentColumns, openAuthentication, type StoredParts, sealAuthentication } from './stored-script.ts';

/** createChangeScript updates a script or one of its parts. */
export function createChangeScript({ platform, workspaces, access, read }: ScriptNeeds & Pick<ReadScripts, 'read'>) {
  const { database, secrets } = platform;
  const store = async (
    actor: Actor,
    row: ScriptRow,
    document: StoredParts,
    { authentication, from }: { authentication?: ScriptAuthentication | undefined; from?: Date | undefined } = {},
  ) => {
    const values = {
      ...documentColumns(identifyParts(document)),
      ...(authentication && { authentication: sealAuthentication(secrets, row.id, authentication) }),
      updatedByName: actor.name,
    };
    if (!(await scriptsStore.update(database.sql, row.id, values, from))) await refuse(actor, row.id);
    const before = openAuthentication(secrets, row);
    // A token of a grant that has changed must not be sent again.
    if (authentication && before.type === 'oauth2Grant' && !isDeepStrictEqual(before, authentication))
      await forgetTokens(platform, row.projectId);
  };

  /** Throws the conflict error, with the script as it was saved and by whom. */
  const refuse = async (actor: Actor, scriptId: string): Promise<never> => {
    const { updatedByName } = await access.openScript(actor, scriptId, 'edit');
    const data: ScriptConflict = { updatedByName: updatedByName ?? 'Someone', script: await read(actor, scriptId) };
    throw new AppError(apiTestingErrors.scriptSavedMeanwhile, { params: { who: data.updatedByName }, data });
  };

  return {
    /** With `from`, throws if the script has been saved since that time, with the saved script in `data`. */
    async update(
      actor: Actor,
      scriptId: string,
      { scriptId: _, authentication, ...document }: ScriptInput,
      from?: Date,
    ): Promise<Script> {
      await store(actor, await access.openScript(actor, scriptId, 'edit'), document, { authentication, from });
      return read(actor, scriptId);
    },
    async deletePart(actor: Actor, kind: PartKind, partId: string): Promise<void> {
      const row = await scriptsStore.findByPart(database.sql, actor.organizationId, partId);
      if (!row) throw new AppError(apiTestingErrors.partNotFound);
      await workspaces.open(actor, row.projectId, 'edit');
      const next = removePart(row.document, kind, partId);
      if (!next) throw new AppError(apiTestingErrors.partNotFound);
      await store(actor, row, next);
    },
    async addFormFields(
      actor: Actor,
      scriptId: string,
      fields: Extract<ScriptInput['body'], { type: 'form' }>['fields'],
    ): Promise<Script> {
      const row = await access.openScript(actor, scriptId, 'edit');
      const { body } = row.document;
      const present = body.type === 'form' ? body.fields : [];
      await store(actor, row, { ...row.document, body: { type: 'form', fields: [...present, ...fields] } });
      return read(actor, scriptId);
    },
  };
}
