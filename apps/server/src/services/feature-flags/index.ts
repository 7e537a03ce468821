import { OpenFeature } from '@openfeature/server-sdk';
import type { EvaluatedFlag } from '@touchstone/contracts/feature-flags';
import { newId } from '@touchstone/kernel';
import type { Platform } from '../../platform/platform.ts';
import { defineService, type ServiceParts } from '../../platform/service.ts';
import { type UserManagement, userManagementService } from '../user-management/index.ts';
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
}

/** Evaluates flags through OpenFeature, each process with a provider of its own. */
async function createFeatureFlags(
  platform: Platform,
  { users }: { users: Pick<UserManagement, 'findUser' | 'findUserByEmail'> },
): Promise<ServiceParts<FeatureFlags>> {
  const { SIGN_UP_ROUTE: signUpRoute, PUBLIC_CLOUD: publicCloud, IDLE_TIMEOUT: idleTimeout } = platform.config;
  const defaults: FlagDefaults = { signUpRoute, publicCloud, idleTimeout };
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

  const signIn = async (): Promise<FlagDefaults> => {
    const [signUpRoute, publicCloud, idleTimeout] = await Promise.all([
      client.getStringValue('signUpRoute', defaults.signUpRoute),
      client.getBooleanValue('isPublicCloudEnabled', defaults.publicCloud),
      client.getBooleanValue('isIdleTimeoutEnabled', defaults.idleTimeout),
    ]);
    return { signUpRoute, publicCloud, idleTimeout };
  };
  return {
    door: { signIn },
    routes: (registrar) => addFeatureFlagRoutes(registrar, { flags, evaluate: { one, all }, isFirstLogin }),
  };
}

const needs = { users: userManagementService };

/** featureFlagsService keeps flags and evaluates them for users and for sign-in. */
export const featureFlagsService = defineService<FeatureFlags, typeof needs>({
  name: 'feature-flags',
  needs,
  errors: featureFlagErrors,
  migrations: new URL('./store/migrations/', import.meta.url),
  create: createFeatureFlags,
});
