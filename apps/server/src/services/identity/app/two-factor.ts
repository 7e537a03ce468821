import { createHmac } from 'node:crypto';
import { AppError, newId } from '@touchstone/kernel';
import { generateSecret, generateURI, verifySync } from 'otplib';
import { toString as drawQrCode } from 'qrcode';
import type { Platform } from '../../../platform/platform.ts';
import type { UserRecord } from '../../user-management/index.ts';
import { otpRule } from '../domain/lock-out.ts';
import { identityErrors } from '../errors.ts';
import type { OtpDevice, TwoFactorStore } from '../store/two-factor.store.ts';
import type { Origin } from './caution.ts';
import type { Guard } from './guard.ts';
import { newRecoveryCodes, readRecoveryCode } from './recovery-codes.ts';

const issuerName = 'Touchstone';
const mostDevices = 10;
/** A clock may be wrong by one step of 30 seconds. */
const toleranceSeconds = 30;

type Who = Origin & Pick<UserRecord, 'userId' | 'organizationId' | 'email'>;
/** Proof that it is still the owner who sits there: a password that was checked, or a code. */
interface Proof {
  password?: string | undefined;
  code?: string | undefined;
}

/** TwoFactor keeps authenticator apps and recovery codes and checks their codes. */
export interface TwoFactor {
  isRequired(userId: string): Promise<boolean>;
  /** Begins to add an app. Throws IDENTITY_TOO_MANY_DEVICES. */
  enrol(who: Who, name: string): Promise<{ deviceId: string; qrCode: string; otpauthUrl: string; secret: string }>;
  /** Confirms the app and turns two-factor on; recovery codes are made with the first app. Throws IDENTITY_INVALID_ONE_TIME_CODE. */
  confirm(who: Who, input: { deviceId: string; code: string }): Promise<string[]>;
  describe(userId: string): Promise<{ enabled: boolean; devices: OtpDevice[]; recoveryCodesLeft: number }>;
  /** Throws IDENTITY_NO_DEVICE, IDENTITY_PROOF_NEEDED, IDENTITY_INVALID_…. */
  setEnabled(who: Who, input: { enabled: boolean } & Proof): Promise<void>;
  removeDevice(who: Who, input: { deviceId: string } & Proof): Promise<void>;
  createRecoveryCodes(who: Who, proof: Proof): Promise<string[]>;
  /** Checks a code of an app or a recovery code and uses it up; `others` may accept one of another kind. Throws IDENTITY_INVALID_ONE_TIME_CODE, …_TOO_MANY_FAILURES. */
  useCode(who: Who, code: string, others?: (code: string) => Promise<boolean>): Promise<void>;
}

export function createTwoFactor(options: {
  platform: Platform;
  store: TwoFactorStore;
  guard: Guard;
  verifyPassword: (userId: string, password: string) => Promise<boolean>;
  getKey: () => Promise<string>;
}): TwoFactor {
  const { platform, store, guard, verifyPassword, getKey } = options;
  const { clock, secrets, audit } = platform;
  const placeOf = (deviceId: string) => `identity.otp_device.secret.${deviceId}`;

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

  const useCode: TwoFactor['useCode'] = (who, typed, others) => {
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

  return {
    isRequired: async (userId) => (await store.isEnabled(userId)) && (await store.listConfirmed(userId)).length > 0,
    async enrol(who, name) {
      if ((await store.listConfirmed(who.userId)).length >= mostDevices)
        throw new AppError(identityErrors.tooManyDevices, { params: { most: mostDevices } });
      const deviceId = newId();
      const secret = generateSecret();
      const sealedSecret = secrets.seal(secret, placeOf(deviceId));
      await store.addDevice({ id: deviceId, userId: who.userId, name, sealedSecret, now: clock.now() });
      const otpauthUrl = generateURI({ issuer: issuerName, label: who.email, secret });
      const svg = await drawQrCode(otpauthUrl, { type: 'svg', margin: 2 });
      return {
        deviceId,
        qrCode: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`,
        otpauthUrl,
        secret,
      };
    },
    async confirm(who, { deviceId, code }) {
      const device = await store.findUnconfirmed(who.userId, deviceId);
      let step: number | undefined;
      const isRight = async () => {
        step = device && findStep(device, code.replace(/\s/g, ''));
        return step !== undefined;
      };
      await check(who, isRight, () => new AppError(identityErrors.invalidOneTimeCode));
      const isFirst = (await store.listConfirmed(who.userId)).length === 0;
      await store.confirm(deviceId, step ?? 0, clock.now());
      await store.setEnabled(who.userId, true, clock.now());
      await audit(who, { action: 'identity.second-factor-added', target: who.email });
      return isFirst ? writeRecoveryCodes(who.userId) : [];
    },
    async describe(userId) {
      const [enabled, devices, recoveryCodesLeft] = await Promise.all([
        store.isEnabled(userId),
        store.listConfirmed(userId),
        store.countRecoveryCodes(userId),
      ]);
      return { enabled: enabled && devices.length > 0, devices, recoveryCodesLeft };
    },
    async setEnabled(who, { enabled, ...proof }) {
      if (enabled && !(await store.listConfirmed(who.userId)).length) throw new AppError(identityErrors.noDevice);
      await assertProof(who, proof);
      await store.setEnabled(who.userId, enabled, clock.now());
      await audit(who, { action: `identity.second-factor-${enabled ? 'enabled' : 'disabled'}`, target: who.email });
    },
    async removeDevice(who, { deviceId, ...proof }) {
      await assertProof(who, proof);
      if (!(await store.removeDevice(who.userId, deviceId))) throw new AppError(identityErrors.noDevice);
      if (!(await store.listConfirmed(who.userId)).length) {
        await store.setEnabled(who.userId, false, clock.now());
        await store.replaceRecoveryCodes(who.userId, []);
      }
      await audit(who, { action: 'identity.second-factor-removed', target: who.email });
    },
    async createRecoveryCodes(who, proof) {
      if (!(await store.listConfirmed(who.userId)).length) throw new AppError(identityErrors.noDevice);
      await assertProof(who, proof);
      await audit(who, { action: 'identity.recovery-codes-made', target: who.email });
      return writeRecoveryCodes(who.userId);
    },
    useCode,
  };
}
