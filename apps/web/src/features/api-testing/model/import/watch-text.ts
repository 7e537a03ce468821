import type { SourceWatch, WatchInterval } from '@touchstone/contracts/api-testing';
import { formatCount } from '../../../../shared/format.ts';

/** How often a specification may be checked, for a select; empty: never. */
export const intervalChoices: { value: `${WatchInterval}` | ''; label: string }[] = [
  { value: '', label: 'Not watched' },
  { value: '15', label: 'Every 15 minutes' },
  { value: '60', label: 'Hourly' },
  { value: '1440', label: 'Daily' },
];

/** intervalOf reads a choice. */
export const intervalOf = (value: string): WatchInterval | null =>
  value === '' ? null : (Number(value) as WatchInterval);

/** changesText says how a document differs from its suite, such as `3 added, 1 changed, 1 removed`; what did not happen is left out. */
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

/** watchState is what the last check says of a watched specification; undefined where it is not watched. */
export function watchState(
  watch: SourceWatch | null,
): { tone: 'ok' | 'changed' | 'problem' | 'waiting'; text: string } | undefined {
  if (!watch) return undefined;
  if (watch.problem !== null) return { tone: 'problem', text: watch.problem };
  if (watch.changes) return { tone: 'changed', text: `The spec changed: ${changesText(watch.changes)}` };
  if (watch.checkedAt === null) return { tone: 'waiting', text: 'First check within a minute' };
  return { tone: 'ok', text: 'Up to date' };
}
