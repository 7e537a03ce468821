import { z } from 'zod';
import { loginSchema } from '../people.ts';
import { idSchema, timeSchema } from '../shared.ts';
import { workspaceRoleSchema } from '../workspaces/index.ts';

/**
 * The state of an invitation; EXPIRED is a pending one after its end, REMOVED one that was revoked or whose user was
 * removed.
 */
export const collaborationStatusSchema = z.enum(['PENDING', 'ACCEPTED', 'DECLINED', 'REMOVED', 'EXPIRED']);
/** The state of an invitation. */
export type CollaborationStatus = z.infer<typeof collaborationStatusSchema>;

/** Texts from the requirements. */
export const collaborationMessages = {
  duplicateEmails: 'Please remove duplicate emails',
  accepted: 'Invite accepted successfully',
  acceptFailed: 'Error accepting invite.',
  downgrade: 'Free plan allows 3 collaborators. Remove extras and downgrade the workspace plan.',
} as const;

/** The most people of one invitation. */
export const maxInvitees = 20;

/** Addresses invited together, without duplicates. */
export const inviteesSchema = z
  .array(loginSchema)
  .min(1, 'Please enter email id')
  .max(maxInvitees, `Invite at most ${maxInvitees} people at once.`)
  .refine((emails) => new Set(emails).size === emails.length, collaborationMessages.duplicateEmails);

/** An invitation as seen by its recipient, and by an administrator. */
export const invitationSchema = z.object({
  collaborationId: idSchema,
  projectId: idSchema,
  projectName: z.string(),
  userEmail: z.string(),
  role: workspaceRoleSchema,
  status: collaborationStatusSchema,
  invitedByName: z.string(),
  invitedAt: timeSchema,
  expiresAt: timeSchema,
});
export type Invitation = z.infer<typeof invitationSchema>;

/** A member of a workspace, or an invited person. */
export const collaboratorSchema = z.object({
  /** Stays the same from the invitation on. */
  collaborationId: idSchema,
  userId: idSchema,
  userEmail: z.string(),
  name: z.string(),
  role: workspaceRoleSchema,
  status: collaborationStatusSchema,
  invitedByName: z.string().nullable(),
  /** When the person was added, or invited. */
  addedAt: timeSchema,
  /** End of a pending invitation. */
  expiresAt: timeSchema.nullable(),
  lastActiveAt: timeSchema.nullable(),
  sharedWalletId: idSchema.describe('Wallet of the workspace that its people share'),
});
export type Collaborator = z.infer<typeof collaboratorSchema>;

/** The people of a workspace. */
export const peopleSchema = z.object({
  projectId: idSchema,
  projectName: z.string(),
  workspaceType: z.enum(['PRIVATE', 'SHARED']),
  workspacePlan: z.enum(['FREE', 'PRO']),
  teamName: z.string(),
  /** The caller's role here. */
  role: workspaceRoleSchema,
  collaborators: z.array(collaboratorSchema),
  collaboratorCount: z
    .number()
    .int()
    .describe('People that count against the limit: everyone but one owner, and open invitations'),
  collaboratorLimit: z.number().int().nullable().describe('Most collaborators of this workspace; null: no limit'),
  isMailed: z.boolean().describe('False where no mail server is set: the owner hands invitation links over'),
});
export type People = z.infer<typeof peopleSchema>;

/** An invitation with its link, which is shown once. */
export const sentInvitationSchema = z.object({
  collaborationId: idSchema,
  userEmail: z.string(),
  inviteUrl: z.string(),
  expiresAt: timeSchema,
  isMailed: z.boolean().describe('Whether a mail with the link was sent'),
});
export type SentInvitation = z.infer<typeof sentInvitationSchema>;
