import { type LoaderFunctionArgs, type RouteObject, redirect } from 'react-router';
import { identityPaths } from './paths.ts';

/** Links of mails have several spellings; each leads to the one screen, with its token. */
const leadTo =
  (path: string) =>
  ({ request }: LoaderFunctionArgs) =>
    redirect(path + new URL(request.url).search);

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
  { path: '/update-password', loader: leadTo(identityPaths.passwordReset) },
  { path: '/email-verified', loader: leadTo(identityPaths.passwordReset) },
  { path: '/login-actions/:action', loader: leadTo(identityPaths.forgotPassword) },
  { path: '/login-actions/:action/:login', loader: leadTo(identityPaths.forgotPassword) },
];
