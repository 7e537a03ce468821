import type { Clock } from '@touchstone/kernel';
import { newId } from '@touchstone/kernel';
import { and, desc, eq, getTableColumns, lt } from 'drizzle-orm';
import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import type { Database, PoolClient, Sql } from '../database/pool.ts';
import type { Files } from '../files/files.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Metrics } from '../metrics.ts';
import type { SecretBox } from '../secrets.ts';
import { mail } from '../tables.ts';
import { createDelivery, noTexts } from './delivery.ts';
import { giveUpAfterMs } from './retry-rules.ts';

export interface MailInput {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The organization of the mail; attachments are its files. */
  organizationId?: string;
  attachments?: string[];
  /** Identifies the link or code in it, for `forget`. */
  topic?: string;
}

/** Mail is a stored mail with its texts opened. */
export type Mail = typeof mail.$inferSelect;
/** MailState is the status of a mail, without its texts. */
export type MailState = Omit<Mail, 'textBody' | 'htmlBody'>;

/** MailTransaction is an open transaction, as passed by `Database.transaction`. */
export interface MailTransaction {
  sql: Sql;
  client: PoolClient;
}

/** MailFilter is a filter of mails: one organization or all, one status or any. */
export interface MailFilter {
  organizationId?: string;
  status?: Mail['status'];
}

/**
 * Mailer stores every mail first, with sealed texts; with a mail server a job sends it, without one it stays in the
 * outbox.
 */
export interface Mailer {
  /** With `within`, the mail exists only if that transaction commits. */
  send(input: MailInput, within?: MailTransaction): Promise<void>;
  /** The newest mails, of one organization or of all, for the outbox. */
  list(limit: number, organizationId?: string): Promise<Mail[]>;
  /** A page of mail states, newest first. */
  listStates(
    filter: MailFilter,
    page: { page: number; size: number },
  ): Promise<{ mails: MailState[]; totalElements: number }>;
  /** Sends waiting or failed mails now, all or none; returns whether all of them can be sent. */
  retry(mailIds: string[], organizationId?: string): Promise<boolean>;
  /** Sends all mails of a status now; returns how many. */
  retryAll(status: 'queued' | 'failed', organizationId?: string): Promise<number>;
  /** Deletes the texts of mails whose link or code was used. */
  forget(topic: string): Promise<void>;
  /** Whether mails stay in the outbox. */
  local: boolean;
}

const purgeQueue = 'platform.mail-purge';
const keepMs = 30 * 24 * 3600_000;
/** All of them shorter than the queue's time limit of a job. */
const timeouts = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 60_000 };

export function createMailer(options: {
  database: Database;
  jobs: Jobs;
  files: Files;
  secrets: SecretBox;
  clock: Clock;
  metrics: Pick<Metrics, 'mails' | 'mailsWaiting'>;
  log: Logger;
  smtpUrl: string | undefined;
  from: string;
}): Mailer {
  const { database, jobs, secrets, clock, smtpUrl } = options;
  const transport = smtpUrl ? createTransport({ url: smtpUrl, ...timeouts }) : undefined;
  const place = (id: string) => `platform.mail:${id}`;
  const opened = (row: Mail): Mail => {
    const open = (text: string | null) => text && secrets.open(text, place(row.id));
    return { ...row, textBody: open(row.textBody), htmlBody: open(row.htmlBody) };
  };
  const delivery = transport && createDelivery({ ...options, transport, opened });
  jobs.handle(purgeQueue, async () => {
    await database.sql.delete(mail).where(lt(mail.createdAt, new Date(clock.now().getTime() - keepMs)));
  });
  jobs.schedule(purgeQueue, '17 3 * * *');
  return {
    local: !transport,
    async send(input, within) {
      const id = newId();
      const now = clock.now();
      const store = async (sql: Sql, client: PoolClient): Promise<void> => {
        await sql.insert(mail).values({
          id,
          recipient: input.to,
          organizationId: input.organizationId ?? null,
          topic: input.topic ?? null,
          subject: input.subject,
          textBody: secrets.seal(input.text, place(id)),
          htmlBody: secrets.seal(input.html, place(id)),
          attachments: input.attachments ?? [],
          status: transport ? 'queued' : 'outbox',
          ...(transport && { nextAttemptAt: now, giveUpAt: new Date(now.getTime() + giveUpAfterMs) }),
        });
        await delivery?.enqueue(id, client);
      };
      // One transaction, so that every stored mail has its job, whatever happens.
      await (within ? store(within.sql, within.client) : database.transaction(store));
    },
    async list(limit, organizationId) {
      const wanted = organizationId ? eq(mail.organizationId, organizationId) : undefined;
      const rows = await database.sql.select().from(mail).where(wanted).orderBy(desc(mail.createdAt)).limit(limit);
      return rows.map(opened);
    },
    async listStates({ organizationId, status }, { page, size }) {
      const wanted = and(
        organizationId ? eq(mail.organizationId, organizationId) : undefined,
        status ? eq(mail.status, status) : undefined,
      );
      const { textBody: _text, htmlBody: _html, ...columns } = getTableColumns(mail);
      const [mails, totalElements] = await Promise.all([
        database.sql
          .select(columns)
          .from(mail)
          .where(wanted)
          .orderBy(desc(mail.createdAt), desc(mail.id))
          .limit(size)
          .offset(page * size),
        database.sql.$count(mail, wanted),
      ]);
      return { mails, totalElements };
    },
    retry: async (mailIds, organizationId) => (await delivery?.retry(mailIds, organizationId)) ?? false,
    retryAll: async (status, organizationId) => (await delivery?.retryAll(status, organizationId)) ?? 0,
    async forget(topic) {
      await database.sql
        .update(mail)
        .set(noTexts)
        .where(and(eq(mail.topic, topic), eq(mail.status, 'outbox')));
    },
  };
}
