import type { SignInSettings } from '@touchstone/contracts/identity';
import type { Config } from '../../../platform/config.ts';
import { issuerHost } from './sign-in/external-issuer.ts';

export type SignInSettingsReader = () => Promise<SignInSettings>;

/** What feature flags decide about sign-in; without them the configuration does. */
export type IdentityFlags = () => Promise<{ signUpRoute: string; publicCloud: boolean; idleTimeout: boolean }>;

export const flagsOf = (config: Config): IdentityFlags => {
  const flags = {
    signUpRoute: config.SIGN_UP_ROUTE,
    publicCloud: config.PUBLIC_CLOUD,
    idleTimeout: config.IDLE_TIMEOUT,
  };
  return async () => flags;
};

/** createSettingsReader answers what the page needs to know before anybody is signed in. */
export function createSettingsReader(config: Config, flags: IdentityFlags): SignInSettingsReader {
  return async () => {
    const { signUpRoute, publicCloud, idleTimeout } = await flags();
    const idle = {
      enabled: idleTimeout,
      thresholdSeconds: config.IDLE_THRESHOLD_SECONDS,
      countdownSeconds: config.IDLE_COUNTDOWN_SECONDS,
    };
    return { signUpRoute, publicCloud, idle, issuer: issuerHost(config), keepsMails: !config.SMTP_URL };
  };
}
