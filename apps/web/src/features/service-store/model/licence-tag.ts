import type { Role } from '@touchstone/contracts';
import type { OfferedService } from '@touchstone/contracts/subscription';

type Licence = Pick<OfferedService, 'licenseStatus' | 'remainingDays'>;
const windowDays = 15;

/** isExpired tells whether a service cannot be used any more: its licence has ended, or the plan has. */
export const isExpired = ({ licenseStatus }: Licence, isPlanExpired: boolean): boolean =>
  isPlanExpired || licenseStatus === 'EXPIRED';

/** licenceTag is what stands beside a service about the end of its licence; guests never see that it is over. */
export function licenceTag(
  licence: Licence,
  { role, isPlanExpired }: { role: Role; isPlanExpired: boolean },
): string | undefined {
  if (isExpired(licence, isPlanExpired)) return role === 'ROLE_GUEST' ? undefined : 'Expired';
  const days = licence.remainingDays;
  if (licence.licenseStatus !== 'ACTIVE' || days === null || days < 1 || days > windowDays) return undefined;
  return days === 1 ? 'Expire by tomorrow' : `Expire in ${days} Days`;
}
