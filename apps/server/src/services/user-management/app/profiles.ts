import type { Readable } from 'node:stream';
import { routePrefix } from '@touchstone/contracts';
import type { Profile } from '@touchstone/contracts/user-management';
import { dynamicValue } from '@touchstone/engine-http/core';
import { AppError } from '@touchstone/kernel';
import type { Caller } from '../../../platform/http/caller.ts';
import type { Platform } from '../../../platform/platform.ts';
import { imageTypeOf, photoLimitBytes } from '../domain/photo.ts';
import { userManagementErrors } from '../errors.ts';
import { organizationUserStore } from '../store/organization-user.store.ts';
import type { AccountPort } from './account-port.ts';
import { createAiTokens } from './ai-tokens.ts';
import type { OrganizationUsers } from './organization-users.ts';

const ownerOf = (userId: string) => `user:${userId}`;

/** What users see and change of themselves. */
export function createProfiles(options: {
  platform: Platform;
  organizationUsers: OrganizationUsers;
  accounts: () => AccountPort;
}) {
  const { platform, organizationUsers, accounts } = options;
  const { database, clock, files } = platform;
  const db = database.sql;

  const rowOf = async (caller: Caller, userId = caller.userId) => {
    const row = await organizationUserStore.find(db, caller.organizationId, { userId });
    if (!row) throw new AppError(userManagementErrors.userNotFound);
    return row;
  };
  const present = async (caller: Caller): Promise<Profile> => {
    const [user, row] = await Promise.all([organizationUsers.get(caller, caller.userId), rowOf(caller)]);
    return {
      ...user,
      organizationId: caller.organizationId,
      organizationName: caller.organizationName,
      modeStatus: row.modeStatus,
      photoUrl: row.photoFileId
        ? `${routePrefix('user-management')}/profile-photo/${row.id}?v=${row.photoFileId}`
        : null,
    };
  };
  const setPhoto = async (caller: Caller, photoFileId: string | null) => {
    await organizationUserStore.update(db, caller.userId, { photoFileId });
    return present(caller);
  };

  return {
    ...createAiTokens({ platform }),
    get: present,
    async update(caller: Caller, change: { firstName?: string; lastName?: string; phoneNumber?: string | undefined }) {
      await organizationUserStore.update(db, caller.userId, change as Partial<typeof change & { phoneNumber: string }>);
      return present(caller);
    },
    /** Reads at most the limit into memory; the type is detected from the content, never from the name. */
    async setPhoto(caller: Caller, content: Readable): Promise<Profile> {
      const bytes = await readUpTo(content, photoLimitBytes);
      const contentType = bytes && imageTypeOf(bytes);
      if (!bytes || !contentType) throw new AppError(userManagementErrors.photoRefused);
      await files.deleteOwned(caller.organizationId, ownerOf(caller.userId));
      const { fileId } = await files.put({
        organizationId: caller.organizationId,
        owner: ownerOf(caller.userId),
        name: 'photo',
        contentType,
        content: bytes,
      });
      return setPhoto(caller, fileId);
    },
    async deletePhoto(caller: Caller): Promise<Profile> {
      await files.deleteOwned(caller.organizationId, ownerOf(caller.userId));
      return setPhoto(caller, null);
    },
    async openPhoto(caller: Caller, userId: string) {
      const row = await rowOf(caller, userId);
      if (!row.photoFileId) throw new AppError(userManagementErrors.noPhoto);
      return files.open(caller.organizationId, row.photoFileId, ownerOf(userId));
    },
    async changePassword(caller: Caller, passwords: { current: string; next: string }) {
      await accounts().changePassword(caller.userId, passwords, caller);
      return { message: 'Password changed.' };
    },
    async planExpiryDate(caller: Caller) {
      const found = await organizationUserStore.findOrganization(db, caller.organizationId);
      return { planExpiryDate: found?.planExpiresAt?.toISOString() ?? null };
    },
    async accountStatus(caller: Caller) {
      const [row, organization] = await Promise.all([
        rowOf(caller),
        organizationUserStore.findOrganization(db, caller.organizationId),
      ]);
      const isActive = row.active && !organization?.deactivatedAt;
      return {
        accountStatus: isActive ? ('ACTIVE' as const) : ('DEACTIVATED' as const),
        plan: caller.plan,
        activated: row.activatedAt !== null,
      };
    },
    async recordWelcome(caller: Caller) {
      await organizationUserStore.update(db, caller.userId, { welcomedAt: clock.now() });
      return { message: 'Saved.' };
    },
    randomData() {
      const context = { random: Math.random, now: () => clock.now() };
      const value = (name: string) => dynamicValue(name, context) ?? '';
      const [firstName, lastName] = [value('$randomFirstName'), value('$randomLastName')];
      return {
        firstName,
        lastName,
        companyName: `${lastName} ${value('$randomCity')} Ltd`,
        email: `${firstName}.${lastName}.${value('$randomInt')}@example.com`.toLowerCase(),
        phoneNumber: `+1-555${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}`,
        uuid: value('$guid'),
      };
    },
  };
}

export type Profiles = ReturnType<typeof createProfiles>;

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
