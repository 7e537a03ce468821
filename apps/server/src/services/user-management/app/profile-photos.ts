import type { Readable } from 'node:stream';
import type { Profile } from '@touchstone/contracts/user-management';
import { AppError } from '@touchstone/kernel';
import type { Caller } from '../../../platform/http/caller.ts';
import type { Platform } from '../../../platform/platform.ts';
import { imageTypeOf, photoLimitBytes, photoOwner } from '../domain/photo.ts';
import { userManagementErrors } from '../errors.ts';
import { organizationUserStore, type UserRow } from '../store/organization-user.store.ts';

/** createProfilePhotos stores the callers' photos and opens those of their organization. */
export function createProfilePhotos(
  { platform }: { platform: Platform },
  { ownRow, present }: { ownRow: (caller: Caller) => Promise<UserRow>; present: (caller: Caller) => Promise<Profile> },
) {
  const { database, files } = platform;
  const db = database.sql;
  const store = async (caller: Caller, photoFileId: string | null) => {
    await organizationUserStore.update(db, caller.userId, { photoFileId });
    return present(caller);
  };
  return {
    /** Reads at most the limit into memory; the type is detected from the content, never from the name. */
    async setPhoto(caller: Caller, content: Readable): Promise<Profile> {
      const bytes = await readUpTo(content, photoLimitBytes);
      const contentType = bytes && imageTypeOf(bytes);
      if (!bytes || !contentType) throw new AppError(userManagementErrors.photoRefused);
      const { organizationId } = await ownRow(caller);
      const owner = photoOwner(caller.userId);
      await files.deleteOwned(organizationId, owner);
      const { fileId } = await files.put({
        organizationId,
        owner,
        name: 'photo',
        contentType,
        content: bytes,
      });
      return store(caller, fileId);
    },
    async deletePhoto(caller: Caller): Promise<Profile> {
      const { organizationId } = await ownRow(caller);
      await files.deleteOwned(organizationId, photoOwner(caller.userId));
      return store(caller, null);
    },
    async openPhoto(caller: Caller, userId: string) {
      const isOwn = userId === caller.userId;
      const row = isOwn
        ? await ownRow(caller)
        : await organizationUserStore.find(db, caller.organizationId, { userId });
      if (!row) throw new AppError(userManagementErrors.userNotFound);
      if (!row.photoFileId) throw new AppError(userManagementErrors.noPhoto);
      return files.open(row.organizationId, row.photoFileId, photoOwner(userId));
    },
  };
}

/** The entire stream, or undefined if it exceeds the limit. */
async function readUpTo(stream: Readable, limitBytes: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= limitBytes) chunks.push(chunk);
  }
  return length > limitBytes ? undefined : Buffer.concat(chunks);
}
