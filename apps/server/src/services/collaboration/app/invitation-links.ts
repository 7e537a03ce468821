import { createHash, randomBytes } from 'node:crypto';
import type { Platform } from '../../../platform/platform.ts';
import { invitationLifeMs } from '../domain/invitation.ts';

export const tokenHashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** InvitationLink is a new link with its stored columns; the token itself isn't stored. */
export interface InvitationLink {
  inviteUrl: string;
  stored: { tokenHash: string; expiresAt: Date };
}

/** newLink creates the link of an invitation. */
export function newLink({ clock, config }: Pick<Platform, 'clock' | 'config'>): InvitationLink {
  const token = randomBytes(32).toString('base64url');
  return {
    inviteUrl: `${config.publicUrl}/collaboration-invite?token=${token}`,
    stored: { tokenHash: tokenHashOf(token), expiresAt: new Date(clock.now().getTime() + invitationLifeMs) },
  };
}
