import { z } from 'zod';
import { canRead, publicAccess, route } from '../route.ts';
import { okSchema } from '../shared.ts';
import { countries, defaultCountryCode, isContactNumber } from './countries.ts';

const service = 'identity';
const longestName = 100;
const tokenSchema = z.string().min(1).max(500);
const recaptchaSchema = z.string().max(10_000).optional().describe('Solution of a bot challenge');

/** A letter first, then letters, spaces and quotes. */
const personName = (what: 'first name' | 'last name') => {
  const title = what === 'first name' ? 'First name' : 'Last name';
  return z
    .string()
    .trim()
    .min(1, `Please enter ${what}`)
    .max(longestName, `${title} cannot be above ${longestName} characters`)
    .regex(/^\p{L}[\p{L}\p{M} '’"]*$/u, `Please enter valid ${what}`);
};
const firstNameSchema = personName('first name');
const lastNameSchema = personName('last name');

/** An e-mail address, forced to lower case. */
export const emailSchema = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, 'Please enter email id')
  .max(320, 'Please enter valid email id')
  .pipe(z.email('Please enter valid email id'));

/** A new password. */
export const newPasswordSchema = z.string().min(8, 'The password needs at least 8 characters').max(1024);

const countryCodeSchema = z
  .string()
  .refine((code) => countries.some((country) => country.dial_code === code), 'Please select an option');
const contactNumberSchema = z.string().trim().max(30, 'Please enter valid contact number');

/** The sign-up form; the page and the server validate it by this schema. */
export const signUpFieldsSchema = z.strictObject({
  firstName: firstNameSchema,
  lastName: lastNameSchema,
  login: emailSchema,
  countryCode: countryCodeSchema.default(defaultCountryCode),
  contactNumber: contactNumberSchema.default(''),
  organizationName: z
    .string()
    .trim()
    .min(1, 'Please enter organization name')
    .max(longestName, `Organization name cannot be above ${longestName} characters`)
    .regex(/^[\p{L}\p{N}][\p{L}\p{M}\p{N}\-. ]*$/u, 'Please enter valid organization name'),
});
/** Fields of the sign-up page. */
export type SignUpFields = z.infer<typeof signUpFieldsSchema>;

interface Contact {
  countryCode?: string | undefined;
  contactNumber?: string | undefined;
}
/** contactNumberRule allows an empty number; otherwise requires the country's number of digits. */
export const contactNumberRule = [
  (fields: Contact) =>
    !fields.contactNumber || isContactNumber(fields.countryCode ?? defaultCountryCode, fields.contactNumber),
  { path: ['contactNumber'], message: 'Please enter valid contact number' },
] as const satisfies [(fields: Contact) => boolean, { path: string[]; message: string }];

/** The sign-up request. */
export const registrationSchema = z
  .strictObject({
    ...signUpFieldsSchema.shape,
    phoneNumber: z.string().max(40).optional().describe('countryCode-contactNumber; the server joins them itself'),
    normalUsers: z
      .array(
        z.strictObject({
          ipAddress: z.string().max(60).optional().describe('The server takes the address of the call'),
          termsAndConditionFlag: z.literal(true, 'The terms of service must be accepted.'),
        }),
      )
      .length(1),
    plan: z.strictObject({ planName: z.literal('FREE') }),
    role: z.literal('ADMIN'),
    isSSO: z.boolean().default(false),
    ssoTicket: tokenSchema.optional().describe('What the provider sign-up handed over; instead of the bot check'),
    recaptcha: recaptchaSchema,
  })
  .refine(...contactNumberRule);

const contactFields = {
  name: z.string().trim().min(1, 'This field is required').max(200),
  email: emailSchema,
  recaptcha: recaptchaSchema,
};
/** A visitor's message to the installation's operators. */
export const messageFieldsSchema = z.strictObject({
  ...contactFields,
  message: z.string().trim().min(1, 'This field is required').max(5000),
});
/** A request for a demo. */
export const demoFieldsSchema = z.strictObject({
  ...contactFields,
  organizationName: z.string().trim().max(longestName).default(''),
  message: z.string().trim().max(5000).default(''),
});

/** What the sign-in pages need before sign-in. */
export const signInSettingsSchema = z.object({
  signUpRoute: z.string().describe('Name of the sign-up page, without slash'),
  issuer: z
    .string()
    .nullable()
    .describe('Host of the external issuer that keeps the accounts; null where this server keeps them'),
  keepsMails: z.boolean().describe('Whether mails stay in the outbox, because no mail server is set'),
  publicCloud: z.boolean().describe('Whether this is the public edition of API testing'),
  idle: z.object({
    enabled: z.boolean(),
    thresholdSeconds: z.number().int(),
    countdownSeconds: z.number().int(),
  }),
});
export type SignInSettings = z.infer<typeof signInSettingsSchema>;

export const signUpRoutes = {
  getSignInSettings: route({
    service,
    method: 'GET',
    path: '/sign-in-settings',
    access: publicAccess,
    summary: 'What the page needs to know before sign-in: sign-up route, edition, idle times',
    response: signInSettingsSchema,
  }),
  register: route({
    service,
    method: 'POST',
    path: '/register',
    access: publicAccess,
    summary:
      'Sign up an organization with its first administrator; the answer never tells whether the address is known',
    body: registrationSchema,
    response: okSchema,
  }),
  resendLink: route({
    service,
    method: 'PUT',
    path: '/resend-link',
    access: publicAccess,
    summary: 'Mail the verification link once more; the answer never tells whether the address is known',
    body: z.strictObject({ login: emailSchema, recaptcha: recaptchaSchema }),
    response: okSchema,
  }),
  verifyEmail: route({
    service,
    method: 'GET',
    path: '/verify-email',
    access: publicAccess,
    summary: 'Whose account a mailed verification link activates; changes nothing, so that mail scanners may follow it',
    query: z.strictObject({ token: tokenSchema }),
    response: z.object({ login: z.string(), firstName: z.string(), organizationName: z.string() }),
  }),
  activateAccount: route({
    service,
    method: 'POST',
    path: '/account-activation',
    access: publicAccess,
    summary: 'Activate the account of a mailed verification link and set its password',
    body: z.strictObject({ token: tokenSchema, password: newPasswordSchema }),
    response: okSchema,
  }),
  updateUser: route({
    service,
    method: 'PUT',
    path: '/update-users',
    access: canRead,
    summary: 'Change names and number of the caller',
    body: z
      .strictObject({
        firstName: firstNameSchema.optional(),
        lastName: lastNameSchema.optional(),
        countryCode: countryCodeSchema.optional(),
        contactNumber: contactNumberSchema.optional(),
      })
      .refine(...contactNumberRule),
    response: okSchema,
  }),
  bookDemo: route({
    service,
    method: 'POST',
    path: '/api/bookdemo',
    access: publicAccess,
    summary: 'Ask the people who run this installation for a demonstration',
    body: demoFieldsSchema,
    response: okSchema,
  }),
  dropMessage: route({
    service,
    method: 'POST',
    path: '/api/dropmessage',
    access: publicAccess,
    summary: 'Write to the people who run this installation',
    body: messageFieldsSchema,
    response: okSchema,
  }),
};
