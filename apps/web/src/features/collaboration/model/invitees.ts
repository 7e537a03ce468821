import { inviteesSchema } from '@touchstone/contracts/collaboration';

/** readInvitees parses e-mail addresses, one per line or separated by commas, semicolons or spaces. */
export function readInvitees(text: string): { userEmails: string[]; problem?: string } {
  const written = text.split(/[\s,;]+/u).filter(Boolean);
  const parsed = inviteesSchema.safeParse(written);
  if (parsed.success) return { userEmails: parsed.data };
  const [issue] = parsed.error.issues;
  const wrong = written[Number(issue?.path[0])];
  return { userEmails: [], problem: wrong ? `${issue?.message}: ${wrong}` : (issue?.message ?? '') };
}
