import { defineErrors } from '@touchstone/kernel';

export const userManagementErrors = defineErrors('USER_MANAGEMENT', {
  emailTaken: [409, 'There is already an account with this e-mail address. Use another address or sign in.'],
  organizationNotFound: [404, 'This organization does not exist.'],
  teamNotFound: [404, 'One of the teams does not exist in this organization.'],
  teamInUse: [409, 'This team still has {count} {noun}. Delete them or move them to another team first.'],
  userNotFound: [404, 'This user does not exist.'],
  userProtected: [403, 'This account belongs to those who run the installation and cannot be changed here.'],
  notOneself: [409, 'You cannot deactivate or delete your own account. Ask another administrator.'],
  lastAdministrator: [
    409,
    'The organization needs at least one active administrator. Make someone else an administrator first.',
  ],
  alreadyActivated: [409, 'This user has accepted the invitation already.'],
  inviteFailed: [422, 'Failed to invite users'],
  noPilot: [404, 'This user is not part of a pilot.'],
  noPhoto: [404, 'This user has no photo.'],
  photoRefused: [422, 'The photo must be a PNG, JPEG, GIF or WebP picture of at most 2 MB.'],
  noAiToken: [404, 'This AI token does not exist any more. Generate a new one.'],
});
