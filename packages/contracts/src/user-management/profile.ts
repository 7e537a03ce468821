import { z } from 'zod';
import { type Access, canRead, route } from '../route.ts';
import { idSchema, okSchema, queryBoolean, timeSchema } from '../shared.ts';
import { organizationUserSchema, personName, phoneNumberSchema } from './user.ts';

const service = 'user-management';
const login = z.string().max(320).optional().describe('The own e-mail; the token says who calls');
/** Everyone with a profile: all except the system user. Guests may change their own, too. */
const ownProfile: Access = { kind: 'user', effect: 'read', deniedRoles: ['ROLE_SYSTEM'] };
/** A token acts for its owner without a page, which guests may not do. */
const ownToken: Access = { kind: 'user', effect: 'read', deniedRoles: ['ROLE_SYSTEM', 'ROLE_GUEST'] };

/** The profile of the caller. */
export const profileSchema = organizationUserSchema.extend({
  organizationId: z.string(),
  organizationName: z.string(),
  modeStatus: z.enum(['light', 'dark', 'auto']),
  /** Address of the photo; null without one. */
  photoUrl: z.string().nullable(),
});
export type Profile = z.infer<typeof profileSchema>;

/** The key with which programs call on the user's behalf. */
export const aiTokenSchema = z.object({
  /** Identifies the token in `updateAITokenStatus`; the key itself is shown once, when it is created. */
  apiToken: z.string().nullable(),
  /** The last characters of the key. */
  keyEnding: z.string().nullable(),
  enabled: z.boolean(),
  createdAt: timeSchema.nullable(),
});
export type AiToken = z.infer<typeof aiTokenSchema>;

/** An old and a new password. */
export const passwordChangeSchema = z
  .strictObject({
    currentPassword: z.string().min(1, 'This field is required').max(1024),
    newPassword: z.string().min(1, 'This field is required').max(1024),
    confirmPassword: z.string().max(1024),
  })
  .refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, {
    path: ['confirmPassword'],
    message: 'The password confirmation does not match',
  })
  .refine(({ currentPassword, newPassword }) => currentPassword !== newPassword, {
    path: ['newPassword'],
    message: 'The new password is the same as your old password',
  });

export const profileRoutes = {
  getProfile: route({
    service,
    method: 'GET',
    path: '/api/profile-info',
    access: ownProfile,
    summary: 'Profile of the caller',
    response: profileSchema,
  }),
  updateProfile: route({
    service,
    method: 'PUT',
    path: '/api/profile-info',
    access: ownProfile,
    summary: 'Change the own name and telephone number',
    body: z.strictObject({
      firstName: personName('first name').optional(),
      lastName: personName('last name').optional(),
      phoneNumber: phoneNumberSchema.optional(),
    }),
    response: profileSchema,
  }),
  editProfilePhoto: route({
    service,
    method: 'PUT',
    path: '/edit-profile-photo',
    access: ownProfile,
    bodyType: 'multipart',
    summary: 'Upload the own photo: PNG, JPEG, GIF or WebP, at most 2 MB',
    response: profileSchema,
  }),
  deleteProfilePhoto: route({
    service,
    method: 'DELETE',
    path: '/delete-profile-photo',
    access: ownProfile,
    summary: 'Delete the own photo',
    response: profileSchema,
  }),
  getProfilePhoto: route({
    service,
    method: 'GET',
    path: '/profile-photo/{userId}',
    access: canRead,
    summary: 'Photo of a user of the organization',
    params: z.object({ userId: idSchema }),
    produces: 'image/*',
  }),
  changePassword: route({
    service,
    method: 'POST',
    path: '/api/change_password',
    access: ownProfile,
    summary: 'Change the own password; every other session of the caller ends',
    body: passwordChangeSchema,
    response: okSchema,
  }),
  updateDarkMode: route({
    service,
    method: 'PUT',
    path: '/api/update-dark-mode',
    access: canRead,
    summary: 'Keep the colour scheme of the caller',
    query: z.strictObject({ mode: z.enum(['light', 'dark', 'auto']), login }),
    response: okSchema,
  }),
  getPlanType: route({
    service,
    method: 'GET',
    path: '/api/plan-type',
    access: canRead,
    summary: 'Plan of the organization',
    response: z.object({ type: z.enum(['FREE', 'PRO', 'ENTERPRISE', 'EXPIRED']) }),
  }),
  getPlanExpiryDate: route({
    service,
    method: 'GET',
    path: '/api/plan-expiry-date',
    access: canRead,
    summary: 'End of the trial or of the paid time; null without an end',
    response: z.object({ planExpiryDate: timeSchema.nullable() }),
  }),
  getAccountStatus: route({
    service,
    method: 'GET',
    path: '/api/account-status',
    access: canRead,
    summary: 'Whether organization and user are let in',
    response: z.object({ accountStatus: z.enum(['ACTIVE', 'DEACTIVATED']), plan: z.string(), activated: z.boolean() }),
  }),
  updateLoginInformation: route({
    service,
    method: 'PUT',
    path: '/api/update-login-information',
    access: canRead,
    summary: 'The caller has seen what a first sign-in shows',
    query: z.strictObject({ login }),
    response: okSchema,
  }),
  getRandomData: route({
    service,
    method: 'GET',
    path: '/api/randdata',
    access: canRead,
    summary: 'Made-up personal data for test forms, another at each call',
    response: z.object({
      firstName: z.string(),
      lastName: z.string(),
      email: z.string(),
      phoneNumber: z.string(),
      companyName: z.string(),
      uuid: z.string(),
    }),
  }),
  getAiToken: route({
    service,
    method: 'GET',
    path: '/api/getAIToken',
    access: ownProfile,
    summary: 'State of the own AI token',
    query: z.strictObject({ login }),
    response: aiTokenSchema,
  }),
  generateAiToken: route({
    service,
    method: 'POST',
    path: '/api/generateAIToken',
    access: ownToken,
    summary: 'Make a new AI token in place of the present one; the key is in this answer only',
    query: z.strictObject({ login }),
    body: z.strictObject({
      confirmation: z.literal('Generate', { error: "Please Type 'Generate' to generate new key value" }),
    }),
    status: 201,
    response: aiTokenSchema.extend({ key: z.string() }),
  }),
  updateAiTokenStatus: route({
    service,
    method: 'PUT',
    path: '/api/updateAITokenStatus',
    access: ownToken,
    summary: 'Switch the own AI token on or off',
    query: z.strictObject({ apiToken: idSchema, enabled: queryBoolean }),
    response: aiTokenSchema,
  }),
};
