import type { SignInSettings } from '@touchstone/contracts/identity';
import type { FeatureFlags } from '../../feature-flags/index.ts';
import type { IdentityConfig } from '../config.ts';
import { issuerHost } from './sign-in/external-issuer.ts';

export type SignInSettingsReader = () => Promise<SignInSettings>;

/** What feature flags decide about sign-in; without them, the configuration does. */
export type IdentityFlags = () => Promise<{ signUpRoute: string; publicCloud: boolean; idleTimeout: boolean }>;

export const flagsOf = (config: IdentityConfig): IdentityFlags => {
  const flags = {
    signUpRoute: config.SIGN_UP_ROUTE,
    publicCloud: config.PUBLIC_CLOUD,
    idleTimeout: config.IDLE_TIMEOUT,
  };
  return async () => flags;
};

/** createFlagReader reads the feature flags, whose defaults come from the configuration. */
export const createFlagReader =
  (config: IdentityConfig, evaluate: FeatureFlags['evaluate']): IdentityFlags =>
  async () => {
    const [signUpRoute, publicCloud, idleTimeout] = await Promise.all([
      evaluate('signUpRoute', config.SIGN_UP_ROUTE),
      evaluate('isPublicCloudEnabled', config.PUBLIC_CLOUD),
      evaluate('isIdleTimeoutEnabled', config.IDLE_TIMEOUT),
    ]);
    return { signUpRoute, publicCloud, idleTimeout };
  };

/** createSettingsReader returns what the page needs to know before sign-in. */
export function createSettingsReader(options: {
  config: IdentityConfig;
  flags: IdentityFlags;
  keepsMails: boolean;
}): SignInSettingsReader {
  const { config, flags, keepsMails } = options;
  return async () => {
    const { signUpRoute, publicCloud, idleTimeout } = await flags();
    const idle = {
      enabled: idleTimeout,
      thresholdSeconds: config.IDLE_THRESHOLD_SECONDS,
      countdownSeconds: config.IDLE_COUNTDOWN_SECONDS,
    };
    return { signUpRoute, publicCloud, idle, issuer: issuerHost(config), keepsMails };
  };
}
