import { composeMail, type MailText } from '../../../../platform/mail/compose.ts';
import type { UserRecord } from '../../../user-management/index.ts';

type Addressee = Pick<UserRecord, 'firstName'>;

export const resetMail = (to: Addressee, url: string): MailText =>
  composeMail({
    subject: 'Set a new password',
    to,
    what: 'someone asked to reset the password of your Touchstone account. Open this link within 30 minutes:',
    link: { url, label: 'Set a new password' },
    otherwise: "If it wasn't you, ignore this mail. Your password stays the same.",
  });

export const activationMail = (to: Addressee & Pick<UserRecord, 'organizationName'>, url: string): MailText =>
  composeMail({
    subject: 'Verify your e-mail address',
    to,
    what: `your Touchstone account in ${to.organizationName} is nearly ready. Open this link within 24 hours, and set your password:`,
    link: { url, label: 'Verify e-mail address and set password' },
    otherwise: "If you didn't sign up, ignore this mail. The account can't be used without the link.",
  });

export const invitationMail = (
  to: Addressee & Pick<UserRecord, 'organizationName'>,
  url: string,
  invitedBy: string,
): MailText =>
  composeMail({
    subject: `Join ${to.organizationName} on Touchstone`,
    to,
    what: `${invitedBy} invites you to ${to.organizationName} on Touchstone. Open this link within 24 hours, and set your password:`,
    link: { url, label: 'Accept the invitation' },
    otherwise: "If you don't know the sender, ignore this mail. The account can't be used without the link.",
  });

/** With an external issuer, an invitation needs no password. */
export const externalInvitationMail = (
  to: Addressee & Pick<UserRecord, 'organizationName'>,
  url: string,
  from: { invitedBy: string; issuer: string },
): MailText =>
  composeMail({
    subject: `Join ${to.organizationName} on Touchstone`,
    to,
    what: `${from.invitedBy} invites you to ${to.organizationName} on Touchstone. Sign in there with your account of ${from.issuer}:`,
    link: { url, label: 'Sign in' },
    otherwise: "If you don't know the sender, ignore this mail.",
  });

/** Mailed to someone who signs up with the address of an existing account: the page itself must not reveal it. */
export const knownAccountMail = (to: Addressee, url: string): MailText =>
  composeMail({
    subject: 'You already have a Touchstone account',
    to,
    what: 'someone signed up with your e-mail address, but you already have an account. Sign in here, or choose "Forgot password?":',
    link: { url, label: 'Sign in' },
    otherwise: "If it wasn't you, ignore this mail. Nothing has changed.",
  });

export const codeMail = (to: Addressee, code: string): MailText =>
  composeMail({
    subject: 'Your one-time code',
    to,
    what: 'enter this code within 10 minutes to finish signing in:',
    code,
    otherwise: "If you aren't signing in, someone knows your password. Set a new one now.",
  });
