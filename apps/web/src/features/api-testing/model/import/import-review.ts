import type { CallInput } from '@touchstone/contracts';
import type { apiTestingRoutes, ImportReview, requestParts } from '@touchstone/contracts/api-testing';
import { scriptPartNames } from '../script-part-names.ts';

type Part = (typeof requestParts)[number];
export type MergeBody = CallInput<typeof apiTestingRoutes.mergeImport>['body'];
type TakenPart = NonNullable<MergeBody['takeDocument']>[number];

const partNames: Record<Part, string> = { name: 'Name', group: 'Folder', ...scriptPartNames };
export const partName = (part: Part): string => partNames[part];

/** The user's decisions in a review; initially the user's changes stay, and the document's additions are taken. */
export interface ReviewChoice {
  /** Conflicts that the document wins, as `id part`. */
  taken: ReadonlySet<string>;
  kept: ReadonlySet<string>;
  left: ReadonlySet<string>;
}
export const firstReviewChoice: ReviewChoice = { taken: new Set(), kept: new Set(), left: new Set() };

export const conflictKey = (id: string, part: Part | 'removed'): string => `${id} ${part}`;

/** withKey adds a key to a set or removes it. */
export function withKey(keys: ReadonlySet<string>, key: string, on: boolean): ReadonlySet<string> {
  const next = new Set(keys);
  if (on) next.add(key);
  else next.delete(key);
  return next;
}

/** mergeBody returns the body of the call that applies the decisions. */
export function mergeBody(importId: string, review: ImportReview, { taken, kept, left }: ReviewChoice): MergeBody {
  const takeDocument = review.conflicts.flatMap(({ id, isRemoved, differences }): TakenPart[] =>
    [...(isRemoved ? (['removed'] as const) : []), ...differences.map(({ part }) => part)]
      .filter((part) => taken.has(conflictKey(id, part)))
      .map((part) => ({ id, part })),
  );
  const { sourceId, reviewed } = review;
  return { importId, sourceId, reviewed, takeDocument, keepRemoved: [...kept], leaveOut: [...left] };
}

/** changesNothing returns whether the suite and the document agree. */
export const changesNothing = ({ added, changed, removed, conflicts }: ImportReview): boolean =>
  added.length + changed.length + removed.length + conflicts.length === 0;

/** reviewSummary says in one line what the update would do with the current choices. */
export function reviewSummary(review: ImportReview, choice: ReviewChoice): string {
  const parts = [
    [review.added.length - choice.left.size, 'added'],
    [review.changed.length, 'changed'],
    [review.removed.length - choice.kept.size, 'deleted'],
    [review.conflicts.length, review.conflicts.length === 1 ? 'conflict' : 'conflicts'],
    [review.unchanged, 'unchanged'],
  ] as const;
  return parts
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count} ${word}`)
    .join(' · ');
}
