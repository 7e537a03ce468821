import { createHttpSession } from '@touchstone/engine-http';
import { AppError, newId } from '@touchstone/kernel';
import type { Platform } from '../../../platform/platform.ts';
import { sessionOptions } from '../../workspaces/index.ts';
import { apiTestingErrors } from '../errors.ts';

const maxBytes = 50 * 1024 * 1024;

/** fetchDocument fetches a document to import under the rules of tested addresses. Throws with a sentence for the user. */
export async function fetchDocument(
  platform: Platform,
  scope: { organizationId: string; projectId: string },
  url: string,
  signal?: AbortSignal,
): Promise<Buffer> {
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
        headers: [accept],
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
    if (message || !response)
      throw new AppError(apiTestingErrors.documentNotFetched, {
        details: [{ path: 'url', message: message ?? 'There was no response.' }],
      });
    if (response.body.truncated)
      throw new AppError(apiTestingErrors.documentNotFetched, {
        details: [{ path: 'url', message: 'The document is larger than 50 MB.' }],
      });
    return Buffer.from(response.body.bytes);
  } finally {
    await session.close();
  }
}
