import { signUpRouteSchema } from '@touchstone/contracts/feature-flags';
import type { FlagList } from '../feature-flags/index.ts';
import type { IdentityConfig } from './config.ts';

/** identityFlags flags about sign-in; their defaults come from the configuration. */
export const identityFlags = (
  config: Pick<IdentityConfig, 'PUBLIC_CLOUD' | 'IDLE_TIMEOUT' | 'SIGN_UP_ROUTE'>,
): FlagList => ({
  isPublicCloudEnabled: {
    description: 'Public edition of API testing: onboarding and landing pages',
    value: config.PUBLIC_CLOUD,
    beforeSignIn: true,
  },
  isIdleTimeoutEnabled: {
    description: 'Sessions without activity end',
    value: config.IDLE_TIMEOUT,
    beforeSignIn: true,
  },
  signUpRoute: {
    description: 'Name of the sign-up page',
    value: config.SIGN_UP_ROUTE,
    beforeSignIn: true,
    check: (value) => signUpRouteSchema.safeParse(value).error?.issues[0]?.message,
  },
});
