import { identityPaths } from '../paths.ts';

const exact = new Set<string>([
  identityPaths.login,
  identityPaths.secondFactor,
  identityPaths.callback,
  identityPaths.register,
  identityPaths.signUp,
  identityPaths.terms,
  identityPaths.emailVerified,
  identityPaths.forgotPassword,
  identityPaths.passwordReset,
  identityPaths.passwordResetted,
  identityPaths.updatePassword,
]);

/** isPublicPath returns whether a page needs no session, so that the end of one isn't reported there. */
export const isPublicPath = (path: string): boolean => exact.has(path) || path.startsWith('/login-actions/');
