import type { ScriptSummary } from '@touchstone/contracts/api-testing';

/** scriptSummary returns a script as listed in a suite. */
export const scriptSummary = (scriptId: string, folder = ''): ScriptSummary => ({
  scriptId,
  folder,
  scriptName: scriptId,
  suiteId: 's',
  projectId: 'p',
  method: 'GET',
  url: 'https://a.test',
  position: 0,
  assertionCount: 0,
  updatedAt: '2026-01-01T00:00:00.000Z',
});
