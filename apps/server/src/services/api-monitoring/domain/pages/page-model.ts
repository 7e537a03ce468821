import type { NoticeState, StatusPage } from '@touchstone/contracts/api-monitoring';

/** How something stands, as visitors see it. */
export type PublicStatus = 'up' | 'degraded' | 'down' | 'maintenance' | 'unknown';
/** Counts of one day; maintenance, and checks that could not be made, are left out. */
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
  /** Of the last 90 days, in percent; null: nothing was measured. */
  uptimePercent: number | null;
  /** 95th percentile of the last 24 hours; null: nothing was measured, or not shown. */
  responseMs: number | null;
  days: DayCounts[];
}
/** An incident or a maintenance as visitors see it. */
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
/** What a status page shows: also its JSON. */
export interface PageModel {
  title: string;
  description: string;
  status: PublicStatus;
  updatedAt: string;
  groups: { name: string; items: PublicItem[] }[];
  incidents: PublicEvent[];
  maintenance: PublicEvent[];
}
/** How a page looks and where it is. */
export type PageLook = Pick<StatusPage, 'slug' | 'accent' | 'appearance' | 'takesSubscribers'>;

/** How many days the bars of a page have. */
export const barDays = 90;
const dayMs = 86_400_000;

const toPublic: Record<string, PublicStatus> = {
  UP: 'up',
  DEGRADED: 'degraded',
  DOWN: 'down',
  MAINTENANCE: 'maintenance',
};
/** publicStatus is the status of a monitor as visitors see it. */
export const publicStatus = (status: string): PublicStatus => toPublic[status] ?? 'unknown';

const gravity: PublicStatus[] = ['down', 'degraded', 'maintenance', 'up', 'unknown'];
/** worstOf is how a page stands as a whole. */
export const worstOf = (statuses: readonly PublicStatus[]): PublicStatus =>
  gravity.find((status) => statuses.includes(status)) ?? 'unknown';

/** uptimeOf is the share of checks that found it available, in percent; slow is available. */
export function uptimeOf(days: readonly DayCounts[]): number | null {
  const sum = (field: 'up' | 'degraded' | 'down') => days.reduce((all, day) => all + day[field], 0);
  const good = sum('up') + sum('degraded');
  const all = good + sum('down');
  return all === 0 ? null : (100 * good) / all;
}

/** fillDays gives every day of the bars, oldest first, also those of which nothing is known. */
export function fillDays(known: readonly DayCounts[], now: Date): DayCounts[] {
  const found = new Map(known.map((day) => [day.day, day]));
  return Array.from({ length: barDays }, (_, index) => {
    const day = new Date(now.getTime() - (barDays - 1 - index) * dayMs).toISOString().slice(0, 10);
    return found.get(day) ?? { day, up: 0, degraded: 0, down: 0 };
  });
}

/** percentText writes a share so that 100 % means that nothing was missing. */
export function percentText(percent: number | null): string {
  if (percent === null) return 'no data';
  const text = (Math.floor(percent * 1000) / 1000).toFixed(percent === 100 ? 0 : 3);
  return `${text.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '')} %`;
}
