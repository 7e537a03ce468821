import { defineService } from '../../platform/service.ts';
import { userManagementErrors } from './errors.ts';
import { createUserManagement, type UserManagement } from './service.ts';

export { type AccountPort, accountPorts, teamUses } from './app/account-port.ts';
export { type ActingUsers, type ActsFor, actFor } from './app/act-for.ts';
export { type PlanChange, planFollowers } from './app/organization-plans.ts';
export type { OrganizationRecord } from './app/organizations.ts';
export type { NewOrganization, NewUser, Plan, ProfileChange, TeamRecord, UserRecord } from './app/user-record.ts';
export { organizationSwitched, userActivated } from './events.ts';
export { createUserManagement, type UserManagement } from './service.ts';

/** userManagementService is the service that manages organizations, users and teams. */
export const userManagementService = defineService<UserManagement>({
  name: 'user-management',
  errors: userManagementErrors,
  migrations: new URL('./store/migrations/', import.meta.url),
  create: createUserManagement,
});
