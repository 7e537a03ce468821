import type { MockSettings } from '@touchstone/contracts/service-virtualization';
import { type MockProblem, parseScope } from '@touchstone/engine-mock/core';

/** The settings of a new mock. */
export const defaultMockSettings: MockSettings = {
  access: 'open',
  allowedNetworks: [],
  isStrict: false,
  cors: false,
  seed: null,
  journalLimit: 1000,
  proxyTo: null,
  delay: null,
  stateScope: 'global',
  acceptsAnyCertificate: false,
};

/** settingsOf returns the stored settings of a mock, completed with the defaults. */
export const settingsOf = (stored: Partial<MockSettings>): MockSettings => ({ ...defaultMockSettings, ...stored });

/** settingProblems validates settings beyond their schema. */
export function settingProblems({ stateScope }: MockSettings): MockProblem[] {
  if (parseScope(stateScope) !== undefined) return [];
  const message =
    'Write global, session, header:NAME, cookie:NAME, query:NAME, claim:NAME, or a template such as {{request.query.user}}.';
  return [{ path: 'settings.stateScope', message }];
}
