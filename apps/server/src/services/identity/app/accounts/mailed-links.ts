import { createHash, randomBytes } from 'node:crypto';
import type { Platform } from '../../../../platform/platform.ts';
import type { UserRecord } from '../../../user-management/index.ts';
import type { LinkPurpose, PasswordStore } from '../../store/password.store.ts';
import { activationMail, invitationMail, resetMail } from '../mails/mails.ts';

const minuteMs = 60_000;
const mailsPerHour = 5;
const kinds = {
  reset: { lifeMs: 30 * minuteMs, path: '/password-reset', mail: resetMail },
  activation: { lifeMs: 24 * 60 * minuteMs, path: '/email-verified', mail: activationMail },
};

export const digest = (token: string) => createHash('sha256').update(token).digest('base64url');

/** linksOf returns the topic of all mailed links to a user, which expire together. */
export const linksOf = (userId: string): string => `links:${userId}`;

/** MailedLinks creates links with which their owner sets a password. Each can be used once. */
export interface MailedLinks {
  /** Creates a link to be handed over manually. It counts as a mail; undefined if the hourly limit is reached. */
  create(userId: string, purpose: LinkPurpose): Promise<{ url: string; expiresAt: Date } | undefined>;
  /** Mails a link, at most five an hour per user; returns whether a mail was sent. An invitation names its sender. */
  send(user: UserRecord, purpose: LinkPurpose, invitedBy?: { name: string }): Promise<boolean>;
}

export function createMailedLinks(options: { platform: Platform; store: PasswordStore }): MailedLinks {
  const { platform, store } = options;
  const create: MailedLinks['create'] = async (userId, purpose) => {
    const { lifeMs, path } = kinds[purpose];
    const now = platform.clock.now();
    const token = randomBytes(32).toString('base64url');
    const expiresAt = new Date(now.getTime() + lifeMs);
    const link = { tokenHash: digest(token), userId, purpose, createdAt: now, expiresAt };
    const limit = { since: new Date(now.getTime() - 60 * minuteMs), most: mailsPerHour };
    if (!(await store.addReset(link, limit))) return undefined;
    return { url: `${platform.config.publicUrl}${path}?token=${token}`, expiresAt };
  };
  return {
    create,
    async send(user, purpose, invitedBy) {
      const { organizationId, userId } = user;
      const link = await create(userId, purpose);
      if (!link) return false;
      const { url } = link;
      const text = invitedBy ? invitationMail(user, url, invitedBy.name) : kinds[purpose].mail(user, url);
      await platform.mailer.send({ to: user.email, organizationId, topic: linksOf(userId), ...text });
      return true;
    },
  };
}
