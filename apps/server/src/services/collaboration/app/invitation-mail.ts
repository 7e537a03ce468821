import { composeMail, type MailText } from '../../../platform/mail/compose.ts';

/** invitationMail returns the mail that invites a person to a workspace. */
export const invitationMail = (
  to: { firstName: string },
  { invitedBy, projectName, url }: { invitedBy: string; projectName: string; url: string },
): MailText =>
  composeMail({
    subject: `Join the workspace ${projectName} on Touchstone`,
    to,
    what: `${invitedBy} invites you to the workspace ${projectName}. Open this link within 7 days:`,
    link: { url, label: 'Open the invitation' },
    otherwise: "If you don't know the sender, ignore this mail. Nobody else can use the link.",
  });

/** topicOfInvitation identifies the mails of an invitation, whose links expire together. */
export const topicOfInvitation = (id: string): string => `collaboration:${id}`;
