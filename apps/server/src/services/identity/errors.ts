import { defineErrors } from '@touchstone/kernel';

export const identityErrors = defineErrors('IDENTITY', {
  invalidCredentials: [400, 'The e-mail or the password is wrong. Check both and try again.'],
  tooManyFailures: [429, 'Too many failed attempts. Wait {seconds} seconds and try again.'],
  accountInactive: [403, 'This account is deactivated. Ask an administrator of your organization.'],
  busy: [503, 'Too many people sign in at this moment. Try again in a few seconds.'],
  recaptchaMissing: [400, 'Recaptcha validation error.'],
  recaptchaRejected: [400, 'Recaptcha verification error.'],
  interactionExpired: [400, 'This sign-in has expired. Start again.'],
  sessionExpired: [400, 'Your session has expired. Please login again.'],
  invalidGrant: [400, 'This sign-in could not be completed. Start again.'],
  refusedRequest: [400, 'The identity server refused the request. See error_description.'],
  crossOrigin: [403, 'This call is accepted from pages of this server only.'],
  resetLinkInvalid: [400, 'This link is no longer valid. Ask for a new one on the page "Forgot password".'],
  passwordTooShort: [400, 'The password needs at least 8 characters.'],
  passwordTooLong: [400, 'The password can have at most 1024 characters.'],
  passwordTooCommon: [400, 'This password is among the most common ones. Choose another one.'],
});
