import { lastDays } from './day-range.ts';
import type { SearchSchema } from './use-search-state.ts';

/** Selectable ranges, in days. */
export const periodChoices = [7, 14, 30, 90] as const;

/** The days in a page's address; both ends together take precedence over the last days. */
export interface PeriodSearch {
  /** 1 to 366. */
  days: number;
  from: string;
  to: string;
}
const fallback: PeriodSearch = { days: 14, from: '', to: '' };

const readDays = (text: string | undefined): number => {
  const days = Number(text);
  return Number.isInteger(days) && days >= 1 && days <= 366 ? days : fallback.days;
};
/** A calendar day, such as 2026-02-28. */
const readDay = (text = ''): string => {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text) ? text : '';
};

/** Without Zod, which the first page doesn't load. */
export const periodSearchSchema: SearchSchema<PeriodSearch> = {
  shape: fallback,
  parse: ({ days, from, to }) => ({ days: readDays(days), from: readDay(from), to: readDay(to) }),
};

/** rangeOf returns the range in an address: both ends in order, or the last days up to today. */
export function rangeOf({ days, from, to }: PeriodSearch): { startDate: string; endDate: string } {
  if (!from || !to) return lastDays(days);
  const [startDate = from, endDate = to] = [from, to].sort();
  return { startDate, endDate };
}
