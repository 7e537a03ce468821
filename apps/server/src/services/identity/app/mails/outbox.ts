import type { Page } from '@touchstone/contracts';
import type { KeptMail, MailStateView } from '@touchstone/contracts/identity';
import { AppError } from '@touchstone/kernel';
import { platformErrors } from '../../../../platform/errors.ts';
import { type Caller, isSuperRole } from '../../../../platform/http/caller.ts';
import type { Mailer, MailState } from '../../../../platform/mail/mailer.ts';
import type { UserManagement } from '../../../user-management/index.ts';

const maxMails = 100;

/** Outbox returns to administrators the mails that no mail server sends. */
export type Outbox = (caller: Pick<Caller, 'role' | 'organizationId'>) => Promise<{
  isKept: boolean;
  mails: KeptMail[];
}>;

/** createOutbox lists mails of the caller's organization; the super administrator sees all. */
export function createOutbox({ mailer, users }: { mailer: Mailer; users: UserManagement }): Outbox {
  return async ({ role, organizationId }) => {
    if (!mailer.local) return { isKept: false, mails: [] };
    const seesAll = role === 'ROLE_SUPERADMIN';
    const mails = await mailer.list(maxMails, seesAll ? undefined : organizationId);
    const hidden = new Set<string>();
    // A link mailed to a higher role would let the administrator take over that account.
    for (const recipient of seesAll ? [] : new Set(mails.map((mail) => mail.recipient))) {
      const user = await users.findUserByEmail(recipient);
      if (user && (isSuperRole(user.role) || user.organizationId !== organizationId)) hidden.add(recipient);
    }
    return {
      isKept: true,
      mails: mails
        .filter(({ recipient }) => !hidden.has(recipient))
        .map(({ id, recipient, subject, textBody, createdAt }) => ({
          mailId: id,
          to: recipient,
          subject,
          text: textBody,
          createdAt: createdAt.toISOString(),
        })),
    };
  };
}

/** Shows administrators the delivery state of mails, and sends waiting and failed ones immediately. */
export function createMailLog(mailer: Mailer) {
  const scope = ({ role, organizationId }: Pick<Caller, 'role' | 'organizationId'>) =>
    role === 'ROLE_SUPERADMIN' ? {} : { organizationId };
  return {
    async list(
      caller: Pick<Caller, 'role' | 'organizationId'>,
      { status, page, size }: { status?: MailStateView['status'] | undefined; page: number; size: number },
    ): Promise<Page<MailStateView>> {
      const filter = { ...scope(caller), ...(status && { status }) };
      const { mails, totalElements } = await mailer.listStates(filter, { page, size });
      return { content: mails.map(toView), totalElements, page, size };
    },
    /** Throws `notFound` if a mail isn't the organization's or can't be sent. */
    async retry(caller: Pick<Caller, 'role' | 'organizationId'>, mailIds: string[]): Promise<void> {
      if (!(await mailer.retry(mailIds, scope(caller).organizationId))) throw new AppError(platformErrors.notFound);
    },
    /** Returns how many are sent again. */
    retryAll: (caller: Pick<Caller, 'role' | 'organizationId'>, status: 'queued' | 'failed'): Promise<number> =>
      mailer.retryAll(status, scope(caller).organizationId),
  };
}
export type MailLog = ReturnType<typeof createMailLog>;

const toView = ({ id, recipient, subject, status, attempts, error, ...times }: MailState): MailStateView => ({
  mailId: id,
  to: recipient,
  subject,
  status,
  attempts,
  error,
  nextAttemptAt: times.nextAttemptAt?.toISOString() ?? null,
  createdAt: times.createdAt.toISOString(),
  sentAt: times.sentAt?.toISOString() ?? null,
});
