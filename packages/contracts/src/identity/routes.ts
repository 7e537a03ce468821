import { outboxRoutes } from './outbox.ts';
import { sessionRoutes } from './sessions.ts';
import { signInRoutes } from './sign-in.ts';
import { signUpRoutes } from './sign-up.ts';
import { twoFactorRoutes } from './two-factor.ts';

/** Every call of identity. */
export const identityRoutes = {
  ...signUpRoutes,
  ...twoFactorRoutes,
  ...sessionRoutes,
  ...outboxRoutes,
  ...signInRoutes,
};
