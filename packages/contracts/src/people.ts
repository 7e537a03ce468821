import { z } from 'zod';

/** What people sign in with: an e-mail address, in small letters. */
export const loginSchema = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, 'Please enter email id')
  .max(320)
  .pipe(z.email('Please enter valid email id'));

/** A team as lists name it. */
export const teamSchema = z.object({
  teamId: z.string(),
  /** Repeats `teamId` for clients that read that name. */
  teamUuid: z.string(),
  teamName: z.string(),
  teamDescription: z.string(),
});
export type Team = z.infer<typeof teamSchema>;
