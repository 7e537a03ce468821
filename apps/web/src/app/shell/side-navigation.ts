import type { Role } from '@touchstone/contracts';

const without = ['/organization-dashboard', '/api-onboarding'];
const isIn = (pathname: string, area: string) => pathname === area || pathname.startsWith(`${area}/`);

/** hasSideNavigation tells whether the icon bar stands beside a page: not during onboarding, where an organization is chosen, or for the system user. */
export const hasSideNavigation = (pathname: string, role: Role): boolean =>
  role !== 'ROLE_SYSTEM' && !without.some((area) => isIn(pathname, area));

/** isApiTesting tells whether a page belongs to API testing, whose screens are then listed. */
export const isApiTesting = (pathname: string): boolean =>
  isIn(pathname, '/api-testing') && !isIn(pathname, '/api-testing/billing-history');

/** choosesOrganization tells whether the page is one of those on which an organization is chosen. */
export const choosesOrganization = (pathname: string): boolean => isIn(pathname, '/organization-dashboard');

/** needsDesktop tells whether a browser is that of a telephone or tablet that the product was not made for. */
export const needsDesktop = (userAgent: string): boolean => /iPhone|Android/.test(userAgent);
