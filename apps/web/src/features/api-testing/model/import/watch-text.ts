import type { SourceWatch, WatchInterval } from '@touchstone/contracts/api-testing';
import { formatCount } from '../../../../shared/format.ts';

/** How often a specification may be checked, as select options; empty for never. */
export const intervalChoices: { value: `${WatchInterval}` | ''; label: string }[] = [
  { value: '', label: 'Not watched' },
  { value: '15', label: 'Every 15 minutes' },
  { value: '60', label: 'Hourly' },
  { value: '1440', label: 'Daily' },
];

/** intervalOf returns the interval of an option. */
export const intervalOf = (value: string): WatchInterval | null =>
  value === '' ? null : (Number(value) as WatchInterval);

/**
 * changesText returns how a document differs from its suite, such as `3 added, 1 changed, 1 removed`; zero counts are
 * left out.
 */
export function changesText({ added, changed, removed }: NonNullable<SourceWatch['changes']>): string {
  const parts = [
    [added, 'added'],
    [changed, 'changed'],
    [removed, 'removed'],
  ] as const;
  return parts
    .filter(([amount]) => amount > 0)
    .map(([amount, word]) => `${formatCount(amount)} ${word}`)
    .join(', ');
}

/** watchState returns what the last check of a watched specification found; undefined if it isn't watched. */
export function watchState(
  watch: SourceWatch | null,
): { tone: 'ok' | 'changed' | 'problem' | 'waiting'; text: string } | undefined {
  if (!watch) return undefined;
  if (watch.problem !== null) return { tone: 'problem', text: watch.problem };
  if (watch.changes) return { tone: 'changed', text: `The spec changed: ${changesText(watch.changes)}` };
  if (watch.checkedAt === null) return { tone: 'waiting', text: 'First check within a minute' };
  return { tone: 'ok', text: 'Up to date' };
}
