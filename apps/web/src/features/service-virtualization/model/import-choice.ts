import type { ImportEntry } from '@touchstone/contracts/service-virtualization';

type Change = ImportEntry['change'];

/** changeWords says what becomes of an entry. */
export const changeWords: Record<Change, string> = {
  new: 'New',
  same: 'Unchanged',
  updated: 'Updated',
  kept: 'Your edit stays',
  conflict: 'Edited on both sides',
  gone: 'Not in the document any more',
};

/** Display order of entries: those that need a decision come first. */
export const changeOrder: readonly Change[] = ['conflict', 'gone', 'new', 'updated', 'kept', 'same'];

/** isTakeable returns whether an entry is imported when selected. */
export const isTakeable = ({ change }: ImportEntry): boolean => change === 'new' || change === 'updated';

/** byChange groups entries, in that order. */
export const byChange = (entries: readonly ImportEntry[]): [change: Change, entries: ImportEntry[]][] =>
  changeOrder
    .map((change): [Change, ImportEntry[]] => [change, entries.filter((entry) => entry.change === change)])
    .filter(([, group]) => group.length > 0);
