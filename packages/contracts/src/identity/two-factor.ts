import { z } from 'zod';
import { publicAccess, publicChecksCaller, route } from '../route.ts';
import { idSchema, okSchema, timeSchema } from '../shared.ts';

const service = 'identity';

/**
 * The state of an open sign-in. With `otpRequired`, a one-time code is outstanding; otherwise the browser goes to
 * `redirectTo`.
 */
export const loginStatusSchema = z.object({
  loginMode: z.enum(['social', '2fa', 'direct']),
  status: z.enum(['complete', 'otpRequired']),
  redirectTo: z.string().optional(),
});
/** The state of a sign-in. */
export type LoginStatus = z.infer<typeof loginStatusSchema>;

const codeSchema = z.string().trim().min(1, 'This field is required').max(40);
/** Proof that the caller is still the owner. */
const proof = {
  password: z.string().max(1024).optional(),
  code: codeSchema.optional().describe('One-time code or recovery code'),
};
const recoveryCodesSchema = z.array(z.string()).describe('Shown this once; each works once');

/**
 * These calls are public by contract. Those on a user's own settings check the bearer token themselves; the list of
 * apps and the last two serve an open sign-in (`interaction`), whose browser entered the right password and has no
 * session yet.
 */
export const twoFactorRoutes = {
  getQrCode: route({
    service,
    method: 'POST',
    path: '/get-qr-code',
    access: publicChecksCaller,
    summary: 'Begin to add an authenticator app: its secret as QR code and text',
    body: z.strictObject({ name: z.string().trim().min(1).max(60).default('Authenticator app') }),
    response: z.object({
      deviceId: idSchema,
      qrCode: z.string().describe('SVG image as data URL'),
      otpauthUrl: z.string(),
      secret: z.string().describe('The secret in base32, to type in by hand'),
    }),
  }),
  validateOtp: route({
    service,
    method: 'POST',
    path: '/validate-otp',
    access: publicChecksCaller,
    summary: 'Confirm the new authenticator app with its first code, which turns two-factor authentication on',
    body: z.strictObject({ deviceId: idSchema, code: codeSchema }),
    response: z.object({ message: z.string(), recoveryCodes: recoveryCodesSchema }),
  }),
  listOtpDevices: route({
    service,
    method: 'GET',
    path: '/get-otp-configured-devices',
    access: publicChecksCaller,
    summary: 'The authenticator apps of the caller, or of the open sign-in',
    query: z.strictObject({ interaction: z.string().max(200).optional() }),
    response: z.object({
      enabled: z.boolean(),
      recoveryCodesLeft: z.number().int(),
      devices: z.array(
        z.object({
          deviceId: z.string(),
          deviceName: z.string(),
          createdAt: timeSchema,
          lastUsedAt: timeSchema.nullable(),
        }),
      ),
    }),
  }),
  updateOtpStatus: route({
    service,
    method: 'PUT',
    path: '/update-otp-configuration-status',
    access: publicChecksCaller,
    summary: 'Turn two-factor authentication on or off; needs the password or a code',
    body: z.strictObject({ enabled: z.boolean(), ...proof }),
    response: okSchema,
  }),
  removeOtpDevice: route({
    service,
    method: 'POST',
    path: '/remove-otp-device',
    access: publicChecksCaller,
    summary:
      'Remove an authenticator app; needs the password or a code. The last one turns two-factor authentication off',
    body: z.strictObject({ deviceId: idSchema, ...proof }),
    response: okSchema,
  }),
  createRecoveryCodes: route({
    service,
    method: 'POST',
    path: '/recovery-codes',
    access: publicChecksCaller,
    summary: 'New recovery codes in place of the former ones; needs the password or a code',
    body: z.strictObject(proof),
    response: z.object({ recoveryCodes: recoveryCodesSchema }),
  }),
  verifyOtp: route({
    service,
    method: 'POST',
    path: '/api-public/verify-otp',
    access: publicAccess,
    summary: 'Finish an open sign-in with a one-time code, a mailed code or a recovery code',
    body: z.strictObject({ interaction: z.string().min(1).max(200), code: codeSchema }),
    response: loginStatusSchema,
  }),
  sendOtp: route({
    service,
    method: 'POST',
    path: '/api-public/send-otp',
    access: publicAccess,
    summary: 'Mail a one-time code for an open sign-in',
    body: z.strictObject({ interaction: z.string().min(1).max(200) }),
    response: okSchema,
  }),
};
