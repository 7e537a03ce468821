import { expect, test } from 'vitest';
import type { IdentityConfig } from '../config.ts';
import { createFlagReader, createSettingsReader, flagsOf } from './settings.ts';

const config = {
  SIGN_UP_ROUTE: 'sign-up',
  PUBLIC_CLOUD: false,
  IDLE_TIMEOUT: true,
  IDLE_THRESHOLD_SECONDS: 900,
  IDLE_COUNTDOWN_SECONDS: 60,
} as IdentityConfig;

test('without feature flags the configuration decides about sign-in', async () => {
  const read = createSettingsReader({ config, flags: flagsOf(config), keepsMails: true });
  expect(await read()).toEqual({
    signUpRoute: 'sign-up',
    publicCloud: false,
    idle: { enabled: true, thresholdSeconds: 900, countdownSeconds: 60 },
    issuer: null,
    keepsMails: true,
  });
});

test('feature flags get the configuration as default, and decide', async () => {
  const asked: unknown[] = [];
  const answers: Record<string, unknown> = {
    signUpRoute: 'join',
    isPublicCloudEnabled: true,
    isIdleTimeoutEnabled: false,
  };
  const evaluate = (async (name: string, otherwise: unknown) => {
    asked.push([name, otherwise]);
    return answers[name];
  }) as Parameters<typeof createFlagReader>[1];
  const elsewhere = { ...config, OIDC_ISSUER: 'https://login.example.test:8443/realm' };
  const read = createSettingsReader({
    config: elsewhere,
    flags: createFlagReader(config, evaluate),
    keepsMails: false,
  });
  expect(await read()).toMatchObject({
    signUpRoute: 'join',
    publicCloud: true,
    idle: { enabled: false },
    issuer: 'login.example.test:8443',
  });
  expect(asked).toEqual([
    ['signUpRoute', 'sign-up'],
    ['isPublicCloudEnabled', false],
    ['isIdleTimeoutEnabled', true],
  ]);
});
