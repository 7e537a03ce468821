import type { Role } from '@touchstone/contracts';
import type { Place } from '../../shared/feature/place.ts';

/** hasSideNavigation tells whether the icon bar stands beside a page: not where a feature hides it, where an organization is chosen, or for the system user. */
export const hasSideNavigation = (place: Place | undefined, role: Role): boolean =>
  role !== 'ROLE_SYSTEM' && !place?.hidesNavigation && place?.scope !== 'installation';

/** needsDesktop tells whether a browser is that of a telephone or tablet that the product was not made for. */
export const needsDesktop = (userAgent: string): boolean => /iPhone|Android/.test(userAgent);
