import { all, destroys, reads, type ServiceCalls } from '../expectation.ts';

const managed = { ...destroys, colleague: 403 };

/** People of workspaces. */
export const calls: ServiceCalls = {
  audiences: {
    members: `
      GET collaboration/api/collaborators
      PUT collaboration/api/last-active
      PUT collaboration/api/remove-user
    `,
    people: `
      GET collaboration/api/collaboration/invites
      GET collaboration/api/validate-invitation
      PUT collaboration/api/accept-invite
      PUT collaboration/api/decline-invite
    `,
    membersWhoChange: `
      POST collaboration/api/send-invite
      PUT collaboration/api/resend-invite
      PUT collaboration/api/update-role
    `,
  },
  expectations: {
    'GET collaboration/api/collaborators': reads,
    'GET collaboration/api/collaboration/invites': all(200),
    // The sample's invitation is for another person.
    'GET collaboration/api/validate-invitation': all(404),
    'PUT collaboration/api/accept-invite': all(404),
    'PUT collaboration/api/decline-invite': all(404),
    'POST collaboration/api/send-invite': { stranger: 404, outsider: 404, guest: 403, colleague: 403, owner: 404 },
    'PUT collaboration/api/resend-invite': { ...managed, owner: 200 },
    'PUT collaboration/api/update-role': { ...managed, owner: 200 },
    'PUT collaboration/api/remove-user': { ...managed, guest: 403 },
    'PUT collaboration/api/last-active': reads,
  },
  examples: ({ projectId = '', collaborationId = '' }) => ({
    'GET collaboration/api/collaborators': { query: { projectId } },
    'GET collaboration/api/validate-invitation': { query: { token: 'unknown' } },
    'PUT collaboration/api/accept-invite': { body: { collaborationId } },
    'PUT collaboration/api/decline-invite': { body: { collaborationId } },
    'POST collaboration/api/send-invite': { body: { projectId, userEmails: ['nobody@example.test'], role: 'VIEWER' } },
    'PUT collaboration/api/resend-invite': { body: { collaborationId, mail: false } },
    'PUT collaboration/api/update-role': { body: { collaborationId, newRole: 'VIEWER' } },
    'PUT collaboration/api/remove-user': { body: { collaborationId } },
    'PUT collaboration/api/last-active': { body: { projectId } },
  }),
};
