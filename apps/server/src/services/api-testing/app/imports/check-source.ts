import { createHash } from 'node:crypto';
import { AppError } from '@touchstone/kernel';
import type { Platform } from '../../../../platform/platform.ts';
import { type FetchedDocument, fetchDocument, fetchIfChanged } from '../../clients/fetch-document.ts';
import { readDocument } from '../../clients/read-document.ts';
import { withFittingFolders } from '../../domain/imported-folders.ts';
import {
  brokenBy,
  fetchProblem,
  isWebPage,
  type SourceChanges,
  webPageProblem,
} from '../../domain/imports/source-watch.ts';
import { apiTestingErrors } from '../../errors.ts';
import { importSourcesStore } from '../../store/import-sources.store.ts';
import type { SourceWatchRow } from '../../store/source-watches.store.ts';
import { compareWithSuite, requestsHash, requestsOf } from './compare-source.ts';
import type { ImportSources, OpenSource } from './import-sources.ts';

/** Outcome of a check: the document is unchanged, has changed, or couldn't be read. */
export type CheckOutcome =
  | { kind: 'same' }
  | { kind: 'gone' }
  | { kind: 'problem'; problem: string }
  | {
      kind: 'read';
      title: string;
      documentHash: string;
      changes: SourceChanges | null;
      etag: string | null;
      lastModified: string | null;
      bodyHash: string | null;
    };

/** createCheckSource fetches the document of a watched source and compares it with the suite; changes nothing. */
export function createCheckSource({ platform, sources }: { platform: Platform; sources: ImportSources }) {
  const { database, secrets } = platform;

  const compare = async (
    watch: SourceWatchRow,
    source: OpenSource,
    address: string,
    fetched: FetchedDocument,
    signal: AbortSignal,
  ): Promise<CheckOutcome> => {
    const bodyHash = createHash('sha256').update(fetched.bytes).digest('base64url');
    if (bodyHash === watch.bodyHash) return { kind: 'same' };
    if (isWebPage(fetched.bytes)) return { kind: 'problem', problem: webPageProblem };
    let named = 0;
    const { baseUrl } = source.kept.origin;
    const outcome = await readDocument({
      files: [{ bytes: fetched.bytes, fileName: new URL(address).pathname }],
      location: address,
      ...(baseUrl !== undefined && { baseUrl }),
      load(url) {
        named += 1;
        return fetchDocument(platform, watch, url, signal);
      },
      owner: { organizationId: watch.organizationId, userId: watch.createdBy },
      signal,
    });
    if (!outcome.format)
      return { kind: 'problem', problem: `The address no longer gives a specification. ${outcome.reason}` };
    const collection = withFittingFolders(outcome.collection);
    const requests = await requestsOf(source, collection);
    const broken = brokenBy(collection);
    if (broken !== undefined) return { kind: 'problem', problem: broken };
    const { merge } = await compareWithSuite(database.sql, secrets, source, requests);
    const isWhole = named === 0;
    return {
      kind: 'read',
      title: collection.title || source.row.title,
      documentHash: await requestsHash(requests.imported),
      changes: changesOf(merge),
      etag: isWhole ? fetched.etag : null,
      lastModified: isWhole ? fetched.lastModified : null,
      bodyHash: isWhole ? bodyHash : null,
    };
  };

  /** `signal` aborts the check. A problem with the address or its document is an outcome, not an error. */
  return async function checkSource(watch: SourceWatchRow, signal: AbortSignal): Promise<CheckOutcome> {
    const row = await importSourcesStore.find(database.sql, watch.organizationId, watch.sourceId);
    if (!row) return { kind: 'gone' };
    const kept = await sources.keptOf(row);
    if (!('address' in kept.origin)) return { kind: 'problem', problem: apiTestingErrors.sourceHasNoAddress.message };
    const { address } = kept.origin;
    try {
      const fetched = await fetchIfChanged(platform, watch, address, watch, signal);
      return fetched ? await compare(watch, { row, kept }, address, fetched, signal) : { kind: 'same' };
    } catch (error) {
      if (signal.aborted) return { kind: 'problem', problem: 'The check took too long and was stopped.' };
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      return { kind: 'problem', problem: fetchProblem(error.details[0]?.message ?? error.message, address) };
    }
  };
}
export type CheckSource = ReturnType<typeof createCheckSource>;

const changesOf = ({
  added,
  changed,
  removed,
  conflicts,
}: Awaited<ReturnType<typeof compareWithSuite>>['merge']): SourceChanges | null => {
  const removedIds = conflicts.filter(({ imported }) => !imported).map(({ id }) => id);
  const touched = new Set([...changed.map(({ id }) => id), ...conflicts.map(({ id }) => id)]);
  for (const id of removedIds) touched.delete(id);
  const left = new Set([...removed.map(({ id }) => id), ...removedIds]);
  const changes = { added: added.length, changed: touched.size, removed: left.size };
  return changes.added + changes.changed + changes.removed === 0 ? null : changes;
};
