import type { Role } from '@touchstone/contracts';
import type { OfferedService } from '@touchstone/contracts/subscription';
import { expect, test } from 'vitest';
import { licenceTag } from './licence-tag.ts';

const cases: [OfferedService['licenseStatus'], number | null, Role, boolean, string | undefined][] = [
  ['ACTIVE', null, 'ROLE_USER', false, undefined],
  ['ACTIVE', 16, 'ROLE_USER', false, undefined],
  ['ACTIVE', 15, 'ROLE_USER', false, 'Expire in 15 Days'],
  ['ACTIVE', 2, 'ROLE_GUEST', false, 'Expire in 2 Days'],
  ['ACTIVE', 1, 'ROLE_USER', false, 'Expire by tomorrow'],
  ['EXPIRED', 0, 'ROLE_USER', false, 'Expired'],
  ['EXPIRED', 0, 'ROLE_GUEST', false, undefined],
  ['ACTIVE', 10, 'ROLE_ADMIN', true, 'Expired'],
  ['ACTIVE', 10, 'ROLE_GUEST', true, undefined],
  [null, null, 'ROLE_USER', false, undefined],
  [null, 3, 'ROLE_USER', false, undefined],
  ['ACTIVE', 0, 'ROLE_USER', false, undefined],
];
test.each(cases)('a licence that is %s with %s days says to %s, plan expired %s: %s [navigation-2]', (...given) => {
  const [licenseStatus, remainingDays, role, isPlanExpired, expected] = given;
  expect(licenceTag({ licenseStatus, remainingDays }, { role, isPlanExpired })).toBe(expected);
});
