import type { Widget } from '@touchstone/contracts/user-management';

/** The key under which the server stores this dashboard's arrangement. */
export const dashboardService = 'dashboard';

/** The widgets of the dashboard in default order. */
export const widgetTitles = {
  counts: 'At a glance',
  usage: 'Runs per day',
  outcomes: 'Outcomes',
  recent: 'Recent tests',
  services: 'Services',
  contributions: 'Contributions',
  waiting: 'Waiting time',
} as const;
export type WidgetId = keyof typeof widgetTitles;
export type PlacedWidget = Widget & { widgetId: WidgetId };

const full: readonly WidgetId[] = ['counts'];
const ids = Object.keys(widgetTitles) as WidgetId[];
const standard: PlacedWidget[] = ids.map((widgetId) => ({
  widgetId,
  hidden: false,
  width: full.includes(widgetId) ? 'full' : 'half',
}));
const isKnown = (widget: Widget): widget is PlacedWidget => ids.some((id) => id === widget.widgetId);

/** arrange completes a saved arrangement: drops removed widgets and appends new ones. */
export function arrange(kept: readonly Widget[]): PlacedWidget[] {
  const placed = kept
    .filter(isKnown)
    .filter(({ widgetId }, at, all) => all.findIndex((w) => w.widgetId === widgetId) === at);
  return [...placed, ...standard.filter(({ widgetId }) => !placed.some((widget) => widget.widgetId === widgetId))];
}

/** move swaps a widget with the neighbour before (-1) or after (1) it; at the end of the list nothing changes. */
export function move(widgets: readonly PlacedWidget[], widgetId: WidgetId, step: -1 | 1): PlacedWidget[] {
  const next = [...widgets];
  const from = next.findIndex((widget) => widget.widgetId === widgetId);
  const to = from + step;
  const [one, other] = [next[from], next[to]];
  if (one && other) [next[from], next[to]] = [other, one];
  return next;
}

/** change updates fields of a widget. */
export const change = (
  widgets: readonly PlacedWidget[],
  widgetId: WidgetId,
  patch: Partial<Pick<Widget, 'hidden' | 'width'>>,
): PlacedWidget[] => widgets.map((widget) => (widget.widgetId === widgetId ? { ...widget, ...patch } : widget));
