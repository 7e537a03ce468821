import { z } from 'zod';
import { dashboardSearchSchema } from './dashboard-search.ts';

export const userMetricsSize = 20;

/** What the address of the numbers by user says. */
export const userMetricsSearchSchema = dashboardSearchSchema.extend({
  q: z.string().catch('').default(''),
  page: z.coerce.number().int().min(1).catch(1).default(1),
});
