import type { Role } from '@touchstone/contracts';
import type { Place } from '../../shared/feature/place.ts';

/**
 * hasSideNavigation returns whether the icon bar is shown next to a page: not where a feature hides it, while an
 * organization is being chosen, or for the system user.
 */
export const hasSideNavigation = (place: Place | undefined, role: Role): boolean =>
  role !== 'ROLE_SYSTEM' && !place?.hidesNavigation && place?.scope !== 'installation';

/** needsDesktop returns whether a browser belongs to a phone or tablet that the product isn't made for. */
export const needsDesktop = (userAgent: string): boolean => /iPhone|Android/.test(userAgent);
