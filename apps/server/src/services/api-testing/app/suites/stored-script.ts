import type { ScriptAuthentication, ScriptInput } from '@touchstone/contracts/api-testing';
import { newId } from '@touchstone/kernel';
import type { SecretBox } from '../../../../platform/secrets.ts';
import { identifyParts, listPartIds } from '../../domain/suites/script-parts.ts';
import type { ScriptRow } from '../../store/scripts.store.ts';

const place = (scriptId: string) => `api_testing.script.authentication:${scriptId}`;

/** openAuthentication opens a script's sealed authentication. */
export const openAuthentication = (
  secrets: SecretBox,
  row: Pick<ScriptRow, 'id' | 'authentication'>,
): ScriptAuthentication =>
  row.authentication ? JSON.parse(secrets.open(row.authentication, place(row.id))) : { type: 'none' };

/** sealAuthentication seals a script's authentication for its row. */
export const sealAuthentication = (
  secrets: SecretBox,
  scriptId: string,
  authentication: ScriptAuthentication,
): string | null =>
  authentication.type === 'none' ? null : secrets.seal(JSON.stringify(authentication), place(scriptId));

/** The stored parts of a script other than its authentication. */
export type StoredParts = Omit<ScriptInput, 'scriptId' | 'authentication'>;

/** documentColumns returns the columns of a script's stored parts; omitted parts stay unchanged. */
export function documentColumns(script: StoredParts) {
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

/** scriptOfRow returns a complete stored script with its authentication opened. */
export const scriptOfRow = (secrets: SecretBox, row: ScriptRow) => ({
  ...row.document,
  authentication: openAuthentication(secrets, row),
  folder: row.folder,
  ...(row.documentation && { documentation: row.documentation }),
  examples: row.examples,
});

/** storedScript returns the columns of a script, its authentication sealed for the row; parts without an id get one. */
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

/**
 * copyRow copies a script to a new row: new ids for the script and its parts, authentication sealed for the new row.
 */
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
