import type { KeptMail, MailStateView } from '@touchstone/contracts';
import { AppError } from '@touchstone/kernel';
import { platformErrors } from '../../../platform/errors.ts';
import { type Caller, isOverseer } from '../../../platform/http/caller.ts';
import type { Mailer } from '../../../platform/mail/mailer.ts';
import type { UserManagement } from '../../user-management/index.ts';

const mostMails = 100;
const mostStates = 200;

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

/** MailLog shows administrators what became of mails, and sends those again that wait or were given up. */
export function createMailLog(mailer: Mailer) {
  const scope = ({ role, organizationId }: Pick<Caller, 'role' | 'organizationId'>) =>
    role === 'ROLE_SUPERADMIN' ? {} : { organizationId };
  return {
    async list(
      caller: Pick<Caller, 'role' | 'organizationId'>,
      status: MailStateView['status'] | undefined,
    ): Promise<{ mails: MailStateView[] }> {
      const rows = await mailer.listStates(mostStates, { ...scope(caller), ...(status && { status }) });
      return {
        mails: rows.map(
          ({ id, recipient, nextAttemptAt, createdAt, sentAt, subject, status: state, attempts, error }) => ({
            ...{ mailId: id, to: recipient, subject, status: state, attempts, error },
            nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
            createdAt: createdAt.toISOString(),
            sentAt: sentAt?.toISOString() ?? null,
          }),
        ),
      };
    },
    /** Throws `notFound` where one of them is not the organization's, or not to be sent. */
    async retry(caller: Pick<Caller, 'role' | 'organizationId'>, mailIds: string[]): Promise<void> {
      if (!(await mailer.retry(mailIds, scope(caller).organizationId))) throw new AppError(platformErrors.notFound);
    },
  };
}
export type MailLog = ReturnType<typeof createMailLog>;
