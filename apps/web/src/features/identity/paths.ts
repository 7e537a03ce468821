export const identityPaths = {
  login: '/login',
  callback: '/callback',
  forgotPassword: '/forgot-password',
  passwordReset: '/password-reset',
  passwordResetted: '/password-resetted',
};
