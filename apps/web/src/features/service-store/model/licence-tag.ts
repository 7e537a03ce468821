import type { Role } from '@touchstone/contracts';
import type { OfferedService } from '@touchstone/contracts/subscription';

type Licence = Pick<OfferedService, 'licenseStatus' | 'remainingDays'>;
const windowDays = 15;

/** isExpired returns whether a service is no longer usable because its licence or the plan has expired. */
export const isExpired = ({ licenseStatus }: Licence, isPlanExpired: boolean): boolean =>
  isPlanExpired || licenseStatus === 'EXPIRED';

/** licenceTag returns the tag for the end of a service's licence; guests never see that it has expired. */
export function licenceTag(
  licence: Licence,
  { role, isPlanExpired }: { role: Role; isPlanExpired: boolean },
): string | undefined {
  if (isExpired(licence, isPlanExpired)) return role === 'ROLE_GUEST' ? undefined : 'Expired';
  const days = licence.remainingDays;
  if (licence.licenseStatus !== 'ACTIVE' || days === null || days < 1 || days > windowDays) return undefined;
  return days === 1 ? 'Expire by tomorrow' : `Expire in ${days} Days`;
}
