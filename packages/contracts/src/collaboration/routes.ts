import { z } from 'zod';
import { type Access, canRead, canWrite, route, workspaceRoute } from '../route.ts';
import { idSchema, okSchema, pageOf, pageQuery, timeSchema } from '../shared.ts';
import { workspaceRoleSchema } from '../workspaces/index.ts';
import {
  collaborationStatusSchema,
  invitationSchema,
  inviteesSchema,
  peopleSchema,
  sentInvitationSchema,
} from './collaboration.ts';
import { placeSchema } from './presence.ts';

const service = 'collaboration';
/** Anyone may respond to an invitation, guests included, even after the plan has ended. */
const ownInvitations: Access = { kind: 'user', effect: 'read', deniedRoles: ['ROLE_SYSTEM'] };

const collaborationId = { collaborationId: idSchema };
/** The caller's invitation, identified by its id, or by the token of its link. */
const named = z
  .strictObject({ collaborationId: idSchema.optional(), token: z.string().max(200).optional() })
  .refine(({ collaborationId: id, token }) => (id === undefined) !== (token === undefined), {
    message: 'Send either collaborationId or token.',
  });

/** The people of a workspace: invitations, roles, removal, activity. */
export const collaborationRoutes = {
  listInvites: route({
    service,
    method: 'GET',
    path: '/api/collaboration/invites',
    summary: 'Invitations of an e-mail address, newest first: your own, or any in the organization for administrators',
    access: ownInvitations,
    query: z.strictObject({
      userEmail: z.string().max(320).optional().describe('Default: your own'),
      status: collaborationStatusSchema.optional(),
      ...pageQuery,
    }),
    response: pageOf(invitationSchema),
  }),
  validateInvitation: route({
    service,
    method: 'GET',
    path: '/api/validate-invitation',
    summary: 'Check the token of an invitation link; refused when it expired, was answered or belongs to someone else',
    access: ownInvitations,
    query: z.strictObject({ token: z.string().max(200) }),
    response: invitationSchema,
  }),
  acceptInvite: route({
    service,
    method: 'PUT',
    path: '/api/accept-invite',
    summary: 'Accept your invitation, by its id or the token of its link',
    access: ownInvitations,
    body: named,
    response: okSchema.extend({ projectId: idSchema, projectName: z.string(), role: workspaceRoleSchema }),
  }),
  declineInvite: route({
    service,
    method: 'PUT',
    path: '/api/decline-invite',
    summary: 'Decline your invitation',
    access: ownInvitations,
    body: named,
    response: okSchema,
  }),
  sendInvite: workspaceRoute({
    service,
    method: 'POST',
    path: '/api/send-invite',
    summary: 'Invite people of the organization to a workspace by e-mail; each address that is refused says why',
    access: canWrite,
    body: z.strictObject({
      projectId: idSchema,
      userEmails: inviteesSchema,
      role: workspaceRoleSchema.default('EDITOR'),
    }),
    status: 201,
    response: z.object({
      invited: z.array(sentInvitationSchema),
      failed: z.array(z.object({ userEmail: z.string(), code: z.string(), message: z.string() })),
    }),
  }),
  resendInvite: workspaceRoute({
    service,
    method: 'PUT',
    path: '/api/resend-invite',
    summary:
      'Make a new link for a pending or expired invitation, and mail it unless told otherwise; the old link ends',
    access: canWrite,
    body: z.strictObject({ ...collaborationId, mail: z.boolean().default(true) }),
    response: sentInvitationSchema,
  }),
  listCollaborators: workspaceRoute({
    service,
    method: 'GET',
    path: '/api/collaborators',
    summary: 'The people of a workspace, with pending invitations for its owners',
    access: canRead,
    query: z.strictObject({ projectId: idSchema }),
    response: peopleSchema,
  }),
  updateRole: workspaceRoute({
    service,
    method: 'PUT',
    path: '/api/update-role',
    summary: 'Change the role of a collaborator or of a pending invitation',
    access: canWrite,
    body: z.strictObject({ ...collaborationId, newRole: workspaceRoleSchema }),
    response: okSchema,
  }),
  removeUser: workspaceRoute({
    service,
    method: 'PUT',
    path: '/api/remove-user',
    summary: 'Remove a collaborator, revoke an invitation, or leave a workspace yourself',
    access: canRead,
    body: z.strictObject(collaborationId),
    response: okSchema.extend({
      isStillInTeam: z.boolean().describe('The person still opens the workspace as a member of its team'),
    }),
  }),
  recordLastActive: workspaceRoute({
    service,
    method: 'PUT',
    path: '/api/last-active',
    summary: 'Record that you are active in a workspace, and what your page shows',
    access: canRead,
    body: z.strictObject({
      projectId: idSchema,
      tab: z
        .string()
        .regex(/^[\w-]{1,40}$/)
        .optional()
        .describe('Names a page that is open, to show others that you are here'),
      place: placeSchema.optional(),
      isLeaving: z.boolean().optional().describe('The page is closed or shows another workspace'),
    }),
    response: z.object({ lastActiveAt: timeSchema }),
  }),
};
