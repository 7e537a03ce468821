import type { Role } from '@touchstone/contracts';
import type { PageFlag } from '@touchstone/contracts/feature-flags';
import type { OfferedService } from '@touchstone/contracts/subscription';
import type { FlagValues } from '../../../shared/flags/flag-values.ts';
import { isSuperRole } from '../../../shared/organization/chosen-organization.ts';

/** Categories that require a flag. */
const flagOf: Record<string, PageFlag> = { DESKTOP_TESTING: 'isDesktopTestingEnabled' };

/** shownServices filters out categories whose flag is off. */
export function shownServices<T extends { category: string }>(services: readonly T[], flags: FlagValues): T[] {
  return services.filter(({ category }) => {
    const flag = flagOf[category];
    return flag === undefined || flags[flag];
  });
}

/** licensedServices returns services that the user has a licence for, expired or not; super roles need none. */
export const licensedServices = <T extends Pick<OfferedService, 'licenseStatus'>>(
  offered: readonly T[],
  role: Role,
): T[] => offered.filter(({ licenseStatus }) => licenseStatus !== null || isSuperRole(role));

/** servicesOfTeam returns the services used by a team; all without a team. */
export const servicesOfTeam = <T extends Pick<OfferedService, 'teamIds'>>(
  services: readonly T[],
  teamId: string | undefined,
): T[] => services.filter(({ teamIds }) => teamId === undefined || teamIds.includes(teamId));
