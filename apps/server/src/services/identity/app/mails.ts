import type { UserRecord } from '../../user-management/index.ts';

interface MailText {
  subject: string;
  text: string;
  html: string;
}
type Addressee = Pick<UserRecord, 'firstName'>;

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);

/** A mail of this service: greeting, why it comes, a link or a code, and what to do when it was not asked for. */
function compose(input: {
  subject: string;
  to: Addressee;
  what: string;
  link?: { url: string; label: string };
  code?: string;
  otherwise: string;
}): MailText {
  const { subject, to, what, link, code, otherwise } = input;
  const hello = `Hello ${to.firstName},`;
  const middle = link?.url ?? code ?? '';
  const htmlMiddle = link
    ? `<a href="${escapeHtml(link.url)}">${link.label}</a>`
    : `<strong style="font-size:20px;letter-spacing:2px">${escapeHtml(middle)}</strong>`;
  return {
    subject,
    text: `${hello}\n\n${what}\n\n${middle}\n\n${otherwise}\n`,
    html: `<p>${escapeHtml(hello)}</p><p>${escapeHtml(what)}</p><p>${htmlMiddle}</p><p>${otherwise}</p>`,
  };
}

export const resetMail = (to: Addressee, url: string): MailText =>
  compose({
    subject: 'Set a new password',
    to,
    what: 'somebody asked to set a new password for your Touchstone account. Open this link within 30 minutes:',
    link: { url, label: 'Set a new password' },
    otherwise: 'If it was not you, ignore this mail: your password stays as it is.',
  });

export const activationMail = (to: Addressee & Pick<UserRecord, 'organizationName'>, url: string): MailText =>
  compose({
    subject: 'Verify your e-mail address',
    to,
    what: `your Touchstone account in ${to.organizationName} is nearly ready. Open this link within 24 hours, and set your password:`,
    link: { url, label: 'Verify e-mail address and set password' },
    otherwise: 'If you did not sign up, ignore this mail: without the link the account cannot be used.',
  });

export const invitationMail = (
  to: Addressee & Pick<UserRecord, 'organizationName'>,
  url: string,
  invitedBy: string,
): MailText =>
  compose({
    subject: `Join ${to.organizationName} on Touchstone`,
    to,
    what: `${invitedBy} invites you to ${to.organizationName} on Touchstone. Open this link within 24 hours, and set your password:`,
    link: { url, label: 'Accept the invitation' },
    otherwise: 'If you do not know the sender, ignore this mail: without the link the account cannot be used.',
  });

/** What somebody gets who signs up with an address that has an account: the page itself must not tell. */
export const knownAccountMail = (to: Addressee, url: string): MailText =>
  compose({
    subject: 'You have a Touchstone account already',
    to,
    what: 'somebody signed up with your e-mail address, which has an account. Sign in here, or choose "Forgot password?" there:',
    link: { url, label: 'Sign in' },
    otherwise: 'If it was not you, ignore this mail: nothing has changed.',
  });

export const codeMail = (to: Addressee, code: string): MailText =>
  compose({
    subject: 'Your one-time code',
    to,
    what: 'this code finishes your sign-in within 10 minutes:',
    code,
    otherwise: 'If you are not signing in at this moment, somebody knows your password: set a new one.',
  });
