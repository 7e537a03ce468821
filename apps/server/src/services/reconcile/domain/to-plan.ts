import type { ReconciliationFields } from '@touchstone/contracts/reconcile';
import type { ReconcilePlan } from '@touchstone/engine-data/core';

/** The part of a reconciliation that defines how rows are compared. */
export type Comparison = Pick<
  ReconciliationFields,
  'keys' | 'columns' | 'timeZone' | 'allowOnlyInApi' | 'allowOnlyInDatabase'
>;

/** toPlan maps a saved reconciliation to the engine's plan, keeping at most `keep` differences of each kind. */
export function toPlan(fields: Comparison, keep: number): ReconcilePlan {
  return {
    keys: fields.keys,
    columns: fields.columns.map(({ tolerance, ...column }) => ({ ...column, ...(tolerance && { tolerance }) })),
    timeZone: fields.timeZone,
    allowOnlyIn: { api: fields.allowOnlyInApi, database: fields.allowOnlyInDatabase },
    keep,
  };
}

/** formatOf returns the format of a response: by its content type, or by its first character. */
export function formatOf(contentType: string | undefined, text: string): 'json' | 'xml' {
  if (/\bjson\b/i.test(contentType ?? '')) return 'json';
  if (/\bxml\b/i.test(contentType ?? '')) return 'xml';
  return text.trimStart().startsWith('<') ? 'xml' : 'json';
}
