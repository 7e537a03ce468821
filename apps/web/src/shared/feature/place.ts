import { useMatches } from 'react-router';
import type { Scope } from './feature.ts';

/** Place is what the frame knows of the open page. */
export interface Place {
  feature: string;
  service: string | undefined;
  area: string | undefined;
  scope: Scope;
  hidesNavigation: boolean;
}

/** The `handle` of a route whose page works with a wide surface, such as an editor: the navigation beside it starts folded. */
export const needsWidth = { needsWidth: true } as const;

const isPlace = (handle: unknown): handle is Place =>
  typeof handle === 'object' && handle !== null && 'feature' in handle;

/** usePlace is the place of the open page; undefined where no feature has put it there. */
export const usePlace = (): Place | undefined =>
  useMatches()
    .map(({ handle }) => handle)
    .findLast(isPlace);

/** useNeedsWidth tells whether the open page asked for the width of the window with `needsWidth`. */
export const useNeedsWidth = (): boolean => useMatches().some(({ handle }) => handle === needsWidth);
