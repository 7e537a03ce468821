import { createHmac } from 'node:crypto';
import { AppError } from '@touchstone/kernel';
import { verifySync } from 'otplib';
import type { Platform } from '../../../../platform/platform.ts';
import type { UserRecord } from '../../../user-management/index.ts';
import { otpRule } from '../../domain/lock-out.ts';
import { identityErrors } from '../../errors.ts';
import type { OtpDevice, TwoFactorStore } from '../../store/two-factor.store.ts';
import type { Guard } from '../sign-in/guard.ts';
import type { Origin } from '../sign-in/rate-limit.ts';
import { newRecoveryCodes, readRecoveryCode } from '../sign-in/recovery-codes.ts';

/** A clock may be off by one step of 30 seconds. */
const toleranceSeconds = 30;

/** Who is the owner of the second factor, and the origin of the call. */
export type Who = Origin & Pick<UserRecord, 'userId' | 'organizationId' | 'email'>;
/** Proof that the caller is still the owner: a verified password, or a code. */
export interface Proof {
  password?: string | undefined;
  code?: string | undefined;
}

/** TwoFactorNeeds dependencies of the second factor. */
export interface TwoFactorNeeds {
  platform: Platform;
  store: TwoFactorStore;
  guard: Guard;
  verifyPassword: (userId: string, password: string) => Promise<boolean>;
  getKey: () => Promise<string>;
}

/** Returns where the secret of an app is sealed. */
export const placeOf = (deviceId: string) => `identity.otp_device.secret.${deviceId}`;

/** createCodeChecks verifies codes of apps, recovery codes and other proof; wrong ones count towards the lock-out. */
export function createCodeChecks({ platform, store, guard, verifyPassword, getKey }: TwoFactorNeeds) {
  const { clock, secrets, audit } = platform;

  const findStep = (device: OtpDevice, code: string): number | undefined => {
    if (!/^\d{6}$/.test(code)) return undefined;
    const result = verifySync({
      secret: secrets.open(device.sealedSecret, placeOf(device.id)),
      token: code,
      epoch: Math.floor(clock.now().getTime() / 1000),
      epochTolerance: toleranceSeconds,
    });
    return result.valid && 'timeStep' in result ? result.timeStep : undefined;
  };

  const useDeviceCode = async (userId: string, code: string): Promise<boolean> => {
    for (const device of await store.listConfirmed(userId)) {
      const step = findStep(device, code);
      if (step !== undefined) return store.useStep(device.id, step, clock.now());
    }
    return false;
  };

  const hashCode = async (userId: string, code: string) =>
    createHmac('sha256', await getKey())
      .update(`${userId}:${code}`)
      .digest('base64url');

  const useRecoveryCode = async (who: Who, typed: string): Promise<boolean> => {
    const code = readRecoveryCode(typed);
    if (!code || !(await store.useRecoveryCode(who.userId, await hashCode(who.userId, code)))) return false;
    await audit(who, { action: 'identity.recovery-code-used', target: who.email });
    return true;
  };

  const check = async (who: Who, isRight: () => Promise<boolean>, wrong: () => AppError) => {
    if (await guard(`otp:${who.userId}`, otpRule, isRight)) return;
    await audit(who, { action: 'identity.second-factor-failed', target: who.email });
    throw wrong();
  };

  const useCode = (who: Who, typed: string, others?: (code: string) => Promise<boolean>): Promise<void> => {
    const code = typed.replace(/\s/g, '');
    const isRight = async () =>
      (await useDeviceCode(who.userId, code)) ||
      (await useRecoveryCode(who, code)) ||
      ((await others?.(code)) ?? false);
    return check(who, isRight, () => new AppError(identityErrors.invalidOneTimeCode));
  };

  const assertProof = async (who: Who, { password, code }: Proof) => {
    if (code) await useCode(who, code);
    else if (password)
      await check(
        who,
        () => verifyPassword(who.userId, password),
        () => new AppError(identityErrors.invalidCurrentPassword),
      );
    else throw new AppError(identityErrors.proofNeeded);
  };

  const writeRecoveryCodes = async (userId: string) => {
    const codes = newRecoveryCodes();
    await store.replaceRecoveryCodes(userId, await Promise.all(codes.map((code) => hashCode(userId, code))));
    return codes;
  };

  return { findStep, check, useCode, assertProof, writeRecoveryCodes };
}

/** Verifies codes and proof. */
export type CodeChecks = ReturnType<typeof createCodeChecks>;
