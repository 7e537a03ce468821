import type { KeptMail } from '@touchstone/contracts';
import { type Caller, isOverseer } from '../../../platform/http/caller.ts';
import type { Mailer } from '../../../platform/mail/mailer.ts';
import type { UserManagement } from '../../user-management/index.ts';

const mostMails = 100;

/** Outbox shows administrators the mails that no mail server sends. */
export type Outbox = (caller: Pick<Caller, 'role' | 'organizationId'>) => Promise<{
  isKept: boolean;
  mails: KeptMail[];
}>;

/** createOutbox lists mails of the caller's organization; the super administrator sees all. */
export function createOutbox({ mailer, users }: { mailer: Mailer; users: UserManagement }): Outbox {
  return async ({ role, organizationId }) => {
    if (!mailer.local) return { isKept: false, mails: [] };
    const seesAll = role === 'ROLE_SUPERADMIN';
    const mails = await mailer.list(mostMails, seesAll ? undefined : organizationId);
    const hidden = new Set<string>();
    // A link to those above an administrator would make the administrator one of them.
    for (const recipient of seesAll ? [] : new Set(mails.map((mail) => mail.recipient))) {
      const user = await users.findUserByEmail(recipient);
      if (user && (isOverseer(user.role) || user.organizationId !== organizationId)) hidden.add(recipient);
    }
    return {
      isKept: true,
      mails: mails
        .filter(({ recipient }) => !hidden.has(recipient))
        .map(({ id, recipient, subject, textBody, createdAt }) => ({
          ...{ mailId: id, to: recipient, subject, text: textBody },
          createdAt: createdAt.toISOString(),
        })),
    };
  };
}
