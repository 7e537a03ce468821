export { myAccountRoles, profileRoles } from './model/account-roles.ts';
