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

export function createMailer(options: {
  database: Database;
  jobs: Jobs;
  files: Files;
  smtpUrl: string | undefined;
  from: string;
}): Mailer {
  const { database, jobs, files, smtpUrl, from } = options;
  const transport = smtpUrl ? createTransport(smtpUrl) : undefined;
  if (transport) {
    jobs.handle<{ mailId: string; organizationId?: string }>(queue, async ({ mailId, organizationId }) => {
      const [row] = await database.sql.select().from(mail).where(eq(mail.id, mailId));
      if (!row || row.status === 'sent') return;
      try {
        const opened = organizationId
          ? await Promise.all(row.attachments.map((id) => files.open(organizationId, id)))
          : [];
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
      }
    });
  }
  return {
    local: !transport,
    async send(input) {
      const id = newId();
      await database.sql.insert(mail).values({
        id,
        recipient: input.to,
        subject: input.subject,
        textBody: input.text,
        htmlBody: input.html,
        attachments: input.attachments ?? [],
        status: transport ? 'queued' : 'outbox',
      });
      if (transport) await jobs.send(queue, { mailId: id, organizationId: input.organizationId });
    },
    list: (limit) => database.sql.select().from(mail).orderBy(desc(mail.createdAt)).limit(limit),
  };
}
