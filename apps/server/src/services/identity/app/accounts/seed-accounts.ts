import { randomBytes } from 'node:crypto';
import type { SeedContext } from '../../../../platform/service.ts';
import type { UserManagement } from '../../../user-management/index.ts';
import type { IdentityConfig } from '../../config.ts';
import type { Identity } from '../../service.ts';
import { assertPasswordAcceptable } from './passwords.ts';

interface SeedNeeds {
  config: IdentityConfig;
  users: UserManagement;
  setPassword: Identity['setPassword'];
}

/**
 * createSeedAccounts creates what a start needs and doesn't exist yet: the first organization, and the configured super
 * administrator.
 */
export function createSeedAccounts(needs: SeedNeeds) {
  return async (context: SeedContext): Promise<void> => {
    await seedFirstOrganization(needs, context);
    await seedSuperAdministrator(needs, context);
  };
}

/** The super administrator belongs to a separate organization. */
async function seedSuperAdministrator({ config, users, setPassword }: SeedNeeds, { accounts }: SeedContext) {
  const { TOUCHSTONE_SUPERADMIN_EMAIL: email, TOUCHSTONE_SUPERADMIN_PASSWORD: given } = config;
  if (!email || (await users.findUserByEmail(email))) return;
  const password = given ?? randomBytes(12).toString('base64url');
  await assertPasswordAcceptable(password);
  const { userId } = await users.createOrganization({
    organizationName: 'Operations',
    plan: 'ENTERPRISE',
    teamName: 'Operations',
    admin: { email, firstName: 'Super', lastName: 'Administrator', role: 'ROLE_SUPERADMIN' },
  });
  await setPassword(userId, password);
  accounts.push({ email, passwordSetting: 'TOUCHSTONE_SUPERADMIN_PASSWORD', password: given ? undefined : password });
}

/** Creates the first organization with a team and an administrator, who owns what other services seed. */
async function seedFirstOrganization({ config, users, setPassword }: SeedNeeds, context: SeedContext) {
  if (!(await users.isEmpty())) return;
  const { TOUCHSTONE_ADMIN_EMAIL: email, TOUCHSTONE_ADMIN_PASSWORD: given } = config;
  const password = given ?? randomBytes(12).toString('base64url');
  await assertPasswordAcceptable(password);
  const { userId, organizationId, teamId } = await users.createOrganization({
    organizationName: 'My organization',
    plan: 'PRO',
    admin: { email, firstName: 'Admin', lastName: 'User', role: 'ROLE_ADMIN' },
    teamName: 'Team One',
  });
  await setPassword(userId, password);
  context.accounts.push({
    email,
    passwordSetting: 'TOUCHSTONE_ADMIN_PASSWORD',
    password: given ? undefined : password,
  });
  context.founder = {
    userId,
    email,
    name: 'Admin User',
    role: 'ROLE_ADMIN',
    organizationId,
    plan: 'PRO',
    teamIds: [teamId],
    teamId,
    requestId: 'first-start',
    address: '',
  };
}
