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

const isPlace = (handle: unknown): handle is Place =>
  typeof handle === 'object' && handle !== null && 'feature' in handle;

/** usePlace is the place of the open page; undefined where no feature has put it there. */
export const usePlace = (): Place | undefined =>
  useMatches()
    .map(({ handle }) => handle)
    .findLast(isPlace);
