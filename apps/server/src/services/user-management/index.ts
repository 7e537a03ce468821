export type { AccountPort, TeamUse } from './app/account-port.ts';
export type { OrganizationRecord } from './app/organizations.ts';
export { createUserManagement, type UserManagement } from './app/user-management.ts';
export type { NewOrganization, NewUser, Plan, ProfileChange, TeamRecord, UserRecord } from './app/user-record.ts';
export { userManagementErrors } from './errors.ts';
