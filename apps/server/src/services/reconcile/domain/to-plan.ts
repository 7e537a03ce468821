import type { ReconciliationFields } from '@touchstone/contracts/reconcile';
import type { ReconcilePlan } from '@touchstone/engine-data/core';

/** What of a reconciliation says how rows are compared. */
export type Comparison = Pick<
  ReconciliationFields,
  'keys' | 'columns' | 'timeZone' | 'allowOnlyInApi' | 'allowOnlyInDatabase'
>;

/** toPlan maps a saved reconciliation to the engine's plan; `keep` differences of each kind are kept. */
export function toPlan(fields: Comparison, keep: number): ReconcilePlan {
  return {
    keys: fields.keys,
    columns: fields.columns.map(({ tolerance, ...column }) => ({ ...column, ...(tolerance && { tolerance }) })),
    timeZone: fields.timeZone,
    allowOnlyIn: { api: fields.allowOnlyInApi, database: fields.allowOnlyInDatabase },
    keep,
  };
}

/** formatOf tells how a response is written: by its content type, else by its first character. */
export function formatOf(contentType: string | undefined, text: string): 'json' | 'xml' {
  if (/\bjson\b/i.test(contentType ?? '')) return 'json';
  if (/\bxml\b/i.test(contentType ?? '')) return 'xml';
  return text.trimStart().startsWith('<') ? 'xml' : 'json';
}
