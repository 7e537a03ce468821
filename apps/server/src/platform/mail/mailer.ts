import { newId } from '@touchstone/kernel';
import { desc, eq } from 'drizzle-orm';
import { createTransport } from 'nodemailer';
import type { Database } from '../database/pool.ts';
import type { Files } from '../files/files.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { mail } from '../tables.ts';

export interface MailInput {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Files of this organization to attach. */
  organizationId?: string;
  attachments?: string[];
}

/** Mailer stores every mail first; with a mail server a job sends it, without one it stays in the outbox. */
export interface Mailer {
  send(input: MailInput): Promise<void>;
  /** The newest mails, for the local outbox page. */
  list(limit: number): Promise<(typeof mail.$inferSelect)[]>;
  /** Whether mails stay in the local outbox. */
  local: boolean;
}

const queue = 'platform.mail';
/** All of them below the time that the queue gives a job. */
const timeouts = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 60_000 };

export function createMailer(options: {
  database: Database;
  jobs: Jobs;
  files: Files;
  smtpUrl: string | undefined;
  from: string;
}): Mailer {
  const { database, jobs, files, smtpUrl, from } = options;
  const transport = smtpUrl ? createTransport({ url: smtpUrl, ...timeouts }) : undefined;
  if (transport) {
    jobs.handle<{ mailId: string; organizationId?: string }>(queue, async ({ mailId, organizationId }) => {
      const [row] = await database.sql.select().from(mail).where(eq(mail.id, mailId));
      if (!row || row.status === 'sent') return;
      const opened: Awaited<ReturnType<Files['open']>>[] = [];
      try {
        if (organizationId) for (const fileId of row.attachments) opened.push(await files.open(organizationId, fileId));
        const attachments = opened.map((file) => ({
          filename: file.name,
          content: file.stream,
          contentType: file.contentType,
        }));
        await transport.sendMail({
          from,
          to: row.recipient,
          subject: row.subject,
          text: row.textBody,
          html: row.htmlBody,
          attachments,
        });
        await database.sql
          .update(mail)
          .set({ status: 'sent', sentAt: new Date(), error: null })
          .where(eq(mail.id, mailId));
      } catch (error) {
        await database.sql
          .update(mail)
          .set({ status: 'failed', error: (error as Error).message })
          .where(eq(mail.id, mailId));
        throw error;
      } finally {
        for (const file of opened) file.stream.destroy();
      }
    });
  }
  return {
    local: !transport,
    async send(input) {
      const id = newId();
      // One transaction: a mail that is stored has its job, whatever happens in between.
      await database.transaction(async (sql, client) => {
        await sql.insert(mail).values({
          id,
          recipient: input.to,
          subject: input.subject,
          textBody: input.text,
          htmlBody: input.html,
          attachments: input.attachments ?? [],
          status: transport ? 'queued' : 'outbox',
        });
        if (transport) await jobs.send(queue, { mailId: id, organizationId: input.organizationId }, client);
      });
    },
    list: (limit) => database.sql.select().from(mail).orderBy(desc(mail.createdAt)).limit(limit),
  };
}
