import type { ImportedCollection } from '../imported-collection.ts';

/** Input of an exporter: the requests, and whatever else the format can represent. */
export type ExportSource = Pick<ImportedCollection, 'title' | 'steps'> &
  Partial<Pick<ImportedCollection, 'description' | 'about' | 'folders' | 'variables' | 'servers'>>;
