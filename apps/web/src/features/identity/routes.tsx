import type { RouteObject } from 'react-router';
import { identityPaths } from './paths.ts';

/** Screens before sign-in. */
export const identityRoutes: RouteObject[] = [
  {
    path: identityPaths.login,
    lazy: async () => ({ Component: (await import('./pages/login.page.tsx')).LoginPage }),
  },
  {
    path: identityPaths.callback,
    lazy: async () => ({ Component: (await import('./pages/callback.page.tsx')).CallbackPage }),
  },
  {
    path: identityPaths.forgotPassword,
    lazy: async () => ({ Component: (await import('./pages/forgot-password.page.tsx')).ForgotPasswordPage }),
  },
  {
    path: identityPaths.passwordReset,
    lazy: async () => ({ Component: (await import('./pages/password-reset.page.tsx')).PasswordResetPage }),
  },
  {
    path: identityPaths.passwordResetted,
    lazy: async () => ({ Component: (await import('./pages/password-reset.page.tsx')).PasswordResettedPage }),
  },
];
