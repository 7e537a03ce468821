import { loadXPath } from '@touchstone/engine-assert/core';
import { type ApiRows, type ApiRowsQuery, readApiRows } from '../core/reconcile/api-rows.ts';
import { type MappingSample, type MappingSuggestion, suggestMapping } from '../core/reconcile/suggest-mapping.ts';

/** Reads the rows of a response on the calling thread. */
export async function apiRowsOf({ text, query }: { text: string; query: ApiRowsQuery }): Promise<ApiRows> {
  if (query.format === 'xml') await loadXPath();
  return readApiRows(text, query);
}

/** Suggests a mapping on the calling thread. */
export async function mappingFor(sample: MappingSample): Promise<MappingSuggestion> {
  if (sample.format === 'xml') await loadXPath();
  return suggestMapping(sample);
}
