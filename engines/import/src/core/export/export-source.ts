import type { ImportedCollection } from '../imported-collection.ts';

/** What an exporter writes: the requests, and what else the format can hold. */
export type ExportSource = Pick<ImportedCollection, 'title' | 'steps'> &
  Partial<Pick<ImportedCollection, 'description' | 'about' | 'folders' | 'variables' | 'servers'>>;
