import { z } from 'zod';
import type { SearchSchema } from '../../../shared/use-search-state.ts';
import { type DashboardSearch, dashboardSearchSchema } from './dashboard-search.ts';

export const userMetricsSize = 20;

const listSearchSchema = z.object({
  q: z.string().catch('').default(''),
  page: z.coerce.number().int().min(1).catch(1).default(1),
});

/** State of the figures by user in the address. */
export const userMetricsSearchSchema: SearchSchema<DashboardSearch & z.infer<typeof listSearchSchema>> = {
  shape: { ...dashboardSearchSchema.shape, ...listSearchSchema.shape },
  parse: (raw) => ({ ...dashboardSearchSchema.parse(raw), ...listSearchSchema.parse(raw) }),
};
