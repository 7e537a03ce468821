import { composeMail, type MailText } from '../../../platform/mail/compose.ts';

/** notificationMail says by mail what a notification says, with a link to what it is about. */
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
