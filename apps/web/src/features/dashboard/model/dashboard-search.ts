import { type PeriodSearch, periodSearchSchema } from '../../../shared/period.ts';
import type { SearchSchema } from '../../../shared/use-search-state.ts';

export interface DashboardSearch extends PeriodSearch {
  /** `all`: everything that the user sees; empty: the chosen team. */
  team: string;
}

/** What the address of the dashboard says. Without Zod: the first page loads none. */
export const dashboardSearchSchema: SearchSchema<DashboardSearch> = {
  shape: { ...periodSearchSchema.shape, team: '' },
  parse: (raw) => ({
    ...periodSearchSchema.parse(raw),
    team: (raw.team ?? '').length <= 64 ? (raw.team ?? '') : '',
  }),
};
