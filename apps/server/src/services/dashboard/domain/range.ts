const dayMs = 86_400_000;
const defaultDays = 14;
const longestDays = 366;

const day = (date: Date) => date.toISOString().slice(0, 10);

/** dayRange completes a range of days (UTC): by default the last 14 days; at most a year, and never backwards. */
export function dayRange(given: { startDate?: string | undefined; endDate?: string | undefined }, now: Date) {
  const to = given.endDate ?? day(now);
  const wanted = given.startDate ?? day(new Date(Date.parse(to) - (defaultDays - 1) * dayMs));
  const earliest = day(new Date(Date.parse(to) - (longestDays - 1) * dayMs));
  const from = [wanted, earliest].sort()[1] ?? wanted;
  return { from: from > to ? to : from, to };
}

/** percent returns the percentage of a whole with one decimal; 0 if the whole is 0. */
export const percent = (part: number, whole: number): number => (whole ? Math.round((part / whole) * 1000) / 10 : 0);
