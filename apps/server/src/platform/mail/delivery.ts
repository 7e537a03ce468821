import type { Clock } from '@touchstone/kernel';
import { and, eq, inArray, isNull, lte, or } from 'drizzle-orm';
import type { Transporter } from 'nodemailer';
import type { Logger } from 'pino';
import type { Database } from '../database/pool.ts';
import type { Files } from '../files/files.ts';
import type { Jobs, JobTransaction } from '../jobs/jobs.ts';
import type { Metrics } from '../metrics.ts';
import { mail } from '../tables.ts';
import type { Mail } from './mailer.ts';
import { giveUpAfterMs, isPermanent, nextAttempt } from './retry-rules.ts';

const queue = 'platform.mail';
const sweepQueue = 'platform.mail-sweep';
/** After this long without a sign of life an attempt's process is taken for dead; longer than any attempt takes. */
const leaseMs = 10 * 60_000;
/** The tolerated difference between the machines' clocks. */
const slackMs = 60_000;
const sweepLimit = 500;

/** Clears the texts of a mail that won't be sent any more. */
export const noTexts = { textBody: null, htmlBody: null };

/**
 * Delivery sends stored mails. Their rows define what is due; jobs only trigger it, and lost ones are created again.
 */
export interface Delivery {
  enqueue(mailId: string, client: JobTransaction, startAfter?: Date): Promise<void>;
  retry(mailIds: string[], organizationId: string | undefined): Promise<boolean>;
  retryAll(status: 'queued' | 'failed', organizationId: string | undefined): Promise<number>;
}

/**
 * createDelivery handles the mail queue: an outage of the mail server is bridged for three days, with growing delays.
 */
export function createDelivery(options: {
  database: Database;
  jobs: Jobs;
  files: Files;
  clock: Clock;
  metrics: Pick<Metrics, 'mails' | 'mailsWaiting'>;
  log: Logger;
  transport: Transporter;
  from: string;
  opened(row: Mail): Mail;
}): Delivery {
  const { database, jobs, files, clock, metrics, log, transport, from, opened } = options;
  const enqueue: Delivery['enqueue'] = (mailId, client, startAfter) => jobs.send(queue, { mailId }, client, startAfter);
  const inMs = (ms: number) => new Date(clock.now().getTime() + ms);

  const ownedBy = (organizationId: string | undefined) =>
    organizationId ? eq(mail.organizationId, organizationId) : undefined;
  const anew = (nextAttemptAt: Date) =>
    ({ status: 'queued', attempts: 0, nextAttemptAt, giveUpAt: inMs(giveUpAfterMs) }) as const;

  const failed = async (row: Mail, error: Error): Promise<void> => {
    const giveUpAt = row.giveUpAt ?? new Date(row.createdAt.getTime() + giveUpAfterMs);
    const next = isPermanent(error) ? undefined : nextAttempt(row.attempts, clock.now(), giveUpAt);
    metrics.mails.inc({ outcome: next ? 'retried' : 'failed' });
    log.warn(
      { err: error, mailId: row.id, attempts: row.attempts, next },
      next ? 'mail is tried again' : 'mail is given up',
    );
    await database.transaction(async (sql, client) => {
      const values = { status: next ? 'queued' : 'failed', error: error.message, nextAttemptAt: next ?? null } as const;
      await sql.update(mail).set(values).where(eq(mail.id, row.id));
      if (next) await enqueue(row.id, client, next);
    });
  };
  const due = (before: Date) =>
    and(eq(mail.status, 'queued'), or(isNull(mail.nextAttemptAt), lte(mail.nextAttemptAt, before)));

  jobs.handle<{ mailId: string }>(queue, async ({ mailId }) => {
    // Claimed by one process only, however many jobs wake up for it.
    const [found] = await database.sql
      .select()
      .from(mail)
      .where(and(eq(mail.id, mailId), due(inMs(slackMs))));
    if (!found) return;
    const [row] = await database.sql
      .update(mail)
      .set({ attempts: found.attempts + 1, nextAttemptAt: inMs(leaseMs) })
      .where(and(eq(mail.id, mailId), eq(mail.attempts, found.attempts), due(inMs(slackMs))))
      .returning();
    if (!row) return;
    try {
      await sendMail(opened(row), { transport, files, from });
    } catch (error) {
      return failed(row, error as Error);
    }
    metrics.mails.inc({ outcome: 'sent' });
    await database.sql
      .update(mail)
      .set({ status: 'sent', sentAt: clock.now(), error: null, nextAttemptAt: null, ...noTexts })
      .where(eq(mail.id, mailId));
  });
  jobs.handle(sweepQueue, async () => {
    metrics.mailsWaiting.set(await database.sql.$count(mail, eq(mail.status, 'queued')));
    const rows = await database.sql
      .select({ id: mail.id })
      .from(mail)
      .where(due(inMs(-slackMs)))
      .limit(sweepLimit);
    for (const { id } of rows) await jobs.send(queue, { mailId: id });
  });
  jobs.schedule(sweepQueue, '* * * * *');

  return {
    enqueue,
    retry: (mailIds, organizationId) =>
      database.transaction(async (sql, client) => {
        const wanted = and(
          inArray(mail.id, mailIds),
          inArray(mail.status, ['queued', 'failed']),
          ownedBy(organizationId),
        );
        const found = await sql.select({ id: mail.id }).from(mail).where(wanted).for('update');
        if (found.length !== new Set(mailIds).size) return false;
        await sql.update(mail).set(anew(clock.now())).where(wanted);
        for (const { id } of found) await enqueue(id, client);
        return true;
      }),
    // The sweep wakes them in portions, however many there are.
    retryAll: (status, organizationId) =>
      database.transaction(async (sql, client) => {
        const { rowCount } = await sql
          .update(mail)
          .set(anew(inMs(-slackMs)))
          .where(and(eq(mail.status, status), ownedBy(organizationId)));
        if (rowCount) await jobs.send(sweepQueue, {}, client);
        return rowCount ?? 0;
      }),
  };
}

async function sendMail(
  { organizationId, recipient: to, subject, textBody, htmlBody, attachments: fileIds }: Mail,
  { transport, files, from }: { transport: Transporter; files: Files; from: string },
): Promise<void> {
  const attached: Awaited<ReturnType<Files['open']>>[] = [];
  try {
    if (organizationId) for (const id of fileIds) attached.push(await files.open(organizationId, id));
    const attachments = attached.map(({ name, stream, contentType }) => ({
      filename: name,
      content: stream,
      contentType,
    }));
    await transport.sendMail({ from, to, subject, text: textBody ?? '', html: htmlBody ?? '', attachments });
  } finally {
    for (const file of attached) file.stream.destroy();
  }
}
