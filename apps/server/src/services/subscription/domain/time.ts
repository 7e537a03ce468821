const dayMs = 24 * 3600_000;

/** remainingDays returns the number of whole days until an end, rounded up, 0 after it; null without an end. */
export function remainingDays(endsAt: Date | null, now: Date): number | null {
  if (endsAt === null) return null;
  return Math.max(0, Math.ceil((endsAt.getTime() - now.getTime()) / dayMs));
}

/** addMonths adds calendar months to a date, clamped to the last day of a shorter month (UTC). */
export function addMonths(from: Date, months: number): Date {
  const moved = new Date(from);
  moved.setUTCDate(1);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate();
  moved.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return moved;
}
