import type { MockSettings } from '@touchstone/contracts/service-virtualization';
import { type MockProblem, parseScope } from '@touchstone/engine-mock/core';

/** What a new mock has. */
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

/** settingsOf are the settings of a mock with the defaults for what it does not say. */
export const settingsOf = (stored: Partial<MockSettings>): MockSettings => ({ ...defaultMockSettings, ...stored });

/** settingProblems finds what is wrong with settings beyond their form. */
export function settingProblems({ stateScope }: MockSettings): MockProblem[] {
  if (parseScope(stateScope) !== undefined) return [];
  const message =
    'Write global, session, header:NAME, cookie:NAME, query:NAME, claim:NAME, or a template such as {{request.query.user}}.';
  return [{ path: 'settings.stateScope', message }];
}
