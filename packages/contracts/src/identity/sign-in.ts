import { z } from 'zod';
import { roles } from '../roles.ts';
import { canRead, publicAccess, route } from '../route.ts';
import { okSchema } from '../shared.ts';
import { newPasswordSchema } from './sign-up.ts';
import { loginStatusSchema } from './two-factor.ts';

const service = 'identity';

/** Role of a user. */
export const roleSchema = z.enum(roles);

/** Claims of the signed-in user, as shell.md §3 names them. */
export const accountSchema = z.object({
  userId: z.string(),
  email: z.string(),
  login: z.string(),
  name: z.string(),
  given_name: z.string(),
  family_name: z.string(),
  role: roleSchema,
  plan: z.enum(['FREE', 'PRO', 'ENTERPRISE', 'EXPIRED']),
  organization_id: z.string(),
  organization_name: z.string(),
  firstLogin: z.boolean(),
  identity_provider: z.string().nullable(),
  teams: z.array(
    z.object({ teamId: z.string(), teamUuid: z.string(), teamName: z.string(), teamDescription: z.string() }),
  ),
  modeStatus: z.enum(['light', 'dark', 'auto']),
});
export type Account = z.infer<typeof accountSchema>;

/** Response of the token endpoint (RFC 6749, section 5.1). */
export const tokenResponseSchema = z.object({
  access_token: z.string(),
  refresh_token: z.string().optional(),
  id_token: z.string().optional(),
  token_type: z.string(),
  session_state: z.string().optional(),
  expires_in: z.number(),
  refresh_expires_in: z.number().optional(),
  scope: z.string().optional(),
});
export type TokenResponse = z.infer<typeof tokenResponseSchema>;

/** The user whose password to reset. */
export const forgotPasswordSchema = z.strictObject({ login: z.email('Please enter valid email id') });

export const signInRoutes = {
  token: route({
    service,
    method: 'POST',
    path: '/token',
    bodyType: 'form',
    access: publicAccess,
    summary: 'Token endpoint (RFC 6749): password, authorization code and refresh token grants, form-encoded',
    body: z.looseObject({
      grant_type: z.string(),
      username: z.string().optional(),
      password: z.string().optional(),
      otp: z.string().optional(),
      client_id: z.string().optional(),
      code: z.string().optional(),
      code_verifier: z.string().optional(),
      redirect_uri: z.string().optional(),
      refresh_token: z.string().optional(),
      scope: z.string().optional(),
    }),
    response: tokenResponseSchema,
  }),
  /**
   * Signs in on the open interaction of the issuer (the /login page posts here) and returns where the browser goes
   * next.
   */
  login: route({
    service,
    method: 'POST',
    path: '/interaction/login',
    access: publicAccess,
    summary: 'Finish the sign-in interaction with e-mail and password',
    body: z.strictObject({
      interaction: z.string().min(1).max(200),
      login: z.string().min(1, 'Please enter email id').max(320),
      password: z.string().min(1, 'Please enter password').max(1024),
      botCheck: z.string().max(10_000).optional(),
    }),
    response: loginStatusSchema,
  }),
  logout: route({
    service,
    method: 'GET',
    path: '/logout',
    access: { kind: 'user', effect: 'read', evenShutOut: true },
    summary: 'End the session of the caller and revoke its tokens',
    query: z.strictObject({ login: z.string().optional() }),
    response: okSchema.extend({
      redirectTo: z.url().optional().describe('Where the browser signs out of the external issuer too'),
    }),
  }),
  listIdentityProviders: route({
    service,
    method: 'GET',
    path: '/get-identity-providers',
    access: publicAccess,
    summary: 'Identity providers that the sign-in page offers',
    response: z.array(z.object({ alias: z.string(), displayName: z.string(), imageUrl: z.string() })),
  }),
  getBotChallenge: route({
    service,
    method: 'GET',
    path: '/bot-challenge',
    access: publicAccess,
    summary: 'A proof-of-work challenge for the bot check',
    response: z.looseObject({}),
  }),
  validateRecaptcha: route({
    service,
    method: 'POST',
    path: '/validate-recaptcha',
    access: publicAccess,
    summary: 'Check the solution of a bot challenge',
    body: z.strictObject({ recaptcha: z.string().max(10_000), login: z.string().max(320).optional() }),
    response: okSchema,
  }),
  getAccount: route({
    service,
    method: 'GET',
    path: '/api/account',
    access: canRead,
    summary: 'Who the caller is: claims, organization, teams',
    response: accountSchema,
  }),
  forgotPassword: route({
    service,
    method: 'POST',
    path: '/forgot-password-email',
    access: publicAccess,
    summary: 'Mail a link to reset the password; the answer never tells whether the account exists',
    body: forgotPasswordSchema,
    response: okSchema,
  }),
  resetPassword: route({
    service,
    method: 'POST',
    path: '/reset-password',
    access: publicAccess,
    summary: 'Set a new password with the token of the mailed link',
    body: z.strictObject({
      token: z.string().min(1).max(500),
      password: newPasswordSchema,
    }),
    response: okSchema,
  }),
};
