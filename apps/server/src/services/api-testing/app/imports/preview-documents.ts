import type { ImportPreview, ScriptInput } from '@touchstone/contracts/api-testing';
import { AppError, newId } from '@touchstone/kernel';
import { petstoreDocument } from '../../../sample-api/index.ts';
import type { Actor } from '../../../workspaces/index.ts';
import { fetchDocument } from '../../clients/fetch-document.ts';
import { type DocumentFile, type ReadDocument, readDocument } from '../../clients/read-document.ts';
import { withFittingFolders } from '../../domain/imported-folders.ts';
import { stepOfScript } from '../../domain/imports/import-base.ts';
import { apiTestingErrors } from '../../errors.ts';
import type { Origin } from './import-sources.ts';
import type { ImportNeeds } from './imports.ts';
import { mapInTurns } from './map-in-turns.ts';

interface UrlInput {
  projectId: string;
  url: string;
  baseUrl?: string;
}
interface Target {
  projectId: string;
  /** The origin of the document, by its file name. */
  origin?: (fileName: string) => Origin;
}

/** Errors meaning that an address has no document to import. */
const documentErrors = new Set<string>([
  apiTestingErrors.documentNotFetched.code,
  apiTestingErrors.unknownDocument.code,
  apiTestingErrors.onlyExcel.code,
]);
const sampleServer = '{{$serverUrl}}/sample/petstore';

/** createPreviewDocuments reads other tools' documents and previews their content; creates nothing yet. */
export function createPreviewDocuments({ platform, workspaces, access, pending, sources }: ImportNeeds) {
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

  return {
    fromUrl,
    /** Like `fromUrl`, for an address that must return a WSDL document. */
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
    /** Reads a document and the files it references, in any order. */
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
    /** The sample API that ships with the product. */
    async fromSample(actor: Actor, projectId: string): Promise<ImportPreview> {
      await workspaces.open(actor, projectId, 'edit');
      const bytes = Buffer.from(JSON.stringify(petstoreDocument(sampleServer)));
      return read(actor, { projectId }, { files: [{ bytes, fileName: 'openapi.json' }], baseUrl: sampleServer });
    },
    /** Requests created in the product itself, in the given order. */
    async fromRequests(
      actor: Actor,
      { projectId, title, requests }: { projectId: string; title: string; requests: readonly ScriptInput[] },
    ): Promise<ImportPreview> {
      await workspaces.open(actor, projectId, 'edit');
      const steps = await mapInTurns(requests, (request) => stepOfScript(newId(), request));
      const collection = { title, servers: [], steps, variables: [], environments: [], problems: [] };
      return pending.keep(actor, projectId, { format: 'playground', collection });
    },
    /** Reads a source's address again. */
    async refresh(actor: Actor, sourceId: string, signal?: AbortSignal): Promise<ImportPreview> {
      const { row, kept } = await sources.open(actor, sourceId);
      if (!('address' in kept.origin)) throw new AppError(apiTestingErrors.sourceHasNoAddress);
      const suite = await access.openSuite(actor, row.suiteId, 'edit');
      const { address, ...rest } = kept.origin;
      return fromUrl(actor, { projectId: suite.projectId, url: address, ...rest }, signal);
    },
  };
}
