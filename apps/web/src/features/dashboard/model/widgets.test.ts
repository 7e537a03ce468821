import type { Widget } from '@touchstone/contracts/user-management';
import { expect, test } from 'vitest';
import { arrange, change, move, type WidgetId, widgetTitles } from './widgets.ts';

const all = Object.keys(widgetTitles);
const widget = (widgetId: string, patch: Partial<Widget> = {}): Widget => ({
  widgetId,
  hidden: false,
  width: 'half',
  ...patch,
});
const ids = (widgets: { widgetId: string }[]) => widgets.map(({ widgetId }) => widgetId);

test('without an arrangement every widget is in its default place', () => {
  expect(ids(arrange([]))).toEqual(all);
});

test('a saved arrangement stays; unknown and duplicate widgets are dropped, new ones come last [dashboard-metrics-3]', () => {
  const kept = [widget('waiting', { hidden: true }), widget('gone'), widget('counts'), widget('waiting')];
  const arranged = arrange(kept);
  expect(arranged[0]).toEqual(kept[0]);
  expect(ids(arranged)).toEqual(['waiting', 'counts', ...all.filter((id) => id !== 'waiting' && id !== 'counts')]);
});

test.each<[WidgetId, -1 | 1, string[]]>([
  ['usage', -1, ['usage', 'counts', 'outcomes']],
  ['usage', 1, ['counts', 'outcomes', 'usage']],
  ['counts', -1, ['counts', 'usage', 'outcomes']],
])('%s moves by %i', (id, step, expected) => {
  const arranged = arrange([]);
  expect(ids(move(arranged, id, step)).slice(0, 3)).toEqual(expected);
  expect(ids(arranged)).toEqual(all);
});

test('the last one cannot move further', () => {
  const arranged = arrange([]);
  expect(move(arranged, 'waiting', 1)).toEqual(arranged);
});

test('one widget changes, the others stay', () => {
  const changed = change(arrange([]), 'recent', { hidden: true, width: 'full' });
  expect(changed.filter(({ hidden }) => hidden)).toEqual([{ widgetId: 'recent', hidden: true, width: 'full' }]);
});

test('the first one cannot move further, and an absent one moves nothing', () => {
  const arranged = arrange([]);
  expect(move(arranged, 'counts', -1)).toEqual(arranged);
  const two = arranged.slice(0, 2);
  expect(move(two, 'waiting', 1)).toEqual(two);
});

test('initially only the counts widget has the full width, and none is hidden', () => {
  const arranged = arrange([]);
  expect(arranged.filter(({ width }) => width === 'full').map(({ widgetId }) => widgetId)).toEqual(['counts']);
  expect(arranged.some(({ hidden }) => hidden)).toBe(false);
});
