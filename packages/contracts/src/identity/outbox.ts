import { z } from 'zod';
import { onlyRoles, route } from '../route.ts';
import { idSchema, okSchema, pageOf, pageQuery, timeSchema } from '../shared.ts';

const service = 'identity';

/** A mail that was stored because there is no mail server. */
export const keptMailSchema = z.object({
  mailId: idSchema,
  to: z.string(),
  subject: z.string(),
  text: z.string().nullable().describe('null once its link or code was used'),
  createdAt: timeSchema,
});
/** A mail stored for reading, if no mail server is set. */
export type KeptMail = z.infer<typeof keptMailSchema>;

/** The delivery state of a mail sent by a mail server. */
export const mailStateSchema = z.object({
  mailId: idSchema,
  to: z.string(),
  subject: z.string(),
  status: z.enum(['outbox', 'queued', 'sent', 'failed']),
  attempts: z.number().int(),
  error: z.string().nullable().describe('Why the last attempt failed'),
  nextAttemptAt: timeSchema.nullable(),
  createdAt: timeSchema,
  sentAt: timeSchema.nullable(),
});
/** Whether a mail has been sent, and why not. */
export type MailStateView = z.infer<typeof mailStateSchema>;

export const outboxRoutes = {
  listMails: route({
    service,
    method: 'GET',
    path: '/api/mails',
    access: onlyRoles('read', 'ROLE_ADMIN', 'ROLE_SUPERADMIN'),
    summary: 'Delivery of the mails of the organization, newest first; the super administrator sees all',
    query: z.strictObject({ ...pageQuery, status: mailStateSchema.shape.status.optional() }),
    response: pageOf(mailStateSchema),
  }),
  retryMails: route({
    service,
    method: 'POST',
    path: '/api/mails/retry',
    access: onlyRoles('write', 'ROLE_ADMIN', 'ROLE_SUPERADMIN'),
    summary: 'Send waiting or failed mails now: those named, or all of one status',
    body: z.union([
      z.strictObject({ mailIds: z.array(idSchema).min(1).max(200) }),
      z.strictObject({ status: mailStateSchema.shape.status.extract(['queued', 'failed']) }),
    ]),
    response: okSchema,
  }),
  listKeptMails: route({
    service,
    method: 'GET',
    path: '/api/outbox',
    access: onlyRoles('read', 'ROLE_ADMIN', 'ROLE_SUPERADMIN'),
    summary:
      'The newest 100 mails of the organization, for the super administrator of all, where no mail server sends them',
    response: z.object({
      isKept: z.boolean().describe('False where a mail server sends the mails'),
      mails: z.array(keptMailSchema),
    }),
  }),
};
