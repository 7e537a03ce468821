import type { HttpStep } from '@touchstone/engine-http/core';
import type { ImportedCollection } from '../core/imported-collection.ts';

export { messageOf } from '../core/step-parts.ts';
export type { ImportedCollection };

/** The job that a worker is started with. */
export interface ImportJob {
  name: string;
  input: unknown;
  options: { canResolve?: boolean; [key: string]: unknown };
}

export type ToWorker = { type: 'next' } | { type: 'resolved'; id: number; text: string | undefined; failure?: string };

export type FromWorker =
  | { type: 'resolve'; id: number; location: string }
  | { type: 'result'; result: Omit<ImportedCollection, 'steps'> }
  | { type: 'steps'; steps: HttpStep[]; isLast: boolean }
  | { type: 'failure'; reason: string };
