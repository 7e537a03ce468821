import { sharedWorkPool } from '@touchstone/engine-assert';
import type { WorkOwner } from '@touchstone/kernel';
import type { ApiRows, ApiRowsQuery } from '../core/reconcile/api-rows.ts';
import type { MappingSample, MappingSuggestion } from '../core/reconcile/suggest-mapping.ts';

const limitMs = 20_000;

/** Owner and deadline of the work on a response. */
export interface ReconcileWork {
  owner?: WorkOwner;
  signal?: AbortSignal;
}

/**
 * readRowsOfResponse reads the rows of a response in a worker, within 20 s. Rejects with an error whose message says
 * what to correct.
 */
export const readRowsOfResponse = (text: string, query: ApiRowsQuery, work: ReconcileWork = {}): Promise<ApiRows> =>
  run('apiRowsOf', { text, query }, `The row path ${query.rowPath}`, work);

/**
 * suggestMappingFor proposes a mapping in a worker, within 20 s. Rejects with an error whose message says what to
 * correct.
 */
export const suggestMappingFor = (sample: MappingSample, work: ReconcileWork = {}): Promise<MappingSuggestion> =>
  run('mappingFor', sample, 'The suggestion of a mapping', work);

function run<Result>(name: string, input: unknown, subject: string, work: ReconcileWork): Promise<Result> {
  const module = new URL('./reconcile-work.ts', import.meta.url).href;
  return sharedWorkPool.run<Result>({ ...work, module, name, input, subject, limitMs });
}
