import { OpenFeature } from '@openfeature/server-sdk';
import type { EvaluatedFlag } from '@touchstone/contracts/feature-flags';
import { newId } from '@touchstone/kernel';
import type { Platform } from '../../platform/platform.ts';
import { defineService, type ServiceParts } from '../../platform/service.ts';
import { add, takeNamed } from '../../platform/slots.ts';
import { type UserManagement, userManagementService } from '../user-management/index.ts';
import { FlagProvider } from './app/flag-provider.ts';
import { createFlags, featureFlags } from './app/flags.ts';
import type { FlagDefinition, FlagValue, TargetingContext } from './domain/flags.ts';
import type { TargetedPerson } from './domain/targeting-context.ts';
import { featureFlagErrors } from './errors.ts';
import { pageOnlyFlags } from './flags.ts';
import { addFeatureFlagRoutes } from './routes/feature-flags.routes.ts';

export { featureFlags } from './app/flags.ts';
export type { FlagList } from './domain/flags.ts';

/** FeatureFlags is the service's front door: flags before sign-in. */
export interface FeatureFlags {
  /** The value of a flag for everyone; `standard` if it can't be evaluated. */
  evaluate<Value extends FlagValue>(key: string, standard: Value): Promise<Value>;
}

/** Evaluates flags through OpenFeature; each process has its own provider. */
async function createFeatureFlags(
  platform: Platform,
  { users }: { users: Pick<UserManagement, 'findUser' | 'findUserByEmail'> },
): Promise<ServiceParts<FeatureFlags>> {
  const definitions: Record<string, FlagDefinition> = {};
  const findPerson = async (email: string): Promise<TargetedPerson | undefined> => {
    const user = await users.findUserByEmail(email);
    return user && { ...user, name: `${user.firstName} ${user.lastName}`.trim() };
  };
  const isFirstLogin = async (userId: string) => (await users.findUser(userId))?.firstLogin ?? false;
  const flags = createFlags({ platform, definitions, findPerson });
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

  async function evaluate(key: string, standard: FlagValue): Promise<FlagValue> {
    return typeof standard === 'boolean' ? client.getBooleanValue(key, standard) : client.getStringValue(key, standard);
  }
  return {
    door: { evaluate: evaluate as FeatureFlags['evaluate'] },
    takes: [takeNamed(featureFlags, definitions)],
    adds: [add(featureFlags, pageOnlyFlags)],
    routes: (registrar) => addFeatureFlagRoutes(registrar, { flags, evaluate: { one, all }, isFirstLogin }),
  };
}

const needs = { users: userManagementService };

/** featureFlagsService is the service that stores flags and evaluates them for users and for sign-in. */
export const featureFlagsService = defineService<FeatureFlags, typeof needs>({
  name: 'feature-flags',
  needs,
  errors: featureFlagErrors,
  migrations: new URL('./store/migrations/', import.meta.url),
  create: createFeatureFlags,
});
