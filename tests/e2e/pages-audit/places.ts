import { existsSync, readdirSync } from 'node:fs';
import type { Place, Visitor } from '../../../apps/web/src/shared/testing/place.ts';

/** Places that belong to no feature. */
const ofTheFrame: readonly Place[] = [
  {
    name: 'unknown path',
    visitor: 'nobody',
    path: () => '/nowhere/at-all',
    ready: (page) => page.getByText('Error Code 404', { exact: true }).waitFor(),
  },
];

const features = new URL('../../../apps/web/src/features/', import.meta.url);
const files = readdirSync(features)
  .map((id) => new URL(`${id}/testing/places.ts`, features))
  .filter((file) => existsSync(file));
const ofFeatures = await Promise.all(
  files.map(async ({ href }) => ((await import(href)) as { places?: readonly Place[] }).places ?? []),
);
export const allPlaces: readonly Place[] = [...ofTheFrame, ...ofFeatures.flat()];

/** placesOf lists the places that a visitor sees, over all features. */
export const placesOf = (visitor: Visitor): Place[] => allPlaces.filter((place) => place.visitor === visitor);
