import { all, type ServiceCalls, superAdministers } from '../expectation.ts';

/** Feature flags. */
export const calls: ServiceCalls = {
  audiences: {
    members: `
      POST feature-flags/ofrep/v1/evaluate/flags
      POST feature-flags/ofrep/v1/evaluate/flags/{key}
    `,
    superAdministrators: `
      GET feature-flags/api/feature-flags
      POST feature-flags/api/feature-flags/preview
    `,
    superAdministratorsWhoChange: `
      PUT feature-flags/api/feature-flags
    `,
  },
  expectations: {
    'POST feature-flags/ofrep/v1/evaluate/flags': all(200),
    'POST feature-flags/ofrep/v1/evaluate/flags/{key}': all(200),
    'GET feature-flags/api/feature-flags': all(403),
    'PUT feature-flags/api/feature-flags': superAdministers(404),
    'POST feature-flags/api/feature-flags/preview': all(403),
  },
  examples: () => ({
    'POST feature-flags/ofrep/v1/evaluate/flags': { body: {} },
    'POST feature-flags/ofrep/v1/evaluate/flags/{key}': { params: { key: 'signUpRoute' }, body: {} },
    'PUT feature-flags/api/feature-flags': { body: { key: 'no-such-flag', revision: null, value: 'join' } },
    'POST feature-flags/api/feature-flags/preview': {
      body: { key: 'signUpRoute', value: 'join', rules: [], context: {} },
    },
  }),
};
