import { queryOptions } from '@tanstack/react-query';
import { routes } from '@touchstone/contracts';
import { api } from '../../../shared/api.ts';

const { identity } = routes;
const devicesKey = ['identity', 'otp-devices'];

export const otpDevicesQuery = (interaction?: string) =>
  queryOptions({
    queryKey: [...devicesKey, { interaction }],
    queryFn: ({ signal }) =>
      api.call(identity.listOtpDevices, { query: interaction ? { interaction } : {} }, { signal }),
  });
/** Prefix of what changes when an app is added or removed. */
export const otpDevicesKey = devicesKey;

export const verifyOtp = (body: { interaction: string; code: string }) => api.call(identity.verifyOtp, { body });
export const mailOtp = (interaction: string) => api.call(identity.sendOtp, { body: { interaction } });
export const createQrCode = (name: string) => api.call(identity.getQrCode, { body: { name } });
export const confirmDevice = (body: { deviceId: string; code: string }) => api.call(identity.validateOtp, { body });

const codePattern = /^(\d{3} ?\d{3}|[a-z\d]{5}-[a-z\d]{5})$/i;
/** What the owner types to prove that it is still them: one-time and recovery codes have a form that no password of ours has. */
export const toProof = (typed: string) => {
  const text = typed.trim();
  return codePattern.test(text) ? { code: text } : { password: typed };
};
export const updateOtpStatus = (enabled: boolean, typed: string) =>
  api.call(identity.updateOtpStatus, { body: { enabled, ...toProof(typed) } });
export const removeDevice = (deviceId: string, typed: string) =>
  api.call(identity.removeOtpDevice, { body: { deviceId, ...toProof(typed) } });
export const createRecoveryCodes = (typed: string) => api.call(identity.createRecoveryCodes, { body: toProof(typed) });
