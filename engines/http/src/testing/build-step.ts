import type { HttpStep } from '../core/plan.ts';

/** buildStep returns a complete step for a test; only relevant members are given. */
export function buildStep(overrides: Partial<HttpStep> = {}): HttpStep {
  return {
    id: 'step',
    name: 'Step',
    group: 'group',
    method: 'GET',
    url: 'http://localhost/',
    headers: [],
    queryParams: [],
    pathParams: [],
    body: { type: 'none' },
    authentication: { type: 'none' },
    assertions: [],
    dataHandlers: [],
    settings: {},
    ...overrides,
  };
}
