import { AppError } from '@touchstone/kernel';
import { identityErrors } from '../../errors.ts';
import type { OtpDevice } from '../../store/two-factor.store.ts';
import { createCodeChecks, type Proof, type TwoFactorNeeds, type Who } from '../two-factor/codes.ts';
import { createDevices } from '../two-factor/devices.ts';

/** TwoFactor manages authenticator apps and recovery codes, and verifies their codes. */
export interface TwoFactor {
  isRequired(userId: string): Promise<boolean>;
  /** Starts adding an app. Throws IDENTITY_TOO_MANY_DEVICES. */
  enrol(who: Who, name: string): Promise<{ deviceId: string; qrCode: string; otpauthUrl: string; secret: string }>;
  /**
   * Confirms the app and enables two-factor authentication; the first app also creates the recovery codes. Throws
   * IDENTITY_INVALID_ONE_TIME_CODE.
   */
  confirm(who: Who, input: { deviceId: string; code: string }): Promise<string[]>;
  describe(userId: string): Promise<{ enabled: boolean; devices: OtpDevice[]; recoveryCodesLeft: number }>;
  /** Throws IDENTITY_NO_DEVICE, IDENTITY_PROOF_NEEDED, IDENTITY_INVALID_…. */
  setEnabled(who: Who, input: { enabled: boolean } & Proof): Promise<void>;
  removeDevice(who: Who, input: { deviceId: string } & Proof): Promise<void>;
  createRecoveryCodes(who: Who, proof: Proof): Promise<string[]>;
  /**
   * Verifies and consumes an app's code or a recovery code; `others` may accept another kind of code. Throws
   * IDENTITY_INVALID_ONE_TIME_CODE, …_TOO_MANY_FAILURES.
   */
  useCode(who: Who, code: string, others?: (code: string) => Promise<boolean>): Promise<void>;
}

export function createTwoFactor(needs: TwoFactorNeeds): TwoFactor {
  const { platform, store } = needs;
  const { clock, audit } = platform;
  const codes = createCodeChecks(needs);
  const { useCode, assertProof, writeRecoveryCodes } = codes;

  return {
    ...createDevices(needs, codes),
    isRequired: async (userId) => (await store.isEnabled(userId)) && (await store.listConfirmed(userId)).length > 0,
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
    async createRecoveryCodes(who, proof) {
      if (!(await store.listConfirmed(who.userId)).length) throw new AppError(identityErrors.noDevice);
      await assertProof(who, proof);
      await audit(who, { action: 'identity.recovery-codes-made', target: who.email });
      return writeRecoveryCodes(who.userId);
    },
    useCode,
  };
}
