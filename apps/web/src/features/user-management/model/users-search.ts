import { z } from 'zod';

export const usersPageSize = 20;

/** State of the users and teams screen in the address. */
export const usersSearchSchema = z.object({
  tab: z.enum(['users', 'teams']).catch('users').default('users'),
  q: z.string().catch('').default(''),
  role: z.string().catch('').default(''),
  state: z.enum(['', 'active', 'deactivated']).catch('').default(''),
  page: z.coerce.number().int().min(1).catch(1).default(1),
  /** The team whose members are shown. */
  team: z.string().catch('').default(''),
});
export type UsersSearch = z.infer<typeof usersSearchSchema>;
