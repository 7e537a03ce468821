import type { ImportPreview, ScriptInput } from '@touchstone/contracts/api-testing';
import type { ImportedCollection } from '@touchstone/engine-import';
import { AppError } from '@touchstone/kernel';
import type { Platform } from '../../../../platform/platform.ts';
import { petstoreDocument } from '../../../sample-api/index.ts';
import { type Actor, type Environments, freeName, type Workspaces } from '../../../workspaces/index.ts';
import { fetchDocument } from '../../clients/fetch-document.ts';
import { type DocumentFile, type ReadDocument, readDocument } from '../../clients/read-document.ts';
import { withFittingFolders } from '../../domain/imported-folders.ts';
import { stepOfScript } from '../../domain/imports/import-base.ts';
import { haveCollectionScope, usableVariables } from '../../domain/imports/imported-variables.ts';
import { type ImportProblem, scriptFromStep } from '../../domain/suites/script-from-step.ts';
import { apiTestingErrors } from '../../errors.ts';
import { suitesStore } from '../../store/suites.store.ts';
import type { OpenSuites } from '../suites/open-suites.ts';
import type { Scripts } from '../suites/scripts.ts';
import type { OwnVariables } from '../suites/suite-variables.ts';
import type { Suites } from '../suites/suites.ts';
import type { ImportSources, Origin } from './import-sources.ts';
import { mapInTurns } from './map-in-turns.ts';
import type { PendingImports } from './pending-imports.ts';

export interface Choice {
  projectId: string;
  importId: string;
  indexes?: number[];
  suiteId?: string;
  suiteName?: string;
  byFolder?: boolean;
  withEnvironments?: boolean;
}
interface UrlInput {
  projectId: string;
  url: string;
  baseUrl?: string;
}
interface Target {
  projectId: string;
  /** Where the document comes from, by the name of its file. */
  origin?: (fileName: string) => Origin;
}

interface Dependencies {
  platform: Platform;
  workspaces: Workspaces;
  access: OpenSuites;
  suites: Suites;
  scripts: Scripts;
  environments: Environments;
  suiteVariables: OwnVariables;
  pending: PendingImports;
  sources: ImportSources;
}

/** What says that an address gives no document to import. */
const documentErrors = new Set<string>([
  apiTestingErrors.documentNotFetched.code,
  apiTestingErrors.unknownDocument.code,
  apiTestingErrors.onlyExcel.code,
]);
const sampleServer = '{{$serverUrl}}/sample/petstore';

/** createImports reads documents of other tools, shows what they hold, and makes scripts of what is chosen. */
export function createImports({
  platform,
  workspaces,
  access,
  suites,
  scripts,
  environments,
  suiteVariables,
  pending,
  sources,
}: Dependencies) {
  const { database } = platform;

  const read = async (actor: Actor, target: Target, document: Omit<ReadDocument, 'owner'>): Promise<ImportPreview> => {
    const outcome = await readDocument({ ...document, owner: actor });
    if (!outcome.format)
      throw new AppError(outcome.isSpreadsheet ? apiTestingErrors.onlyExcel : apiTestingErrors.unknownDocument, {
        details: [{ path: 'document', message: outcome.reason }],
      });
    const { format } = outcome;
    const collection = withFittingFolders(outcome.collection);
    return pending.keep(actor, target.projectId, {
      format,
      collection,
      ...(target.origin && { origin: target.origin(outcome.fileName) }),
    });
  };

  const fromUrl = async (actor: Actor, { projectId, url, baseUrl }: UrlInput, signal?: AbortSignal) => {
    await workspaces.open(actor, projectId, 'edit');
    const load = (address: string) =>
      fetchDocument(platform, { organizationId: actor.organizationId, projectId }, address, signal);
    const given = baseUrl ? { baseUrl } : {};
    return read(
      actor,
      { projectId, origin: () => ({ address: url, ...given }) },
      {
        files: [{ bytes: await load(url), fileName: new URL(url).pathname }],
        location: url,
        ...given,
        load,
        ...(signal && { signal }),
      },
    );
  };

  const newSuite = async (actor: Actor, projectId: string, wanted: string) => {
    const suiteName = freeName(
      wanted.trim() || 'Imported',
      await suitesStore.namesLike(database.sql, projectId, wanted.trim().slice(0, 200)),
    );
    return suites.create(actor, { projectId, suiteName });
  };

  const targetSuite = async (actor: Actor, choice: Choice, name: string) => {
    const [present] = choice.suiteId ? await access.openSuites(actor, [choice.suiteId], 'edit') : [];
    if (present && present.projectId !== choice.projectId) throw new AppError(apiTestingErrors.otherProject);
    if (present) return { suiteId: present.id, suiteName: present.name };
    const { suiteId, suiteName } = await newSuite(actor, choice.projectId, name);
    return { suiteId, suiteName };
  };

  const makeEnvironments = async (
    actor: Actor,
    projectId: string,
    { collection, format }: { collection: ImportedCollection; format: ImportPreview['format'] },
    problems: ImportProblem[],
  ) => {
    const wanted = [...collection.environments];
    if (collection.variables.length && !haveCollectionScope(format))
      wanted.unshift({ name: collection.title, variables: collection.variables });
    const made: { environmentId: string; environmentName: string }[] = [];
    for (const { name, variables } of wanted) {
      const environmentName = freeName(name.trim() || 'Imported', await environments.namesOf(projectId));
      const { environmentId } = await environments.create(actor, {
        projectId,
        environmentName,
        variables: usableVariables(name, variables, problems),
      });
      made.push({ environmentId, environmentName });
    }
    return made;
  };

  return {
    fromUrl,
    /** As `fromUrl`, for an address that must give a WSDL document. */
    async fromWsdlUrl(actor: Actor, input: UrlInput, signal?: AbortSignal): Promise<ImportPreview> {
      const refuse = (message: string, cause?: unknown) =>
        new AppError(apiTestingErrors.invalidWsdlUrl, { details: [{ path: 'url', message }], cause });
      const preview = await fromUrl(actor, input, signal).catch((error: unknown) => {
        const isOfDocument = error instanceof AppError && documentErrors.has(error.code);
        throw isOfDocument ? refuse(error.details[0]?.message ?? error.message, error) : error;
      });
      if (preview.format !== 'wsdl') throw refuse('What the address gives is no WSDL document.');
      return preview;
    },
    /** Of a document and the files that it names, in any order. */
    async fromFiles(
      actor: Actor,
      input: { projectId: string; files: DocumentFile[]; baseUrl?: string; signal?: AbortSignal },
    ): Promise<ImportPreview> {
      await workspaces.open(actor, input.projectId, 'edit');
      const { projectId, ...document } = input;
      const { baseUrl } = input;
      const origin = (fileName: string) => ({ fileName, ...(baseUrl && { baseUrl }) });
      return read(actor, { projectId, origin }, document);
    },
    async fromText(actor: Actor, { projectId, text }: { projectId: string; text: string }): Promise<ImportPreview> {
      await workspaces.open(actor, projectId, 'edit');
      return read(actor, { projectId }, { files: [{ bytes: Buffer.from(text), fileName: 'commands.curl' }] });
    },
    /** The sample API that comes with the product. */
    async fromSample(actor: Actor, projectId: string): Promise<ImportPreview> {
      await workspaces.open(actor, projectId, 'edit');
      const bytes = Buffer.from(JSON.stringify(petstoreDocument(sampleServer)));
      return read(actor, { projectId }, { files: [{ bytes, fileName: 'openapi.json' }], baseUrl: sampleServer });
    },
    /** Reads the address of a source again. */
    async refresh(actor: Actor, sourceId: string, signal?: AbortSignal): Promise<ImportPreview> {
      const { row, kept } = await sources.open(actor, sourceId);
      if (!('address' in kept.origin)) throw new AppError(apiTestingErrors.sourceHasNoAddress);
      const [suite] = await access.openSuites(actor, [row.suiteId], 'edit');
      if (!suite) throw new AppError(apiTestingErrors.suiteNotFound);
      const { address, ...rest } = kept.origin;
      return fromUrl(actor, { projectId: suite.projectId, url: address, ...rest }, signal);
    },
    /** Makes scripts of the chosen requests, and environments of the variables. */
    async select(actor: Actor, choice: Choice) {
      await workspaces.open(actor, choice.projectId, 'edit');
      const { collection, origin, format } = await pending.open(actor, choice.projectId, choice.importId);
      const problems: ImportProblem[] = [];
      const made: { suiteId: string; suiteName: string; imported: number }[] = [];
      for (const { folder, members } of await groupRequests(collection, choice, problems)) {
        const chosen = members.filter((member) => member.isChosen);
        if (chosen.length === 0) continue;
        const target = await targetSuite(actor, choice, folder || choice.suiteName || collection.title);
        await suites.describe(
          actor,
          target.suiteId,
          descriptionOf(collection, folder, target.suiteId !== choice.suiteId),
        );
        const ids = await scripts.append(
          actor,
          target.suiteId,
          chosen.map((member) => member.script),
        );
        made.push({ ...target, imported: ids.length });
        if (!origin) continue;
        // What was not chosen is remembered too: a later version of the document does not offer it again.
        const idOf = new Map(chosen.map((member, index) => [member, ids[index]]));
        const steps = await mapInTurns(members, (member) => stepOfScript(idOf.get(member) ?? member.id, member.script));
        await sources.remember(database.sql, {
          organizationId: actor.organizationId,
          suiteId: target.suiteId,
          format,
          title: collection.title,
          folder,
          origin,
          steps,
        });
      }
      const madeEnvironments =
        choice.withEnvironments === false
          ? []
          : await makeEnvironments(actor, choice.projectId, { collection, format }, problems);
      if (choice.withEnvironments !== false && haveCollectionScope(format)) {
        const variables = usableVariables(collection.title, collection.variables, problems);
        for (const { suiteId } of made) await suiteVariables.addMissing(actor, suiteId, variables);
      }
      const imported = made.reduce((sum, suite) => sum + suite.imported, 0);
      await platform.audit(actor, { action: 'import.finished', target: choice.importId, detail: { imported } });
      return { suites: made, environments: madeEnvironments, imported, problems };
    },
  };
}

/** What the document says of a suite: all of it, or of one folder. */
const descriptionOf = (collection: ImportedCollection, folder: string | null, isNew: boolean) => ({
  isNew,
  description: folder === null ? collection.description : folderDescription(collection, folder),
  folders: folder === null ? (collection.folders ?? []) : [],
  documentation: { ...(collection.about && { about: collection.about }), servers: collection.servers },
});

const folderDescription = ({ folders = [] }: ImportedCollection, path: string): string | undefined =>
  folders.find((folder) => folder.path === path)?.description;

interface Member {
  id: string;
  folder: string | null;
  script: ScriptInput;
  isChosen: boolean;
}

/** The requests of a document as scripts: by folder where asked, else in one group without a folder. */
async function groupRequests(
  collection: ImportedCollection,
  choice: Choice,
  problems: ImportProblem[],
): Promise<{ folder: string | null; members: Member[] }[]> {
  const chosen = choice.indexes ? new Set(choice.indexes) : undefined;
  const members = await mapInTurns([...collection.steps.entries()], ([index, step]) => {
    const isChosen = !chosen || chosen.has(index);
    const folder = choice.byFolder && !choice.suiteId ? step.group : null;
    const script = scriptFromStep(folder === null ? step : { ...step, group: '' }, isChosen ? problems : []);
    return script && { id: step.id, folder, script, isChosen };
  });
  return [...Map.groupBy(members, (member) => member.folder)].map(([folder, group]) => ({ folder, members: group }));
}

export type Imports = ReturnType<typeof createImports>;
