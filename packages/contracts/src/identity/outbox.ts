import { z } from 'zod';
import { onlyRoles, route } from '../route.ts';
import { idSchema, timeSchema } from '../shared.ts';

const service = 'identity';

/** A mail that stayed here, because there is no mail server. */
export const keptMailSchema = z.object({
  mailId: idSchema,
  to: z.string(),
  subject: z.string(),
  text: z.string().nullable().describe('null once its link or code was used'),
  createdAt: timeSchema,
});
export type KeptMail = z.infer<typeof keptMailSchema>;

export const outboxRoutes = {
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
