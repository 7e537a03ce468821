import type { Clock } from '@touchstone/kernel';
import { newId } from '@touchstone/kernel';
import { and, desc, eq, lt } from 'drizzle-orm';
import { createTransport } from 'nodemailer';
import type { Database } from '../database/pool.ts';
import type { Files } from '../files/files.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { SecretBox } from '../secrets.ts';
import { mail } from '../tables.ts';

export interface MailInput {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Whose mail it is; attachments are files of this organization. */
  organizationId?: string;
  attachments?: string[];
  /** Names the link or code in it, for `forget`. */
  topic?: string;
}

/** Mail is a stored mail with its texts opened. */
export type Mail = typeof mail.$inferSelect;

/** Mailer stores every mail first, its texts sealed; with a mail server a job sends it, without one it stays in the outbox. */
export interface Mailer {
  send(input: MailInput): Promise<void>;
  /** The newest mails, of one organization or of all, for the outbox. */
  list(limit: number, organizationId?: string): Promise<Mail[]>;
  /** Deletes the texts of mails whose link or code was used. */
  forget(topic: string): Promise<void>;
  /** Whether mails stay in the outbox. */
  local: boolean;
}

const queue = 'platform.mail';
const purgeQueue = 'platform.mail-purge';
const keepMs = 30 * 24 * 3600_000;
/** All of them below the time that the queue gives a job. */
const timeouts = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 60_000 };
const noTexts = { textBody: null, htmlBody: null };

export function createMailer(options: {
  database: Database;
  jobs: Jobs;
  files: Files;
  secrets: SecretBox;
  clock: Clock;
  smtpUrl: string | undefined;
  from: string;
}): Mailer {
  const { database, jobs, files, secrets, clock, smtpUrl, from } = options;
  const transport = smtpUrl ? createTransport({ url: smtpUrl, ...timeouts }) : undefined;
  const place = (id: string) => `platform.mail:${id}`;
  const opened = (row: Mail): Mail => {
    const open = (text: string | null) => text && secrets.open(text, place(row.id));
    return { ...row, textBody: open(row.textBody), htmlBody: open(row.htmlBody) };
  };
  const change = (id: string, values: Partial<Mail>) => database.sql.update(mail).set(values).where(eq(mail.id, id));
  if (transport) {
    jobs.handle<{ mailId: string }>(queue, async ({ mailId }) => {
      const [row] = await database.sql.select().from(mail).where(eq(mail.id, mailId));
      if (!row || row.status === 'sent') return;
      const { organizationId, recipient: to, subject, textBody, htmlBody } = opened(row);
      const attached: Awaited<ReturnType<Files['open']>>[] = [];
      try {
        if (organizationId)
          for (const fileId of row.attachments) attached.push(await files.open(organizationId, fileId));
        const attachments = attached.map((file) => ({
          filename: file.name,
          content: file.stream,
          contentType: file.contentType,
        }));
        await transport.sendMail({ from, to, subject, text: textBody ?? '', html: htmlBody ?? '', attachments });
        await change(mailId, { status: 'sent', sentAt: new Date(), error: null, ...noTexts });
      } catch (error) {
        await change(mailId, { status: 'failed', error: (error as Error).message });
        throw error;
      } finally {
        for (const file of attached) file.stream.destroy();
      }
    });
  }
  jobs.handle(purgeQueue, async () => {
    await database.sql.delete(mail).where(lt(mail.createdAt, new Date(clock.now().getTime() - keepMs)));
  });
  jobs.schedule(purgeQueue, '17 3 * * *');
  return {
    local: !transport,
    async send(input) {
      const id = newId();
      // One transaction: a mail that is stored has its job, whatever happens in between.
      await database.transaction(async (sql, client) => {
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
        });
        if (transport) await jobs.send(queue, { mailId: id }, client);
      });
    },
    async list(limit, organizationId) {
      const wanted = organizationId ? eq(mail.organizationId, organizationId) : undefined;
      const rows = await database.sql.select().from(mail).where(wanted).orderBy(desc(mail.createdAt)).limit(limit);
      return rows.map(opened);
    },
    async forget(topic) {
      await database.sql
        .update(mail)
        .set(noTexts)
        .where(and(eq(mail.topic, topic), eq(mail.status, 'outbox')));
    },
  };
}
