import { expect } from 'vitest';
import type { ImportedCollection } from '../core/imported-collection.ts';
import { withoutId } from './sent-request.ts';

/** onlyStep is the one step that was imported. */
export function onlyStep(collection: ImportedCollection) {
  expect(collection.steps).toHaveLength(1);
  return withoutId(collection.steps[0]!);
}
