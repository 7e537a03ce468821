import { routePrefix } from '@touchstone/contracts';
import type { Profile } from '@touchstone/contracts/user-management';
import { dynamicValue } from '@touchstone/engine-http/core';
import { AppError } from '@touchstone/kernel';
import type { Caller } from '../../../platform/http/caller.ts';
import type { Platform } from '../../../platform/platform.ts';
import { userManagementErrors } from '../errors.ts';
import { organizationUserStore } from '../store/organization-user.store.ts';
import { teamStore } from '../store/team.store.ts';
import type { AccountPort } from './account-port.ts';
import { createAiTokens } from './ai-tokens.ts';
import { createProfilePhotos } from './profile-photos.ts';
import { toUser } from './user-access.ts';

/** What users see and change of themselves. */
export function createProfiles(options: { platform: Platform; accounts: () => AccountPort }) {
  const { platform, accounts } = options;
  const { database, clock } = platform;
  const db = database.sql;

  /** The caller's own account. A super role that acts for another organization still has it in the own one. */
  const ownRow = async ({ userId }: Caller) => {
    const row = await organizationUserStore.findById(db, userId);
    if (!row) throw new AppError(userManagementErrors.userNotFound);
    return row;
  };
  const present = async (caller: Caller): Promise<Profile> => {
    const row = await ownRow(caller);
    const [organization, memberships] = await Promise.all([
      organizationUserStore.findOrganization(db, row.organizationId),
      teamStore.teamsOf(db, [row.id]),
    ]);
    return {
      ...toUser(row, memberships),
      organizationId: row.organizationId,
      organizationName: organization?.name ?? '',
      modeStatus: row.modeStatus,
      photoUrl: row.photoFileId
        ? `${routePrefix('user-management')}/profile-photo/${row.id}?v=${row.photoFileId}`
        : null,
    };
  };
  return {
    ...createAiTokens({ platform }),
    // biome-ignore lint/nursery/noMisusedPromises: an object of functions, which the rule takes for a promise
    ...createProfilePhotos({ platform }, { ownRow, present }),
    get: present,
    async update(caller: Caller, change: { firstName?: string; lastName?: string; phoneNumber?: string | undefined }) {
      await organizationUserStore.update(db, caller.userId, change as Partial<typeof change & { phoneNumber: string }>);
      return present(caller);
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
        ownRow(caller),
        organizationUserStore.findOrganization(db, caller.organizationId),
      ]);
      return {
        accountStatus: organization?.deactivatedAt ? ('DEACTIVATED' as const) : ('ACTIVE' as const),
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
