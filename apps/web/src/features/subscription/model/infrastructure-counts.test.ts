import type { InfrastructureLicence } from '@touchstone/contracts/subscription';
import { expect, test } from 'vitest';
import { countDedicated } from './infrastructure-counts.ts';

const licence = (
  subscriptionStatus: InfrastructureLicence['subscriptionStatus'],
  teamId: string | null,
): InfrastructureLicence => ({
  uuid: 'l1',
  kind: 'DEVICE',
  name: 'Pixel',
  operatingSystem: 'Android',
  subscriptionType: 'DEDICATED',
  subscriptionStatus,
  subscriptionEndDate: '2026-01-01T00:00:00.000Z',
  teamId,
  teamUuid: teamId,
});

test('unassigned is total minus assigned; cancelled ones no longer count [plans-licences-4]', () => {
  const licences = [
    licence('ACTIVE', 't1'),
    licence('ACTIVE', null),
    licence('EXPIRED', 't1'),
    licence('PENDING', null),
    licence('CANCELLED', null),
  ];
  expect(countDedicated(licences)).toEqual({ total: 4, assigned: 2, unassigned: 2, expired: 1 });
});

test('without expired licences, none are counted as expired', () => {
  const licences = [licence('ACTIVE', 't1'), licence('PENDING', 't2')];
  expect(countDedicated(licences)).toEqual({ total: 2, assigned: 2, unassigned: 0, expired: 0 });
});
