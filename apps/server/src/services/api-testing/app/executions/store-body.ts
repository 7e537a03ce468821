import { AppError } from '@touchstone/kernel';
import { platformErrors } from '../../../../platform/errors.ts';
import type { Platform } from '../../../../platform/platform.ts';

/**
 * storeBodyOf stores large or binary bodies in the file store under `owner`; they are deleted with it. If the disk is
 * full, a run loses its bodies but not its results.
 */
export const storeBodyOf =
  (platform: Platform, organizationId: string, owner: string) =>
  async (bytes: Uint8Array, contentType: string | undefined) => {
    try {
      const stored = await platform.files.put({
        organizationId,
        owner,
        name: 'body',
        contentType: contentType ?? 'application/octet-stream',
        content: bytes,
      });
      return stored.fileId;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== platformErrors.storageFull.code) throw error;
      platform.log.warn({ err: error, owner }, 'no space is left to store a body');
      return undefined;
    }
  };
