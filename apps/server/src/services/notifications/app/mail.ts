import { composeMail, type MailText } from '../../../platform/mail/compose.ts';

/** notificationMail returns the mail version of a notification, with a link to its subject. */
export const notificationMail = (
  to: { firstName: string },
  { title, text, link }: { title: string; text: string; link: string | null },
  publicUrl: string,
): MailText =>
  composeMail({
    subject: title,
    to,
    what: text ? `${title}. ${text}` : `${title}.`,
    ...(link && { link: { url: publicUrl + link, label: 'Open in Touchstone' } }),
    otherwise: `Choose which mails you get in your profile: ${publicUrl}/profile`,
  });
