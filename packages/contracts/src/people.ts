import { z } from 'zod';

/** Users' login: an email address, in lower case. */
export const loginSchema = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, 'Please enter email id')
  .max(320)
  .pipe(z.email('Please enter valid email id'));

/** A team in lists. */
export const teamSchema = z.object({
  teamId: z.string(),
  /** Repeats `teamId` for clients that read that name. */
  teamUuid: z.string(),
  teamName: z.string(),
  teamDescription: z.string(),
});
export type Team = z.infer<typeof teamSchema>;
