import { OpenFeature } from '@openfeature/server-sdk';
import type { EvaluatedFlag } from '@touchstone/contracts';
import { newId } from '@touchstone/kernel';
import type { Platform } from '../../platform/platform.ts';
import type { Service } from '../../platform/service.ts';
import type { UserManagement } from '../user-management/index.ts';
import { FlagProvider } from './app/flag-provider.ts';
import { createFlags } from './app/flags.ts';
import type { FlagDefaults, TargetingContext } from './domain/flags.ts';
import type { TargetedPerson } from './domain/targeting-context.ts';
import { featureFlagErrors } from './errors.ts';
import { addFeatureFlagRoutes } from './routes/feature-flags.routes.ts';

export { featureFlagErrors } from './errors.ts';

/** FeatureFlags is the front door: flags before anybody has signed in. */
export interface FeatureFlags {
  /** What flags decide about sign-in, for everybody. */
  signIn(): Promise<FlagDefaults>;
  service: Service;
}

/** createFeatureFlags evaluates flags through OpenFeature, each process with a provider of its own. */
export async function createFeatureFlags(needs: {
  platform: Platform;
  users: Pick<UserManagement, 'findUser' | 'findUserByEmail'>;
  defaults: FlagDefaults;
}): Promise<FeatureFlags> {
  const { platform, users, defaults } = needs;
  const findPerson = async (email: string): Promise<TargetedPerson | undefined> => {
    const user = await users.findUserByEmail(email);
    return user && { ...user, name: `${user.firstName} ${user.lastName}`.trim() };
  };
  const isFirstLogin = async (userId: string) => (await users.findUser(userId))?.firstLogin ?? false;
  const flags = createFlags({ platform, defaults, findPerson });
  const domain = `touchstone-${newId()}`;
  await OpenFeature.setProviderAndWait(domain, new FlagProvider(flags.read));
  const client = OpenFeature.getClient(domain);

  const one = async (key: string, context: TargetingContext): Promise<EvaluatedFlag | undefined> => {
    const flag = (await flags.read()).get(key);
    if (!flag) return undefined;
    const { key: targetingKey, ...attributes } = context;
    const asked = { ...attributes, ...(targetingKey && { targetingKey }) };
    const { value, reason, variant } =
      typeof flag.value === 'boolean'
        ? await client.getBooleanDetails(key, flag.value, asked)
        : await client.getStringDetails(key, flag.value, asked);
    return { key, value, reason: reason ?? 'UNKNOWN', ...(variant !== undefined && { variant }) };
  };
  const all = async (context: TargetingContext): Promise<EvaluatedFlag[]> => {
    const evaluated = await Promise.all([...(await flags.read()).keys()].map((key) => one(key, context)));
    return evaluated.filter((flag) => flag !== undefined);
  };

  return {
    async signIn() {
      const [signUpRoute, publicCloud, idleTimeout] = await Promise.all([
        client.getStringValue('signUpRoute', defaults.signUpRoute),
        client.getBooleanValue('isPublicCloudEnabled', defaults.publicCloud),
        client.getBooleanValue('isIdleTimeoutEnabled', defaults.idleTimeout),
      ]);
      return { signUpRoute, publicCloud, idleTimeout };
    },
    service: {
      name: 'feature-flags',
      errors: featureFlagErrors,
      routes: (registrar) => addFeatureFlagRoutes(registrar, { flags, evaluate: { one, all }, isFirstLogin }),
    },
  };
}
