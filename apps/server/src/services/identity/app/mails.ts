import { composeMail, type MailText } from '../../../platform/mail/compose.ts';
import type { UserRecord } from '../../user-management/index.ts';

type Addressee = Pick<UserRecord, 'firstName'>;

export const resetMail = (to: Addressee, url: string): MailText =>
  composeMail({
    subject: 'Set a new password',
    to,
    what: 'somebody asked to set a new password for your Touchstone account. Open this link within 30 minutes:',
    link: { url, label: 'Set a new password' },
    otherwise: 'If it was not you, ignore this mail: your password stays as it is.',
  });

export const activationMail = (to: Addressee & Pick<UserRecord, 'organizationName'>, url: string): MailText =>
  composeMail({
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
  composeMail({
    subject: `Join ${to.organizationName} on Touchstone`,
    to,
    what: `${invitedBy} invites you to ${to.organizationName} on Touchstone. Open this link within 24 hours, and set your password:`,
    link: { url, label: 'Accept the invitation' },
    otherwise: 'If you do not know the sender, ignore this mail: without the link the account cannot be used.',
  });

/** Where an external issuer keeps the accounts, an invitation needs no password. */
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
    otherwise: 'If you do not know the sender, ignore this mail.',
  });

/** What somebody gets who signs up with an address that has an account: the page itself must not tell. */
export const knownAccountMail = (to: Addressee, url: string): MailText =>
  composeMail({
    subject: 'You have a Touchstone account already',
    to,
    what: 'somebody signed up with your e-mail address, which has an account. Sign in here, or choose "Forgot password?" there:',
    link: { url, label: 'Sign in' },
    otherwise: 'If it was not you, ignore this mail: nothing has changed.',
  });

export const codeMail = (to: Addressee, code: string): MailText =>
  composeMail({
    subject: 'Your one-time code',
    to,
    what: 'this code finishes your sign-in within 10 minutes:',
    code,
    otherwise: 'If you are not signing in at this moment, somebody knows your password: set a new one.',
  });
