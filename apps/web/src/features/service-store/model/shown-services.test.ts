import type { Role } from '@touchstone/contracts';
import { pageFlags } from '@touchstone/contracts/feature-flags';
import { expect, test } from 'vitest';
import { licensedServices, servicesOfTeam, shownServices } from './shown-services.ts';

test('the Desktop category is shown only with its flag [service-store-6]', () => {
  const services = [{ category: 'API_TESTING' }, { category: 'DESKTOP_TESTING' }];
  expect(shownServices(services, { ...pageFlags, isDesktopTestingEnabled: false })).toEqual([
    { category: 'API_TESTING' },
  ]);
  expect(shownServices(services, { ...pageFlags, isDesktopTestingEnabled: true })).toEqual(services);
});

test.each<[Role, string[]]>([
  ['ROLE_USER', ['active', 'expired']],
  ['ROLE_ADMIN', ['active', 'expired']],
  ['ROLE_GUEST', ['active', 'expired']],
  ['ROLE_SUPERADMIN', ['active', 'expired', 'none']],
  ['ROLE_SUPERUSER', ['active', 'expired', 'none']],
])('%s has the services with the licences %j [service-store-4]', (role, names) => {
  const offered = [
    { name: 'active', licenseStatus: 'ACTIVE' as const },
    { name: 'expired', licenseStatus: 'EXPIRED' as const },
    { name: 'none', licenseStatus: null },
  ];
  expect(licensedServices(offered, role).map(({ name }) => name)).toEqual(names);
});

test.each([
  [undefined, ['both', 'first', 'nobody']],
  ['t1', ['both', 'first']],
  ['t2', ['both']],
  ['t3', []],
])('the team %s uses %j [service-store-2]', (teamId, names) => {
  const services = [
    { name: 'both', teamIds: ['t1', 't2'] },
    { name: 'first', teamIds: ['t1'] },
    { name: 'nobody', teamIds: [] },
  ];
  expect(servicesOfTeam(services, teamId).map(({ name }) => name)).toEqual(names);
});
