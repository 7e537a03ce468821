import type { Mailer } from '../../../../platform/mail/mailer.ts';
import { signUpRule } from '../../domain/lock-out.ts';
import type { BotCheck } from '../sign-in/bot-check.ts';
import type { Limit, Origin } from '../sign-in/rate-limit.ts';

interface ContactMail {
  subject: string;
  name: string;
  email: string;
  organizationName?: string;
  message: string;
  recaptcha: string | undefined;
}

/** Contact sends a visitor's message to the installation's administrator. Throws IDENTITY_RECAPTCHA_… */
export type Contact = (mail: ContactMail, origin: Origin) => Promise<void>;

export function createContact(options: {
  mailer: Mailer;
  /** The administrator. */
  to: string;
  botCheck: BotCheck;
  limit: Limit;
}): Contact {
  const { mailer, to, botCheck, limit } = options;
  return async ({ subject, name, email, organizationName, message, recaptcha }, origin) => {
    await limit(`contact:${origin.address}`, signUpRule);
    await botCheck.consume(recaptcha);
    const from = `${name} <${email}>${organizationName ? `, ${organizationName}` : ''}`;
    const text = `${from}\n\n${message}\n`;
    const html = `<pre>${text.replace(/[&<>]/g, (c) => `&#${c.charCodeAt(0)};`)}</pre>`;
    await mailer.send({ to, subject, text, html });
  };
}
