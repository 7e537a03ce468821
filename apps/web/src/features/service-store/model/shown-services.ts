import type { Role } from '@touchstone/contracts';
import type { PageFlag } from '@touchstone/contracts/feature-flags';
import type { OfferedService } from '@touchstone/contracts/subscription';
import type { FlagValues } from '../../../shared/flags/flag-values.ts';
import { isSuperRole } from '../../../shared/organization/chosen-organization.ts';

/** Categories that a flag must switch on. */
const flagOf: Record<string, PageFlag> = { DESKTOP_TESTING: 'isDesktopTestingEnabled' };

/** shownServices leaves out what belongs to a category that its flag switches off. */
export function shownServices<T extends { category: string }>(services: readonly T[], flags: FlagValues): T[] {
  return services.filter(({ category }) => {
    const flag = flagOf[category];
    return flag === undefined || flags[flag];
  });
}

/** licensedServices are those that the user has a licence of, ended or not; super roles need none. */
export const licensedServices = <T extends Pick<OfferedService, 'licenseStatus'>>(
  offered: readonly T[],
  role: Role,
): T[] => offered.filter(({ licenseStatus }) => licenseStatus !== null || isSuperRole(role));

/** servicesOfTeam are those that a team uses; without a team all. */
export const servicesOfTeam = <T extends Pick<OfferedService, 'teamIds'>>(
  services: readonly T[],
  teamId: string | undefined,
): T[] => services.filter(({ teamIds }) => teamId === undefined || teamIds.includes(teamId));
