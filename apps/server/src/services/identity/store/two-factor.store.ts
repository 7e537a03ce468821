import { and, asc, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import { assertRoom, type Limit } from '../../../platform/database/assert-room.ts';
import { lockUntilCommit } from '../../../platform/database/lock-until-commit.ts';
import { type Database, unnamed } from '../../../platform/database/pool.ts';
import { otpDevice, recoveryCode, twoFactor } from './tables.ts';

export type OtpDevice = typeof otpDevice.$inferSelect;

/** TwoFactorStore stores authenticator apps and recovery codes. */
export interface TwoFactorStore {
  isEnabled(userId: string): Promise<boolean>;
  setEnabled(userId: string, enabled: boolean, now: Date): Promise<void>;
  /** Adds an unconfirmed app, replacing other unconfirmed ones; throws if there is no room for another confirmed one. */
  addDevice(
    device: { id: string; userId: string; name: string; sealedSecret: string; now: Date },
    limit: Omit<Limit, 'place'>,
  ): Promise<void>;
  listConfirmed(userId: string): Promise<OtpDevice[]>;
  findUnconfirmed(userId: string, deviceId: string): Promise<OtpDevice | undefined>;
  /** Returns whether the app still existed. */
  confirm(deviceId: string, step: number, now: Date): Promise<boolean>;
  /** Consumes the code of this time step; false if it or a later one was used before. */
  useStep(deviceId: string, step: number, now: Date): Promise<boolean>;
  removeDevice(userId: string, deviceId: string): Promise<boolean>;
  replaceRecoveryCodes(userId: string, hashes: string[]): Promise<void>;
  /** Consumes a recovery code; false if it doesn't exist. */
  useRecoveryCode(userId: string, hash: string): Promise<boolean>;
  countRecoveryCodes(userId: string): Promise<number>;
}

export function createTwoFactorStore(database: Database): TwoFactorStore {
  const enabledFor = database.sql
    .select({ enabled: twoFactor.enabled })
    .from(twoFactor)
    .where(eq(twoFactor.userId, sql.placeholder('userId')))
    .prepare(unnamed);
  return {
    async isEnabled(userId) {
      const [row] = await enabledFor.execute({ userId });
      return row?.enabled ?? false;
    },
    async setEnabled(userId, enabled, now) {
      await database.sql
        .insert(twoFactor)
        .values({ userId, enabled, updatedAt: now })
        .onConflictDoUpdate({ target: twoFactor.userId, set: { enabled, updatedAt: now } });
    },
    addDevice: ({ now, ...device }, limit) =>
      database.transaction(async (tx) => {
        const place = `authenticator apps of ${device.userId}`;
        const own = eq(otpDevice.userId, device.userId);
        await lockUntilCommit(tx, place);
        // Waits for an app that is being confirmed, which then counts.
        await tx.delete(otpDevice).where(and(own, isNull(otpDevice.confirmedAt)));
        await assertRoom(tx, { place, ...limit }, () => tx.$count(otpDevice, own));
        await tx.insert(otpDevice).values({ ...device, createdAt: now });
      }),
    listConfirmed: (userId) =>
      database.sql
        .select()
        .from(otpDevice)
        .where(and(eq(otpDevice.userId, userId), isNotNull(otpDevice.confirmedAt)))
        .orderBy(asc(otpDevice.createdAt)),
    async findUnconfirmed(userId, deviceId) {
      const [row] = await database.sql
        .select()
        .from(otpDevice)
        .where(and(eq(otpDevice.userId, userId), eq(otpDevice.id, deviceId), isNull(otpDevice.confirmedAt)));
      return row;
    },
    async confirm(deviceId, step, now) {
      const result = await database.sql
        .update(otpDevice)
        .set({ confirmedAt: now, lastStep: step, lastUsedAt: now })
        .where(eq(otpDevice.id, deviceId));
      return result.rowCount === 1;
    },
    async useStep(deviceId, step, now) {
      const result = await database.sql
        .update(otpDevice)
        .set({ lastStep: step, lastUsedAt: now })
        .where(and(eq(otpDevice.id, deviceId), lt(otpDevice.lastStep, step)));
      return result.rowCount === 1;
    },
    async removeDevice(userId, deviceId) {
      const result = await database.sql
        .delete(otpDevice)
        .where(and(eq(otpDevice.userId, userId), eq(otpDevice.id, deviceId)));
      return result.rowCount === 1;
    },
    replaceRecoveryCodes: (userId, hashes) =>
      database.transaction(async (tx) => {
        await tx.delete(recoveryCode).where(eq(recoveryCode.userId, userId));
        if (hashes.length) await tx.insert(recoveryCode).values(hashes.map((codeHash) => ({ userId, codeHash })));
      }),
    async useRecoveryCode(userId, hash) {
      const result = await database.sql
        .delete(recoveryCode)
        .where(and(eq(recoveryCode.userId, userId), eq(recoveryCode.codeHash, hash)));
      return result.rowCount === 1;
    },
    async countRecoveryCodes(userId) {
      const [row] = await database.sql
        .select({ count: sql<number>`count(*)::int` })
        .from(recoveryCode)
        .where(eq(recoveryCode.userId, userId));
      return row?.count ?? 0;
    },
  };
}
