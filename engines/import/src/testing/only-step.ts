import { expect } from 'vitest';
import type { ImportedCollection } from '../core/imported-collection.ts';
import { withoutId } from './sent-request.ts';

/** onlyStep returns the only imported step. */
export function onlyStep(collection: ImportedCollection) {
  expect(collection.steps).toHaveLength(1);
  return withoutId(collection.steps[0]!);
}
