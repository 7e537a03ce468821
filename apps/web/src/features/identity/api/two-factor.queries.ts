import { queryOptions } from '@tanstack/react-query';
import { identityRoutes } from '@touchstone/contracts/identity';
import { api } from '../../../shared/api.ts';

const devicesKey = ['identity', 'otp-devices'];

export const otpDevicesQuery = (interaction?: string) =>
  queryOptions({
    queryKey: [...devicesKey, { interaction }],
    queryFn: ({ signal }) =>
      api.call(identityRoutes.listOtpDevices, { query: interaction ? { interaction } : {} }, { signal }),
  });
/** Prefix of the queries affected when an app is added or removed. */
export const otpDevicesKey = devicesKey;

export const verifyOtp = (body: { interaction: string; code: string }) => api.call(identityRoutes.verifyOtp, { body });
export const mailOtp = (interaction: string) => api.call(identityRoutes.sendOtp, { body: { interaction } });
export const createQrCode = (name: string) => api.call(identityRoutes.getQrCode, { body: { name } });
export const confirmDevice = (body: { deviceId: string; code: string }) =>
  api.call(identityRoutes.validateOtp, { body });

const codePattern = /^(\d{3} ?\d{3}|[a-z\d]{5}-[a-z\d]{5})$/i;
/** Turns what the user typed into a proof of identity: one-time and recovery codes have a form that no password has. */
export const toProof = (typed: string) => {
  const text = typed.trim();
  return codePattern.test(text) ? { code: text } : { password: typed };
};
export const updateOtpStatus = (enabled: boolean, typed: string) =>
  api.call(identityRoutes.updateOtpStatus, { body: { enabled, ...toProof(typed) } });
export const removeDevice = (deviceId: string, typed: string) =>
  api.call(identityRoutes.removeOtpDevice, { body: { deviceId, ...toProof(typed) } });
export const createRecoveryCodes = (typed: string) =>
  api.call(identityRoutes.createRecoveryCodes, { body: toProof(typed) });
