import type { OfferedService } from '@touchstone/contracts/subscription';
import { expect, test } from 'vitest';
import type { CreateForm, CreateKind, CreateTarget } from '../../shared/create/create-target.ts';
import { loadForms, offeredServices } from './offered-services.ts';

const form: CreateForm = { fields: [], create: async () => '/', refreshes: [] };
const target = (serviceName: string, ...kinds: CreateKind[]): CreateTarget => ({
  serviceName,
  kinds,
  access: { service: serviceName },
  load: async () => Object.fromEntries(kinds.map((kind) => [kind, form])),
});
const targets = [
  target('API Testing', 'project', 'suite'),
  target('Web Testing', 'project', 'suite', 'script'),
  target('Device Farm', 'project'),
  target('SAP Testing', 'project', 'suite', 'script'),
];
const service = (serviceName: string, more: Partial<OfferedService> = {}): OfferedService => ({
  uuid: serviceName,
  serviceName,
  category: 'X',
  description: '',
  path: null,
  isSubscribed: true,
  licenseStatus: 'ACTIVE',
  subscriptionEndDate: null,
  remainingDays: null,
  teamIds: ['team'],
  ...more,
});
const all = ['API Testing', 'Web Testing', 'Device Farm', 'SAP Testing', 'Unregistered'].map((name) => service(name));
const offered = (kind: CreateKind, services: OfferedService[], role: 'ROLE_USER' | 'ROLE_SUPERADMIN' = 'ROLE_USER') =>
  offeredServices({ kind, targets, services, role, teamId: 'team' }).map((offer) => offer.service.serviceName);

test.each([
  { kind: 'project', names: ['API Testing', 'Web Testing', 'Device Farm'] },
  { kind: 'suite', names: ['API Testing', 'Web Testing'] },
  { kind: 'script', names: ['Web Testing'] },
] as const)('a $kind can be created in $names, never in SAP Testing [global-create-2]', ({ kind, names }) => {
  expect(offered(kind, all)).toEqual(names);
});

test.each([
  { licenseStatus: 'ACTIVE', teamIds: ['team'], role: 'ROLE_USER', isOffered: true },
  { licenseStatus: 'EXPIRED', teamIds: ['team'], role: 'ROLE_USER', isOffered: false },
  { licenseStatus: null, teamIds: ['team'], role: 'ROLE_USER', isOffered: false },
  { licenseStatus: null, teamIds: ['team'], role: 'ROLE_SUPERADMIN', isOffered: true },
  { licenseStatus: 'ACTIVE', teamIds: ['other'], role: 'ROLE_USER', isOffered: false },
] as const)(
  'licence $licenseStatus, teams $teamIds, $role: offered is $isOffered [global-create-2]',
  ({ licenseStatus, teamIds, role, isOffered }) => {
    expect(offered('project', [service('API Testing', { licenseStatus, teamIds: [...teamIds] })], role)).toEqual(
      isOffered ? ['API Testing'] : [],
    );
  },
);

test('a service that declares a kind must have its form', async () => {
  const offers = offeredServices({ kind: 'suite', targets, services: all, role: 'ROLE_USER', teamId: 'team' });
  expect((await loadForms(offers, 'suite')).map((offer) => offer.form)).toEqual([form, form]);
  const broken = offers.map((offer) => ({ ...offer, target: { ...offer.target, load: async () => ({}) } }));
  await expect(loadForms(broken, 'suite')).rejects.toThrow('API Testing has no form to create a suite.');
});
