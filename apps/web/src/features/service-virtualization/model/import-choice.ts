import type { ImportEntry } from '@touchstone/contracts/service-virtualization';

type Change = ImportEntry['change'];

/** changeWords say what becomes of an entry. */
export const changeWords: Record<Change, string> = {
  new: 'New',
  same: 'Unchanged',
  updated: 'Updated',
  kept: 'Your edit stays',
  conflict: 'Edited on both sides',
  gone: 'Not in the document any more',
};

/** The order in which entries are shown: what needs a decision comes first. */
export const changeOrder: readonly Change[] = ['conflict', 'gone', 'new', 'updated', 'kept', 'same'];

/** isTakeable says whether an entry comes in when it is chosen. */
export const isTakeable = ({ change }: ImportEntry): boolean => change === 'new' || change === 'updated';

/** byChange sorts entries into groups, in that order. */
export const byChange = (entries: readonly ImportEntry[]): [change: Change, entries: ImportEntry[]][] =>
  changeOrder
    .map((change): [Change, ImportEntry[]] => [change, entries.filter((entry) => entry.change === change)])
    .filter(([, group]) => group.length > 0);
