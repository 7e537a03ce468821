import type { MonitorSummary, Verdict } from '@touchstone/contracts/api-monitoring';
import { formatDuration, formatExact, formatPercent } from '../../../shared/format.ts';
import { verdictLooks } from './status-look.ts';

/** Look of a bar: height and texture differ by state, not only the colour. */
export type BarLook = 'up' | 'degraded' | 'down' | 'unknown' | 'none';

/** A bar of a strip. */
export interface Bar {
  key: string;
  look: BarLook;
  /** Tooltip, and text for screen readers. */
  text: string;
}

const looks: Record<Verdict, BarLook> = { UP: 'up', DEGRADED: 'degraded', DOWN: 'down', UNKNOWN: 'unknown' };

/** The latest checks of a monitored API as bars. */
export const barsOfChecks = (recent: MonitorSummary['recent']): Bar[] =>
  recent.map(({ at, verdict, durationMs }) => ({
    key: at,
    look: looks[verdict],
    text: [verdictLooks[verdict].word, durationMs === null ? '' : formatDuration(durationMs), formatExact(at)]
      .filter(Boolean)
      .join(' · '),
  }));

/** countVerdicts counts checks in words: `28 up, 2 down`. */
export function countVerdicts(recent: readonly { verdict: Verdict }[]): string {
  const counts = Map.groupBy(recent, ({ verdict }) => verdict);
  return (Object.keys(verdictLooks) as Verdict[])
    .flatMap((verdict) => {
      const own = counts.get(verdict)?.length ?? 0;
      return own === 0 ? [] : `${own} ${verdictLooks[verdict].word.toLowerCase()}`;
    })
    .join(', ');
}

const dayMs = 86_400_000;
const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });

/** Counts needed to draw a day. */
interface DayCounts {
  at: string;
  up: number;
  degraded: number;
  down: number;
  unknown: number;
}

/** barsOfDays returns a bar for each of the last `count` days up to `to`, in UTC, by its share of failed checks. */
export function barsOfDays(points: readonly DayCounts[], to: string, count: number): Bar[] {
  const byDay = Map.groupBy(points, ({ at }) => at.slice(0, 10));
  const end = Math.floor(Date.parse(to) / dayMs) * dayMs;
  return Array.from({ length: count }, (_, index) => {
    const start = end - (count - 1 - index) * dayMs;
    const key = new Date(start).toISOString().slice(0, 10);
    return barOfDay(key, byDay.get(key) ?? []);
  });
}

function barOfDay(key: string, points: readonly DayCounts[]): Bar {
  const sum = (part: 'up' | 'degraded' | 'down' | 'unknown') => points.reduce((all, point) => all + point[part], 0);
  const [up, degraded, down] = [sum('up'), sum('degraded'), sum('down')];
  const known = up + degraded + down;
  const name = day.format(new Date(key));
  if (known === 0) return { key, look: sum('unknown') > 0 ? 'unknown' : 'none', text: `${name}: no data` };
  const share = ((up + degraded) / known) * 100;
  const look = down > 0 ? 'down' : degraded > 0 ? 'degraded' : 'up';
  const parts = [down > 0 ? `${down} down` : '', degraded > 0 ? `${degraded} degraded` : ''].filter(Boolean);
  return { key, look, text: [`${name}: ${formatPercent(share)} up`, ...parts].join(', ') };
}
