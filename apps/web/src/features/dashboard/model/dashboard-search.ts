import { type PeriodSearch, periodSearchSchema } from '../../../shared/period.ts';
import type { SearchSchema } from '../../../shared/use-search-state.ts';

export interface DashboardSearch extends PeriodSearch {
  /** `all` for everything that the user sees; empty for the selected team. */
  team: string;
}

/** State of the dashboard in the address. Without Zod, which the first page doesn't load. */
export const dashboardSearchSchema: SearchSchema<DashboardSearch> = {
  shape: { ...periodSearchSchema.shape, team: '' },
  parse: (raw) => ({
    ...periodSearchSchema.parse(raw),
    team: (raw.team ?? '').length <= 64 ? (raw.team ?? '') : '',
  }),
};
