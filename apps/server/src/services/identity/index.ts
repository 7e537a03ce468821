import { defineService } from '../../platform/service.ts';
import { featureFlagsService } from '../feature-flags/index.ts';
import { userManagementService } from '../user-management/index.ts';
import { identityErrors } from './errors.ts';
import { createIdentity, type Identity } from './service.ts';

export type { IdentityFlags } from './app/settings.ts';
export { identityErrors } from './errors.ts';
export { createIdentity, type Identity } from './service.ts';

const needs = { users: userManagementService, featureFlags: featureFlagsService };

/** identityService is the OpenID provider: sign-in, sessions, passwords, second factor. */
export const identityService = defineService<Identity, typeof needs>({
  name: 'identity',
  needs,
  errors: identityErrors,
  migrations: new URL('./store/migrations/', import.meta.url),
  create: (platform, { users, featureFlags }) => createIdentity({ platform, users, flags: featureFlags.signIn }),
});
