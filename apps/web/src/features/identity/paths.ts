/** Addresses of sign-in, sign-up and passwords. */
export const identityPaths = {
  login: '/login',
  secondFactor: '/login/two-factor-authentication',
  callback: '/callback',
  /** Redirects to the page's current name. */
  register: '/register',
  signUp: '/sign-up',
  terms: '/tos',
  emailVerified: '/email-verified',
  forgotPassword: '/forgot-password',
  passwordReset: '/password-reset',
  passwordResetted: '/password-resetted',
  updatePassword: '/update-password',
  security: '/account/security',
  outbox: '/outbox',
};
