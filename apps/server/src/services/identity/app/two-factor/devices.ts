import { AppError, newId } from '@touchstone/kernel';
import { generateSecret, generateURI } from 'otplib';
import { toString as drawQrCode } from 'qrcode';
import { identityErrors } from '../../errors.ts';
import { type CodeChecks, type Proof, placeOf, type TwoFactorNeeds, type Who } from './codes.ts';

const issuerName = 'Touchstone';
const maxDevices = 10;

/** createDevices adds, confirms and removes authenticator apps. */
export function createDevices(
  { platform, store }: TwoFactorNeeds,
  { findStep, check, assertProof, writeRecoveryCodes }: CodeChecks,
) {
  const { clock, secrets, audit } = platform;
  return {
    async enrol(who: Who, name: string) {
      const deviceId = newId();
      const secret = generateSecret();
      const sealedSecret = secrets.seal(secret, placeOf(deviceId));
      const device = { id: deviceId, userId: who.userId, name, sealedSecret, now: clock.now() };
      await store.addDevice(device, { most: maxDevices, full: identityErrors.tooManyDevices });
      const otpauthUrl = generateURI({ issuer: issuerName, label: who.email, secret });
      const svg = await drawQrCode(otpauthUrl, { type: 'svg', margin: 2 });
      return {
        deviceId,
        qrCode: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`,
        otpauthUrl,
        secret,
      };
    },
    async confirm(who: Who, { deviceId, code }: { deviceId: string; code: string }) {
      const device = await store.findUnconfirmed(who.userId, deviceId);
      let step: number | undefined;
      const isRight = async () => {
        step = device && findStep(device, code.replace(/\s/g, ''));
        return step !== undefined;
      };
      await check(who, isRight, () => new AppError(identityErrors.invalidOneTimeCode));
      const isFirst = (await store.listConfirmed(who.userId)).length === 0;
      if (!(await store.confirm(deviceId, step ?? 0, clock.now())))
        throw new AppError(identityErrors.invalidOneTimeCode);
      await store.setEnabled(who.userId, true, clock.now());
      await audit(who, { action: 'identity.second-factor-added', target: who.email });
      return isFirst ? writeRecoveryCodes(who.userId) : [];
    },
    async removeDevice(who: Who, { deviceId, ...proof }: { deviceId: string } & Proof) {
      await assertProof(who, proof);
      if (!(await store.removeDevice(who.userId, deviceId))) throw new AppError(identityErrors.noDevice);
      if (!(await store.listConfirmed(who.userId)).length) {
        await store.setEnabled(who.userId, false, clock.now());
        await store.replaceRecoveryCodes(who.userId, []);
      }
      await audit(who, { action: 'identity.second-factor-removed', target: who.email });
    },
  };
}
