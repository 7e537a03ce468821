import {
  keptSecret,
  scriptInputSchema,
  scriptSchema,
  type WorkspaceFile,
  type WorkspaceScript,
} from '@touchstone/contracts/api-testing';
import { sharedLoop } from '@touchstone/kernel';
import type { Sql } from '../../../../platform/database/pool.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { PartItem, SharedItems, SharedVariable } from '../../../workspaces/index.ts';
import { withFolders } from '../../domain/suites/suite-folders.ts';
import { withoutSecrets } from '../../domain/suites/without-secrets.ts';
import { compactParts } from '../../domain/workspace-file/compact-parts.ts';
import { type PartField, partFields } from '../../domain/workspace-file/file-parts.ts';
import { prerequisitesStore } from '../../store/prerequisites.store.ts';
import { type ScriptRow, scriptsStore } from '../../store/scripts.store.ts';
import { suitesStore } from '../../store/suites.store.ts';
import { scriptOfRow } from '../suites/stored-script.ts';
import type { FileParts } from './file-parts.ts';

/** A stored script, whose folder may have a longer path than new ones can have. */
const storedScriptSchema = scriptInputSchema.extend({ folder: scriptSchema.shape.folder });

/** A workspace opened for the caller. */
export interface OpenedProject {
  id: string;
  organizationId: string;
  name: string;
  description: string;
  workspacePlan: 'FREE' | 'PRO';
}

/**
 * createReadWorkspace reads the content of a workspace as a workspace file; `forUpdate` locks its suites and scripts
 * until the transaction ends.
 */
export function createReadWorkspace({
  platform,
  sharedItems,
  parts,
}: {
  platform: Platform;
  sharedItems: SharedItems;
  parts: FileParts;
}) {
  const toScript = (row: ScriptRow): WorkspaceScript => {
    const { scriptId: _, ...script } = storedScriptSchema.parse(scriptOfRow(platform.secrets, row));
    return { ...script, id: row.id, authentication: withoutSecrets(script.authentication, () => keptSecret) };
  };

  return async function readWorkspace(
    sql: Sql,
    project: OpenedProject,
    options: { forUpdate?: boolean } = {},
  ): Promise<WorkspaceFile> {
    const rows = await suitesStore.listOfProject(sql, project.id, options);
    const variables = await sharedItems.readOfSuites(
      sql,
      rows.map(({ id }) => id),
    );
    const suites: WorkspaceFile['suites'] = [];
    for (const { id, name, description, isChaining, folders, documentation } of rows) {
      const scripts: WorkspaceScript[] = [];
      for await (const row of scriptsStore.readSuite(sql, id, options))
        scripts.push(await sharedLoop.run(() => toScript(row)));
      suites.push({
        id,
        name,
        description,
        isChaining,
        folders: withFolders(
          folders,
          scripts.map(({ folder = '' }) => folder),
        ),
        ...(documentation.about && { about: documentation.about as WorkspaceFile['suites'][number]['about'] }),
        ...(documentation.servers && { servers: documentation.servers }),
        variables: variables.get(id) ?? [],
        scripts,
      });
    }
    const shared = await sharedItems.read(sql, project.id);
    const prerequisites = await prerequisitesStore.list(sql, project.id);
    const scope = { organizationId: project.organizationId, projectId: project.id };
    const kept: [PartField, PartItem[]][] = [];
    for (const field of partFields) kept.push([field, await parts[field].read(sql, scope, options)]);
    return {
      format: 'touchstone-workspace',
      version: 2,
      name: project.name,
      description: project.description,
      ...shared,
      environments: shared.environments.sort(byName),
      prerequisites: prerequisites.map(({ id, name, action, enabled, targetEnvironmentId, isSecret, timeoutMs }) => ({
        id,
        name,
        action,
        enabled,
        targetEnvironmentId,
        isSecret,
        timeoutMs,
      })),
      ...Object.fromEntries(kept),
      suites: suites.sort(byName),
    } satisfies WorkspaceFile;
  };
}
export type ReadWorkspace = ReturnType<typeof createReadWorkspace>;

/** A stable order for writing files. */
const byName = (a: { id?: string | undefined; name: string }, b: { id?: string | undefined; name: string }): number => {
  const [first, second] = [a.name.toLowerCase(), b.name.toLowerCase()];
  if (first !== second) return first < second ? -1 : 1;
  return (a.id ?? '') < (b.id ?? '') ? -1 : 1;
};

const compactVariable = ({ enabled, isSecret, ...variable }: SharedVariable) => ({
  ...variable,
  ...(isSecret ? { isSecret } : {}),
  ...(enabled ? {} : { enabled }),
});

/** writtenFile writes a workspace file without default values, in pieces that let other work run in between. */
export async function writtenFile(
  file: WorkspaceFile,
  compactScript: (script: WorkspaceScript) => object,
): Promise<string> {
  const { suites, globals, environments, ...rest } = file;
  const head = {
    ...rest,
    ...compactParts(file),
    globals: globals.map(compactVariable),
    environments: environments.map(({ variables, ...one }) => ({ ...one, variables: variables.map(compactVariable) })),
  };
  const pieces: string[] = [];
  for (const { scripts, variables, isChaining, description, folders, ...suite } of suites) {
    const lines: string[] = [];
    for (const script of scripts)
      lines.push(await sharedLoop.run(() => JSON.stringify(compactScript(script), null, 2)));
    const fields = JSON.stringify(
      {
        ...suite,
        ...(description === '' ? {} : { description }),
        ...(isChaining ? { isChaining } : {}),
        ...(folders.length > 0 ? { folders } : {}),
        variables: variables.map(compactVariable),
      },
      null,
      2,
    );
    pieces.push(`${fields.slice(0, -2)},\n  "scripts": [${lines.length > 0 ? `\n${lines.join(',\n')}\n` : ''}]\n}`);
  }
  return `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "suites": [${pieces.length > 0 ? `\n${pieces.join(',\n')}\n` : ''}]\n}\n`;
}
