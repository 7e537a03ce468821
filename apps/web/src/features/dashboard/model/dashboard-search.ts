import type { SearchSchema } from '../../../shared/use-search-state.ts';

/** Ranges of days that can be chosen. */
export const ranges = [7, 14, 30, 90] as const;

export interface DashboardSearch {
  /** 1 to 366. */
  days: number;
  from: string;
  to: string;
  /** `all`: everything that the user sees; empty: the chosen team. */
  team: string;
}
const fallback: DashboardSearch = { days: 14, from: '', to: '', team: '' };

const readDays = (text: string | undefined): number => {
  const days = Number(text);
  return Number.isInteger(days) && days >= 1 && days <= 366 ? days : fallback.days;
};
/** A day of the calendar, such as 2026-02-28. */
const readDay = (text = ''): string => {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text) ? text : '';
};

/** What the address of the dashboard says; with both days they count, else the last days. Without Zod: the first page loads none. */
export const dashboardSearchSchema: SearchSchema<DashboardSearch> = {
  shape: fallback,
  parse: ({ days, from, to, team = '' }) => ({
    days: readDays(days),
    from: readDay(from),
    to: readDay(to),
    team: team.length <= 64 ? team : '',
  }),
};
