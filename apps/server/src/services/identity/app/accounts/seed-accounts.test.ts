import { expect, test } from 'vitest';
import type { SeedContext } from '../../../../platform/service.ts';
import type { UserManagement } from '../../../user-management/index.ts';
import type { IdentityConfig } from '../../config.ts';
import { createSeedAccounts } from './seed-accounts.ts';

const admin = { TOUCHSTONE_ADMIN_EMAIL: 'root@example.test' };
const superAdmin = { TOUCHSTONE_SUPERADMIN_EMAIL: 'super@example.test' };
const password = 'a quiet password';

/** A first start with these settings, where these users already exist. */
async function start(settings: Partial<IdentityConfig>, existing: string[] = []) {
  const made: { organizationName: string; plan: string; admin: { email: string; role: string } }[] = [];
  const passwords = new Map<string, string>();
  const users = {
    isEmpty: async () => existing.length + made.length === 0,
    findUserByEmail: async (email: string) => (existing.includes(email) ? { email } : undefined),
    createOrganization: async (organization: (typeof made)[number]) => {
      made.push(organization);
      return { userId: organization.admin.email, organizationId: 'o', teamId: 't' };
    },
  } as unknown as UserManagement;
  const context: SeedContext = { accounts: [], founder: undefined };
  const setPassword = async (userId: string, given: string) => void passwords.set(userId, given);
  await createSeedAccounts({ config: settings as IdentityConfig, users, setPassword })(context);
  return { ...context, made, passwords };
}

test('the first start creates an organization whose administrator owns what other services seed', async () => {
  const { accounts, founder, made, passwords } = await start({ ...admin, TOUCHSTONE_ADMIN_PASSWORD: password });
  expect(made).toMatchObject([{ plan: 'PRO', teamName: 'Team One', admin: { role: 'ROLE_ADMIN' } }]);
  expect(founder).toMatchObject({
    userId: 'root@example.test',
    email: 'root@example.test',
    role: 'ROLE_ADMIN',
    plan: 'PRO',
    organizationId: 'o',
    teamIds: ['t'],
    teamId: 't',
  });
  expect(passwords.get('root@example.test')).toBe(password);
  // The password comes from the settings, so it isn't shown.
  expect(accounts).toEqual([{ email: 'root@example.test', passwordSetting: 'TOUCHSTONE_ADMIN_PASSWORD' }]);
});

test('the super administrator gets a separate organization', async () => {
  const { made, accounts, passwords } = await start({ ...superAdmin, TOUCHSTONE_SUPERADMIN_PASSWORD: password }, [
    'someone@example.test',
  ]);
  expect(made).toMatchObject([
    {
      organizationName: 'Operations',
      plan: 'ENTERPRISE',
      admin: { email: 'super@example.test', role: 'ROLE_SUPERADMIN' },
    },
  ]);
  expect(passwords.get('super@example.test')).toBe(password);
  expect(accounts).toEqual([{ email: 'super@example.test', passwordSetting: 'TOUCHSTONE_SUPERADMIN_PASSWORD' }]);
});

test('without passwords in the settings each account gets a generated one, which is shown once', async () => {
  const { accounts, passwords } = await start({ ...admin, ...superAdmin });
  expect(accounts.map(({ email }) => email)).toEqual(['root@example.test', 'super@example.test']);
  for (const account of accounts) {
    expect(account.password).toMatch(/^[\w-]{16}$/);
    expect(passwords.get(account.email)).toBe(account.password);
  }
  expect(new Set(passwords.values()).size).toBe(2);
});

test.each([
  ['a later start', admin, ['other@example.test']],
  ['a later start with a super administrator', { ...admin, ...superAdmin }, ['super@example.test']],
])('%s creates nothing that already exists', async (_name, settings, existing) => {
  const { made, accounts, founder, passwords } = await start(settings, existing);
  expect([made, accounts, founder, passwords.size]).toEqual([[], [], undefined, 0]);
});

test.each([
  ['administrator', { ...admin, TOUCHSTONE_ADMIN_PASSWORD: 'Password123' }],
  ['super administrator', { ...admin, ...superAdmin, TOUCHSTONE_SUPERADMIN_PASSWORD: 'short' }],
])('a bad password of the %s stops the start before the account is created', async (_name, settings) => {
  const existing = 'TOUCHSTONE_SUPERADMIN_PASSWORD' in settings ? ['other@example.test'] : [];
  await expect(start(settings, existing)).rejects.toMatchObject({ details: [{ path: 'password' }] });
});
