import { useMatches } from 'react-router';
import type { Scope } from './feature.ts';

/** Place is what the frame knows about the open page. */
export interface Place {
  feature: string;
  service: string | undefined;
  area: string | undefined;
  scope: Scope;
  hidesNavigation: boolean;
}

/**
 * The `handle` of a route whose page needs a wide surface, such as an editor: the navigation next to it starts folded.
 */
export const needsWidth = { needsWidth: true } as const;

const isPlace = (handle: unknown): handle is Place =>
  typeof handle === 'object' && handle !== null && 'feature' in handle;

/** usePlace returns the place of the open page; undefined if no feature owns it. */
export const usePlace = (): Place | undefined =>
  useMatches()
    .map(({ handle }) => handle)
    .findLast(isPlace);

/** useNeedsWidth returns whether the open page needs the full window width, as declared with `needsWidth`. */
export const useNeedsWidth = (): boolean => useMatches().some(({ handle }) => handle === needsWidth);
