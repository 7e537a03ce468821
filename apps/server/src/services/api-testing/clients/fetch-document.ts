import { createHttpSession } from '@touchstone/engine-http';
import { AppError, newId } from '@touchstone/kernel';
import type { Platform } from '../../../platform/platform.ts';
import { sessionOptions } from '../../workspaces/index.ts';
import { apiTestingErrors } from '../errors.ts';

const maxBytes = 50 * 1024 * 1024;

interface Scope {
  organizationId: string;
  projectId: string;
}

/** What a server needs to recognize that a document is unchanged. */
interface Validators {
  etag: string | null;
  lastModified: string | null;
}
const noValidators: Validators = { etag: null, lastModified: null };

/** A document and the validators for the next conditional request. */
export interface FetchedDocument extends Validators {
  bytes: Buffer;
}

/**
 * fetchDocument fetches a document to import, subject to the rules for tested addresses. Throws a message for the user.
 */
export async function fetchDocument(
  platform: Platform,
  scope: Scope,
  url: string,
  signal?: AbortSignal,
): Promise<Buffer> {
  const fetched = await fetchIfChanged(platform, scope, url, noValidators, signal);
  if (!fetched) throw refused('The address answered with status 304.');
  return fetched.bytes;
}

/**
 * fetchIfChanged is like `fetchDocument`; undefined if the server reports that the document is still that of `known`.
 */
export async function fetchIfChanged(
  platform: Platform,
  scope: Scope,
  url: string,
  known: Validators,
  signal?: AbortSignal,
): Promise<FetchedDocument | undefined> {
  const conditions = [
    { key: 'If-None-Match', value: known.etag },
    { key: 'If-Modified-Since', value: known.lastModified },
  ].flatMap(({ key, value }) => (value === null ? [] : [{ key, value, enabled: true }]));
  const session = createHttpSession({ ...sessionOptions(platform, scope), scopes: [], maxResponseBytes: maxBytes });
  try {
    const accept = { key: 'Accept', value: 'application/json, application/yaml, application/xml, text/*, */*;q=0.5' };
    const result = await session.execute(
      {
        id: newId(),
        name: 'import',
        group: '',
        method: 'GET',
        url,
        headers: [accept, ...conditions],
        queryParams: [],
        pathParams: [],
        body: { type: 'none' },
        authentication: { type: 'none' },
        assertions: [],
        dataHandlers: [],
        settings: { timeoutMs: 30_000 },
      },
      signal ? { signal } : {},
    );
    const { response, error } = result;
    const message =
      error?.message ??
      (response && response.status >= 400 ? `The address answered with status ${response.status}.` : undefined);
    if (message || !response) throw refused(message ?? 'There was no response.');
    if (response.status === 304 && conditions.length > 0) return undefined;
    if (response.body.truncated) throw refused('The document is larger than 50 MB.');
    const header = (name: string) => response.headers.find(([key]) => key.toLowerCase() === name)?.[1] ?? null;
    return { bytes: Buffer.from(response.body.bytes), etag: header('etag'), lastModified: header('last-modified') };
  } finally {
    await session.close();
  }
}

const refused = (message: string) =>
  new AppError(apiTestingErrors.documentNotFetched, { details: [{ path: 'url', message }] });
