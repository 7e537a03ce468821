import { type ImportPreview, type ScriptInput, variableNamePattern } from '@touchstone/contracts';
import type { ImportedCollection } from '@touchstone/engine-import';
import { AppError, newId } from '@touchstone/kernel';
import type { Platform } from '../../../platform/platform.ts';
import { fetchDocument } from '../clients/fetch-document.ts';
import { type ReadDocument, readDocument } from '../clients/read-document.ts';
import { freeName } from '../domain/free-name.ts';
import { type ImportProblem, scriptFromStep } from '../domain/script-from-step.ts';

import { apiTestingErrors } from '../errors.ts';
import { environmentsStore } from '../store/environments.store.ts';
import { importsStore } from '../store/imports.store.ts';
import { suitesStore } from '../store/suites.store.ts';
import type { Environments, VariableInput } from './environments.ts';
import type { Scripts } from './scripts.ts';
import type { Suites } from './suites.ts';
import type { Actor, Workspaces } from './workspaces.ts';

type Format = ImportPreview['format'];
interface Pending {
  format: Format;
  collection: ImportedCollection;
}
export interface Choice {
  projectId: string;
  importId: string;
  indexes?: number[];
  suiteId?: string;
  suiteName?: string;
  byFolder?: boolean;
  withEnvironments?: boolean;
}

const keptMs = 86_400_000;
const place = (importId: string) => `api_testing.pending_import.content:${importId}`;

interface Dependencies {
  platform: Platform;
  workspaces: Workspaces;
  suites: Suites;
  scripts: Scripts;
  environments: Environments;
}

/** createImports reads documents of other tools, shows what they hold, and makes scripts of what is chosen. */
export function createImports({ platform, workspaces, suites, scripts, environments }: Dependencies) {
  const { database, secrets } = platform;

  platform.jobs.handle('api-testing.pending-imports', async () => {
    await importsStore.deleteBefore(database.sql, new Date(platform.clock.now().getTime() - keptMs));
  });
  platform.jobs.schedule('api-testing.pending-imports', '41 * * * *');

  const keep = async (actor: Actor, projectId: string, pending: Pending): Promise<ImportPreview> => {
    const importId = newId();
    const content = secrets.seal(JSON.stringify(pending), place(importId));
    await importsStore.insert(database.sql, {
      id: importId,
      organizationId: actor.organizationId,
      projectId,
      createdBy: actor.userId,
      content,
    });
    const { collection, format } = pending;
    return {
      importId,
      format,
      title: collection.title,
      servers: collection.servers,
      requests: collection.steps.map((step, index) => ({
        index,
        name: step.name,
        method: step.method,
        url: step.url,
        folder: step.group,
        assertionCount: step.assertions.length,
      })),
      variables: collection.variables.map(({ name, isSecret }) => ({ name, isSecret })),
      environments: collection.environments.map(({ name, variables }) => ({ name, variableCount: variables.length })),
      problems: collection.problems,
    };
  };

  const read = async (actor: Actor, projectId: string, document: ReadDocument): Promise<ImportPreview> => {
    const outcome = await readDocument(document);
    if (!outcome.format)
      throw new AppError(apiTestingErrors.unknownDocument, {
        details: [{ path: 'document', message: outcome.reason }],
      });
    return keep(actor, projectId, { format: outcome.format, collection: outcome.collection });
  };

  const open = async (actor: Actor, choice: Choice): Promise<Pending> => {
    await workspaces.open(actor, choice.projectId, 'edit');
    const row = await importsStore.find(database.sql, {
      organizationId: actor.organizationId,
      projectId: choice.projectId,
      importId: choice.importId,
    });
    if (!row) throw new AppError(apiTestingErrors.importNotFound);
    return JSON.parse(secrets.open(row.content, place(row.id)));
  };

  const newSuite = async (actor: Actor, projectId: string, wanted: string) => {
    const suiteName = freeName(
      wanted.trim() || 'Imported',
      await suitesStore.namesLike(database.sql, projectId, wanted.trim().slice(0, 200)),
    );
    return suites.create(actor, { projectId, suiteName });
  };

  const targetSuite = async (actor: Actor, choice: Choice, name: string) => {
    const [present] = choice.suiteId ? await workspaces.openSuites(actor, [choice.suiteId], 'edit') : [];
    if (present) return { suiteId: present.id, suiteName: present.name };
    const { suiteId, suiteName } = await newSuite(actor, choice.projectId, name);
    return { suiteId, suiteName };
  };

  const makeEnvironments = async (
    actor: Actor,
    projectId: string,
    collection: ImportedCollection,
    problems: ImportProblem[],
  ) => {
    const wanted = [...collection.environments];
    if (collection.variables.length) wanted.unshift({ name: collection.title, variables: collection.variables });
    const made: { environmentId: string; environmentName: string }[] = [];
    for (const { name, variables } of wanted) {
      const environmentName = freeName(
        name.trim() || 'Imported',
        await environmentsStore.namesOf(database.sql, projectId),
      );
      const kept = new Map<string, VariableInput>();
      for (const variable of variables) {
        if (variableNamePattern.test(variable.name) && variable.name.length <= 255) kept.set(variable.name, variable);
        else problems.push({ place: `${name}: ${variable.name}`, reason: 'Please give valid variable name.' });
      }
      const { environmentId } = await environments.create(actor, {
        projectId,
        environmentName,
        variables: [...kept.values()],
      });
      made.push({ environmentId, environmentName });
    }
    return made;
  };

  return {
    async fromUrl(actor: Actor, input: { projectId: string; url: string; baseUrl?: string }): Promise<ImportPreview> {
      await workspaces.open(actor, input.projectId, 'edit');
      const load = (url: string) =>
        fetchDocument(platform, { organizationId: actor.organizationId, projectId: input.projectId }, url);
      const bytes = await load(input.url);
      return read(actor, input.projectId, {
        bytes,
        fileName: new URL(input.url).pathname,
        location: input.url,
        ...(input.baseUrl && { baseUrl: input.baseUrl }),
        load,
      });
    },
    async fromFile(
      actor: Actor,
      input: { projectId: string; bytes: Buffer; fileName: string; baseUrl?: string },
    ): Promise<ImportPreview> {
      await workspaces.open(actor, input.projectId, 'edit');
      const { projectId, ...document } = input;
      return read(actor, projectId, document);
    },
    /** Makes scripts of the chosen requests, and environments of the variables. */
    async select(actor: Actor, choice: Choice) {
      const { collection } = await open(actor, choice);
      const problems: ImportProblem[] = [];
      const made: { suiteId: string; suiteName: string; imported: number }[] = [];
      for (const [group, members] of groupScripts(collection, choice, problems)) {
        const target = await targetSuite(actor, choice, group || choice.suiteName || collection.title);
        await scripts.append(actor, target.suiteId, members);
        made.push({ ...target, imported: members.length });
      }
      const madeEnvironments =
        choice.withEnvironments === false ? [] : await makeEnvironments(actor, choice.projectId, collection, problems);
      const imported = made.reduce((sum, suite) => sum + suite.imported, 0);
      await platform.audit(actor, { action: 'import.finished', target: choice.importId, detail: { imported } });
      return { suites: made, environments: madeEnvironments, imported, problems };
    },
  };
}
/** Chosen requests as scripts: by folder where asked, else in one group without a name. */
function groupScripts(
  collection: ImportedCollection,
  choice: Choice,
  problems: ImportProblem[],
): Map<string, ScriptInput[]> {
  const chosen = choice.indexes ? new Set(choice.indexes) : undefined;
  const groups = new Map<string, ScriptInput[]>();
  for (const [index, step] of collection.steps.entries()) {
    if (chosen && !chosen.has(index)) continue;
    const script = scriptFromStep(step, problems);
    const group = choice.byFolder && !choice.suiteId ? step.group : '';
    if (script) groups.set(group, [...(groups.get(group) ?? []), script]);
  }
  return groups;
}

export type Imports = ReturnType<typeof createImports>;
