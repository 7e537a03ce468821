import type { NoticeState, StatusPage } from '@touchstone/contracts/api-monitoring';

/** A status as shown to visitors. */
export type PublicStatus = 'up' | 'degraded' | 'down' | 'maintenance' | 'unknown';
/** Counts of one day, without maintenance and checks that couldn't be made. */
export interface DayCounts {
  day: string;
  up: number;
  degraded: number;
  down: number;
}
export interface PublicItem {
  monitorId: string;
  name: string;
  description: string;
  status: PublicStatus;
  /** Of the last 90 days, in percent; null without data. */
  uptimePercent: number | null;
  /** 95th percentile of the last 24 hours; null without data or if not shown. */
  responseMs: number | null;
  days: DayCounts[];
}
/** An incident or maintenance as shown to visitors. */
export interface PublicEvent {
  id: string;
  title: string;
  impact: 'none' | 'degraded' | 'down' | 'maintenance';
  state: NoticeState | 'scheduled' | 'in progress';
  startedAt: string;
  endedAt: string | null;
  items: string[];
  updates: { at: string; state: string; text: string }[];
}
/** The content of a status page; also served as JSON. */
export interface PageModel {
  title: string;
  description: string;
  status: PublicStatus;
  updatedAt: string;
  groups: { name: string; items: PublicItem[] }[];
  incidents: PublicEvent[];
  maintenance: PublicEvent[];
}
/** The appearance and address of a page. */
export type PageLook = Pick<StatusPage, 'slug' | 'accent' | 'appearance' | 'takesSubscribers'>;

/** How many days the bars of a page cover. */
export const barDays = 90;
const dayMs = 86_400_000;

const toPublic: Record<string, PublicStatus> = {
  UP: 'up',
  DEGRADED: 'degraded',
  DOWN: 'down',
  MAINTENANCE: 'maintenance',
};
/** publicStatus returns a monitor's status as shown to visitors. */
export const publicStatus = (status: string): PublicStatus => toPublic[status] ?? 'unknown';

const gravity: PublicStatus[] = ['down', 'degraded', 'maintenance', 'up', 'unknown'];
/** worstOf returns the overall status of a page: the worst of its items. */
export const worstOf = (statuses: readonly PublicStatus[]): PublicStatus =>
  gravity.find((status) => statuses.includes(status)) ?? 'unknown';

/** uptimeOf returns the percentage of checks that were available (slow ones included); null without checks. */
export function uptimeOf(days: readonly DayCounts[]): number | null {
  const sum = (field: 'up' | 'degraded' | 'down') => days.reduce((all, day) => all + day[field], 0);
  const good = sum('up') + sum('degraded');
  const all = good + sum('down');
  return all === 0 ? null : (100 * good) / all;
}

/** fillDays returns all days of the bars, oldest first, with empty days filled in. */
export function fillDays(known: readonly DayCounts[], now: Date): DayCounts[] {
  const found = new Map(known.map((day) => [day.day, day]));
  return Array.from({ length: barDays }, (_, index) => {
    const day = new Date(now.getTime() - (barDays - 1 - index) * dayMs).toISOString().slice(0, 10);
    return found.get(day) ?? { day, up: 0, degraded: 0, down: 0 };
  });
}

/** percentText formats a percentage; shows 100 % only if nothing failed. */
export function percentText(percent: number | null): string {
  if (percent === null) return 'no data';
  const text = (Math.floor(percent * 1000) / 1000).toFixed(percent === 100 ? 0 : 3);
  return `${text.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '')} %`;
}
