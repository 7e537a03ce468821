import type { Hash } from 'node:crypto';
import type { PreparedBody } from '../../core/prepare-request.ts';
import type { FileSource } from '../body/file-source.ts';
import { OutgoingBody } from '../body/outgoing-body.ts';

/**
 * hashBody feeds a body, or its first `maxBytes`, into a hash, including streamed ones. Throws FILE if a file is
 * missing.
 */
export async function hashBody(
  body: PreparedBody,
  files: FileSource | undefined,
  hash: Hash,
  maxBytes?: number,
): Promise<Hash> {
  const opened = await OutgoingBody.open(body, files);
  try {
    await opened.hashInto(hash, maxBytes);
    return hash;
  } finally {
    opened.discard();
  }
}
