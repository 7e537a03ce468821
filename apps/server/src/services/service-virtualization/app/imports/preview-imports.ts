import type { ImportEntry, MockImport, MockImportFormat } from '@touchstone/contracts/service-virtualization';
import { sharedWorkPool, WorkStopped } from '@touchstone/engine-assert';
import { AppError, newId } from '@touchstone/kernel';
import type { Platform } from '../../../../platform/platform.ts';
import type { ApiTesting } from '../../../api-testing/index.ts';
import type { Actor } from '../../../workspaces/index.ts';
import { type AssetContent, factsOf, kindOf } from '../../domain/asset-content.ts';
import { type ComparedEntry, compareImport, type ImportedAsset } from '../../domain/imports/compare-import.ts';
import type { DocumentInput, GivenDocument, MockDocument } from '../../domain/imports/read-mock-document.ts';
import { virtualizationErrors } from '../../errors.ts';
import { assetsStore } from '../../store/assets.store.ts';
import { type SourceRow, sourcesStore } from '../../store/sources.store.ts';
import type { Open } from '../open.ts';
import { NamedDocuments } from './named-documents.ts';

const readLimitMs = 30_000;
const keptMs = 86_400_000;
const placeOf = (importId: string): string => `service_virtualization.pending_import.content:${importId}`;

/** A parsed document, waiting to be imported. */
export interface PendingDocument extends Omit<MockDocument, 'text' | 'asked'> {
  format: MockImportFormat;
  url: string | null;
  sourceId: string | null;
  /** The text of a document that requests are validated against: OpenAPI or WSDL. */
  text: string | null;
}
interface Given {
  projectId: string;
  format?: MockImportFormat | undefined;
  /** Absent: fetched. */
  files?: GivenDocument[] | undefined;
  url?: string | undefined;
  hasResources: boolean;
  sourceId?: string | undefined;
}
interface Needs {
  platform: Platform;
  open: Open;
  apiTesting: Pick<ApiTesting, 'fetchDocument'>;
}

/** createPreviewImports parses documents and previews their import; creates nothing yet. */
export function createPreviewImports({ platform, open, apiTesting }: Needs) {
  const { database, secrets, clock, jobs } = platform;
  jobs.handle('service-virtualization.pending-imports', () =>
    sourcesStore.deletePending(database.sql, { before: new Date(clock.now().getTime() - keptMs) }),
  );
  jobs.schedule('service-virtualization.pending-imports', '49 * * * *');

  const read = async (caller: Actor, input: DocumentInput, signal: AbortSignal) => {
    const module = new URL('../../domain/imports/read-mock-document.ts', import.meta.url).href;
    const order = { module, name: 'readMockDocument', input, limitMs: readLimitMs, subject: 'Reading the document' };
    try {
      return await sharedWorkPool.run<MockDocument>({ ...order, owner: caller, signal });
    } catch (error) {
      const isOfDocument = error instanceof WorkStopped || (error as Error).name === 'UnreadableZip';
      if (!isOfDocument) throw error;
      throw new AppError(virtualizationErrors.unreadable, {
        params: { reason: (error as Error).message },
        cause: error,
      });
    }
  };
  const sourceOf = async ({ projectId, sourceId }: Given): Promise<SourceRow | undefined> => {
    if (sourceId === undefined) return undefined;
    const row = await sourcesStore.find(database.sql, projectId, sourceId);
    if (!row) throw new AppError(virtualizationErrors.sourceNotFound);
    return row;
  };
  /** Reads the document at a URL, fetching the documents it refers to until none are missing. */
  const readFetched = async (caller: Actor, { projectId, hasResources }: Given, url: string, signal: AbortSignal) => {
    const scope = { organizationId: caller.organizationId, projectId };
    const fetch = (address: string) => apiTesting.fetchDocument(scope, address, signal);
    const files = [{ fileName: url, content: new Uint8Array(await fetch(url)) }];
    const named = new NamedDocuments(url, fetch);
    let document: MockDocument;
    do {
      const fetched = { location: url, documents: named.documents };
      document = await read(caller, { files, fetched, hasResources }, signal);
    } while (await named.take(document));
    return document;
  };
  const documentOf = async (caller: Actor, given: Given, again: SourceRow | undefined, signal: AbortSignal) => {
    const { files, hasResources } = given;
    if (files) return { url: null, document: await read(caller, { files, hasResources }, signal) };
    const url = given.url ?? again?.url;
    if (!url) throw new AppError(virtualizationErrors.noDocument);
    return { url, document: await readFetched(caller, given, url, signal) };
  };
  const assetsOf = async (projectId: string, sourceId: string | null): Promise<ImportedAsset[]> => {
    if (sourceId === null) return [];
    const rows = await assetsStore.listOfSource(database.sql, projectId, sourceId);
    return rows.map(({ id, name, sourceKey, content, sourceBase }) => ({
      id,
      name,
      key: sourceKey ?? '',
      content,
      base: sourceBase ?? content,
    }));
  };

  return {
    assetsOf,
    async preview(caller: Actor, given: Given, signal: AbortSignal): Promise<MockImport> {
      const { projectId, format } = given;
      await open.project(caller, projectId, 'edit');
      const again = await sourceOf(given);
      const { url, document } = await documentOf(caller, given, again, signal);
      const { text, asked: _asked, ...found } = document;
      if (document.format === undefined || (format !== undefined && format !== document.format))
        throw new AppError(virtualizationErrors.otherFormat, { params: { wanted: names[format ?? 'openapi'] } });
      const source = again ?? (await sourcesStore.findAlike(database.sql, projectId, document.format, document.title));
      const pending: PendingDocument = {
        ...found,
        format: document.format,
        url: url ?? source?.url ?? null,
        sourceId: source?.id ?? null,
        text: document.format === 'openapi' || document.format === 'wsdl' ? text : null,
      };
      const importId = newId();
      const content = secrets.seal(JSON.stringify(pending), placeOf(importId));
      await sourcesStore.insertPending(database.sql, { id: importId, projectId, content });
      const compared = compareImport(document.entries, await assetsOf(projectId, pending.sourceId));
      return {
        importId,
        format: pending.format,
        title: document.title,
        sourceId: pending.sourceId,
        suiteId: source?.suiteId ?? null,
        entries: compared.map(toEntry),
        counts: countsOf(compared),
        problems: document.problems.slice(0, 1000),
      };
    },
    /** Returns a document that is waiting to be imported. */
    async find(projectId: string, importId: string): Promise<PendingDocument> {
      const sealed = await sourcesStore.findPending(database.sql, projectId, importId);
      if (sealed === undefined) throw new AppError(virtualizationErrors.importNotFound);
      return JSON.parse(secrets.open(sealed, placeOf(importId))) as PendingDocument;
    },
  };
}
/** PreviewImports parses documents and previews their import. */
export type PreviewImports = ReturnType<typeof createPreviewImports>;

const names: Record<MockImportFormat, string> = {
  openapi: 'an OpenAPI document',
  postman: 'a Postman collection',
  wiremock: 'mappings of WireMock',
  har: 'a HAR file',
  mockoon: 'an environment of Mockoon',
  wsdl: 'a WSDL description',
  curl: 'a curl command',
};

/** countsOf counts the entries by kind of change. */
export function countsOf(compared: readonly Pick<ComparedEntry, 'change'>[]): MockImport['counts'] {
  const counts = { new: 0, same: 0, updated: 0, kept: 0, conflict: 0, gone: 0 };
  for (const { change } of compared) counts[change] += 1;
  return counts;
}

const shown = (content: AssetContent) => ({
  stub: content.form === 'stub' ? content.stub : null,
  resource: content.form === 'resource' ? content.resource : null,
});

function toEntry(compared: ComparedEntry): ImportEntry {
  const asset = compared.change === 'new' ? undefined : compared.asset;
  const entry = compared.change === 'gone' ? compared.asset : compared.entry;
  const { method, path, status } = factsOf(entry.content);
  return {
    key: entry.key,
    name: entry.name,
    kind: kindOf(entry.content),
    method,
    path,
    status,
    change: compared.change,
    assetId: asset?.id ?? null,
    conflict:
      compared.change === 'conflict'
        ? {
            base: shown(compared.asset.base),
            mine: shown(compared.asset.content),
            document: shown(compared.entry.content),
          }
        : null,
  };
}
