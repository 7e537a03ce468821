import { collaborationMessages } from '@touchstone/contracts/collaboration';
import { defineErrors } from '@touchstone/kernel';

export const collaborationErrors = defineErrors('COLLABORATION', {
  unknownPerson: [
    404,
    'No account in your organization uses {email}. Check the address, or ask an administrator to add the person first.',
  ],
  alreadyInvited: [409, '{email} is already invited. Resend the invitation instead.'],
  alreadyMember: [409, '{email} is already in this workspace.'],
  freeWorkspaceFull: [403, 'Free plan allows {limit} collaborators. Upgrade the workspace to invite more people.'],
  freeWorkspaceFullForInvitee: [
    403,
    'This workspace is full: the Free plan allows {limit} collaborators. Ask its owner to upgrade it.',
  ],
  downgradeWithExtras: [409, collaborationMessages.downgrade.replace('3', '{limit}')],
  tooManyPeople: [422, 'A workspace can have {most} people. Remove people who no longer need it.'],
  mailedLately: [
    429,
    'A link for {email} was made less than a minute ago. Wait {seconds} seconds before you mail another one, or copy the link.',
  ],
  invitationNotFound: [404, 'This invitation doesn’t exist or was withdrawn. Ask for a new one.'],
  invitationExpired: [410, 'This invitation has expired. Ask {who} for a new one.'],
  invitationAnswered: [409, 'You have already answered this invitation.'],
  invitationOfOther: [403, 'This invitation is for another account. Sign in with the address it was sent to.'],
  collaboratorNotFound: [404, 'No such collaborator. The person may have been removed already.'],
  otherAddress: [403, 'You can list only your own invitations.'],
});
