import type { QuietDay, QuietHours } from '@touchstone/contracts/api-monitoring';
import type { WallClock } from '../wall-clock.ts';

const dayMs = 86_400_000;
const days: readonly QuietDay[] = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];
/** Maximum number of contiguous windows to follow; more than a week of them counts as quiet forever. */
const maxWindows = 80;

const timeOf = (text: string): number => {
  const [hours = 0, minutes = 0] = text.split(':').map(Number);
  return (hours * 60 + minutes) * 60_000;
};

/** The end of the quiet hours that contain an instant; undefined if none do. */
function endOf(quiet: QuietHours, atMs: number, clock: WallClock): number | undefined {
  const { timezone } = quiet;
  const today = Math.floor(clock.wallOf(timezone, atMs) / dayMs) * dayMs;
  const [from, to] = [timeOf(quiet.from), timeOf(quiet.to)];
  for (const day of [today - dayMs, today]) {
    if (!quiet.days.includes(days[new Date(day).getUTCDay()] as QuietDay)) continue;
    const start = clock.instantOf(timezone, day + from);
    const end = clock.instantOf(timezone, day + to + (to <= from ? dayMs : 0));
    if (start <= atMs && atMs < end) return end;
  }
  return undefined;
}

/**
 * afterQuiet returns the first instant from `atMs` on outside quiet hours; undefined if it is quiet all week. With
 * `isDown`, quiet hours that let down incidents through are ignored.
 */
export function afterQuiet(
  quietHours: readonly QuietHours[],
  atMs: number,
  { isDown, clock }: { isDown: boolean; clock: WallClock },
): number | undefined {
  const holding = quietHours.filter(({ downGoesThrough }) => !(isDown && downGoesThrough));
  let due = atMs;
  for (let count = 0; count < maxWindows; count += 1) {
    const ends = holding.flatMap((quiet) => endOf(quiet, due, clock) ?? []);
    if (ends.length === 0) return due;
    due = Math.max(...ends);
  }
  return undefined;
}
