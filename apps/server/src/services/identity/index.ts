import { defineService } from '../../platform/service.ts';
import { add } from '../../platform/slots.ts';
import { featureFlags, featureFlagsService } from '../feature-flags/index.ts';
import { userManagementService } from '../user-management/index.ts';
import { createFlagReader } from './app/settings.ts';
import { checkIdentityConfig, identitySettings } from './config.ts';
import { identityErrors } from './errors.ts';
import { identityFlags } from './flags.ts';
import { createIdentity, type Identity } from './service.ts';

export type { IdentityFlags } from './app/settings.ts';
export { createIdentity, type Identity } from './service.ts';

const needs = { users: userManagementService, flags: featureFlagsService };

/** identityService is the OpenID provider: sign-in, sessions, passwords, second factor. */
export const identityService = defineService<Identity, typeof needs, typeof identitySettings>({
  name: 'identity',
  needs,
  config: identitySettings,
  checkConfig: checkIdentityConfig,
  errors: identityErrors,
  migrations: new URL('./store/migrations/', import.meta.url),
  create(platform, { users, flags: { evaluate } }, config) {
    const parts = createIdentity({ platform, users, config, flags: createFlagReader(config, evaluate) });
    return { ...parts, adds: [...(parts.adds ?? []), add(featureFlags, identityFlags(config))] };
  },
});
