import { type LoaderFunctionArgs, type RouteObject, redirect } from 'react-router';
import { signInSettings } from './api/sign-up.queries.ts';
import { identityPaths } from './paths.ts';

/** Links in mails have several spellings; each leads to the same screen with its token. */
const leadTo =
  (path: string) =>
  ({ request }: LoaderFunctionArgs) =>
    redirect(path + new URL(request.url).search);

const signUpRoute = async () => (await signInSettings()).signUpRoute;
const signUpPage = async () => ({ Component: (await import('./pages/sign-up.page.tsx')).SignUpPage });

/** If an external issuer manages the accounts there is no password to set here: redirects to sign-in. */
async function passwordLoader() {
  return (await signInSettings()).issuer ? redirect(identityPaths.login) : null;
}

async function leadToSignUp({ request }: LoaderFunctionArgs) {
  return redirect(`/${await signUpRoute()}${new URL(request.url).search}`);
}

/** The page has one configured name; the default one redirects there, any other is unknown. */
async function signUpLoader(args: LoaderFunctionArgs) {
  const { pathname: name, searchParams } = new URL(args.request.url);
  if ((await signInSettings()).issuer && !searchParams.has('ssoTicket')) return redirect(identityPaths.login);
  if (name === `/${await signUpRoute()}`) return null;
  if (name === identityPaths.signUp) return leadToSignUp(args);
  throw new Response(null, { status: 404, statusText: 'Not Found' });
}

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
    loader: passwordLoader,
    lazy: async () => ({ Component: (await import('./pages/forgot-password.page.tsx')).ForgotPasswordPage }),
  },
  {
    path: identityPaths.passwordReset,
    loader: passwordLoader,
    lazy: async () => ({ Component: (await import('./pages/password-reset.page.tsx')).PasswordResetPage }),
  },
  {
    path: identityPaths.passwordResetted,
    lazy: async () => ({ Component: (await import('./pages/password-reset.page.tsx')).PasswordResettedPage }),
  },
  {
    path: identityPaths.emailVerified,
    loader: passwordLoader,
    lazy: async () => ({ Component: (await import('./pages/email-verified.page.tsx')).EmailVerifiedPage }),
  },
  {
    path: identityPaths.secondFactor,
    lazy: async () => ({ Component: (await import('./pages/second-factor.page.tsx')).SecondFactorPage }),
  },
  {
    path: identityPaths.terms,
    lazy: async () => ({ Component: (await import('./pages/terms.page.tsx')).TermsPage }),
  },
  { path: identityPaths.register, loader: leadToSignUp },
  { path: identityPaths.signUp, loader: signUpLoader, lazy: signUpPage },
  {
    path: identityPaths.updatePassword,
    loader: passwordLoader,
    lazy: async () => ({ Component: (await import('./pages/update-password.page.tsx')).UpdatePasswordPage }),
  },
  { path: '/login-actions/:action', loader: leadTo(identityPaths.forgotPassword) },
  {
    path: '/login-actions/:action/:login',
    loader: ({ params }) => redirect(`${identityPaths.forgotPassword}?login=${encodeURIComponent(params.login ?? '')}`),
  },
  // The configured name of the sign-up page.
  { path: '/:signUpRoute', loader: signUpLoader, lazy: signUpPage },
];
