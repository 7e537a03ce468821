import type { Role } from '@touchstone/contracts';
import { expect, test } from 'vitest';
import type { Place } from '../../shared/feature/place.ts';
import { house } from '../house.ts';
import { hasSideNavigation, needsDesktop } from './side-navigation.ts';

const placeAt = (pathname: string): Place | undefined => {
  const page = house.pageAt(pathname);
  return house.routes.find(({ place }) => place.feature === page?.feature)?.place;
};

test.each<[string, Role, boolean]>([
  ['/dashboard', 'ROLE_USER', true],
  ['/api-testing/workspace', 'ROLE_GUEST', true],
  ['/api-testing/workspace', 'ROLE_SYSTEM', false],
  ['/organization-dashboard', 'ROLE_SUPERADMIN', false],
  ['/organization-dashboard/limits', 'ROLE_SUPERUSER', false],
  ['/organization-dashboards', 'ROLE_SUPERADMIN', true],
  ['/api-onboarding/welcome', 'ROLE_ADMIN', false],
])('at %s, %s has the side navigation: %s [navigation-3]', (pathname, role, expected) => {
  expect(hasSideNavigation(placeAt(pathname), role)).toBe(expected);
});

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15', true],
  ['Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0 Mobile', true],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0', false],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15', false],
])('%s needs a desktop: %s [navigation-5]', (userAgent, expected) => {
  expect(needsDesktop(userAgent)).toBe(expected);
});
