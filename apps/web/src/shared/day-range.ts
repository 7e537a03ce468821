/** lastDays returns the last `count` days, including today, as ISO dates in UTC. */
export function lastDays(count: number, now: Date = new Date()): { startDate: string; endDate: string } {
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  return { startDate: day(now.getTime() - (count - 1) * 86_400_000), endDate: day(now.getTime()) };
}

/** fillDays returns every day of the range, with zeros for days without runs. */
export function fillDays<T extends { date: string }>(
  days: readonly T[],
  range: { startDate: string; endDate: string },
  empty: (date: string) => T,
): T[] {
  const byDate = new Map(days.map((day) => [day.date.slice(0, 10), day]));
  const all: T[] = [];
  for (let at = Date.parse(range.startDate); at <= Date.parse(range.endDate); at += 86_400_000) {
    const date = new Date(at).toISOString().slice(0, 10);
    all.push(byDate.get(date) ?? empty(date));
  }
  return all;
}
