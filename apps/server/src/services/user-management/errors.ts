import { defineErrors } from '@touchstone/kernel';

export const userManagementErrors = defineErrors('USER_MANAGEMENT', {
  emailTaken: [409, 'There is already an account with this e-mail address. Use another address or sign in.'],
  organizationNotFound: [404, 'This organization does not exist.'],
  teamNotFound: [404, 'One of the teams does not exist in this organization.'],
  userNotFound: [404, 'This user does not exist.'],
});
