import { createHash } from 'node:crypto';
import { Readable, Transform } from 'node:stream';
import { AppError, newId } from '@touchstone/kernel';
import type { Platform } from '../../../platform/platform.ts';
import type { Attachment, NewAttachment } from '../domain/attachment.ts';
import { LeaseLost } from '../domain/lease-lost.ts';
import { runErrors } from '../errors.ts';
import { attachmentsStore } from '../store/attachments.store.ts';
import { type Lease, leasesStore } from '../store/leases.store.ts';

const contentsPerPass = 200;
const tries = 3;

/** Stores files of runs: streamed to the file store; equal content of an organization is stored once. */
export function createAttachments({ database, files }: Pick<Platform, 'database' | 'files'>) {
  const { sql } = database;

  /** Equal content may be in the middle of being deleted; a retry then keeps the new file. */
  const refer = async (
    lease: Pick<Lease, 'runId' | 'attempt'>,
    input: Parameters<typeof attachmentsStore.takeContent>[1] & Parameters<typeof attachmentsStore.put>[1],
  ): Promise<{ attachmentId: string; fileId: string }> => {
    for (let attempt = 1; ; attempt += 1)
      try {
        return await database.transaction(async (_sql, client) => {
          if (!(await leasesStore.isHeld(client, lease))) throw new LeaseLost();
          const fileId = await attachmentsStore.takeContent(client, input);
          return { attachmentId: await attachmentsStore.put(client, { ...input, fileId }), fileId };
        });
      } catch (error) {
        if (attempt === tries || error instanceof LeaseLost) throw error;
      }
  };

  return {
    /** Throws LeaseLost if another runner has taken the run. */
    async attach(
      { organizationId, runId, attempt }: Pick<Lease, 'organizationId' | 'runId' | 'attempt'>,
      { name, mediaType, content, stepId }: NewAttachment,
    ): Promise<Attachment> {
      const hash = createHash('sha256');
      const hashing = new Transform({
        transform(chunk, _encoding, done) {
          hash.update(chunk);
          done(null, chunk);
        },
      });
      const pieces = content instanceof Uint8Array ? [Buffer.from(content)] : content;
      const source = Readable.from(pieces, { objectMode: false });
      source.on('error', (error) => hashing.destroy(error));
      const stored = await files.put({
        organizationId,
        owner: 'run-content',
        name,
        contentType: mediaType,
        content: source.pipe(hashing),
      });
      const { fileId, sizeBytes } = stored;
      const contentHash = hash.digest('hex');
      const place = { id: newId(), runId, stepId: stepId ?? null, name, mediaType };
      const kept = await refer(
        { runId, attempt },
        { ...place, fileId, organizationId, hash: contentHash, sizeBytes },
      ).catch(async (error: unknown) => {
        await files.delete(organizationId, fileId);
        throw error;
      });
      if (kept.fileId !== fileId) await files.delete(organizationId, fileId);
      const found = await attachmentsStore.find(sql, runId, kept.attachmentId);
      if (!found) throw new AppError(runErrors.attachmentNotFound);
      const { fileId: _file, ...attachment } = found;
      return attachment;
    },
    list: (runId: string, page?: { page: number; size: number }) => attachmentsStore.list(sql, runId, page),
    async open(
      organizationId: string,
      runId: string,
      attachmentId: string,
    ): Promise<Attachment & { stream: Readable }> {
      const found = await attachmentsStore.find(sql, runId, attachmentId);
      if (!found) throw new AppError(runErrors.attachmentNotFound);
      const { fileId, ...attachment } = found;
      const { stream } = await files.open(organizationId, fileId);
      return { ...attachment, stream };
    },
    /** Deletes unreferenced contents. */
    async sweep(): Promise<void> {
      for (;;) {
        const unreferenced = await attachmentsStore.markUnreferenced(sql, contentsPerPass);
        for (const { organizationId, fileId } of unreferenced) {
          await files.delete(organizationId, fileId);
          await attachmentsStore.deleteContent(sql, fileId);
        }
        if (unreferenced.length < contentsPerPass) return;
      }
    },
  };
}
export type Attachments = ReturnType<typeof createAttachments>;
