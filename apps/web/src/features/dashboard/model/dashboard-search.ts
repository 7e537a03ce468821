import { z } from 'zod';

/** Ranges of days that can be chosen. */
export const ranges = [7, 14, 30, 90] as const;
const day = z.iso.date().or(z.literal('')).catch('').default('');

/** What the address of the dashboard says; with both days they count, else the last days. */
export const dashboardSearchSchema = z.object({
  days: z.coerce.number().int().min(1).max(366).catch(14).default(14),
  from: day,
  to: day,
  /** `all`: everything that the user sees; empty: the chosen team. */
  team: z.string().max(64).catch('').default(''),
});
export type DashboardSearch = z.infer<typeof dashboardSearchSchema>;
