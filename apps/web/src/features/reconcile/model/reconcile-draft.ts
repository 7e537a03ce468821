import {
  type ReconcileColumn,
  type ReconcileKey,
  type Reconciliation,
  type ReconciliationFields,
  reconciliationInputSchema,
} from '@touchstone/contracts/reconcile';

/** A reconciliation being edited. */
export type ReconcileDraft = ReconciliationFields;

/** An empty key column. */
export const emptyKey: ReconcileKey = { apiPath: '', dbColumn: '', compareAs: 'auto', ignoreCase: false, trim: false };
/** An empty pair of columns. */
export const emptyColumn: ReconcileColumn = { ...emptyKey, tolerance: null, nullEqualsEmpty: false };

/** An unsaved reconciliation. */
export const emptyDraft: ReconcileDraft = {
  name: '',
  scriptId: '',
  environmentId: null,
  rowPath: '$',
  databaseConfigurationId: '',
  query: '',
  timeoutMs: 60_000,
  keys: [emptyKey],
  columns: [],
  timeZone: 'UTC',
  allowOnlyInApi: false,
  allowOnlyInDatabase: false,
  checkInRuns: false,
};

/** toDraft returns the draft of a saved reconciliation. */
export function toDraft(saved: Reconciliation): ReconcileDraft {
  const { projectId: _project, reconciliationId: _id, suiteId: _suite, scriptName: _script, ...rest } = saved;
  const { lastRun: _run, createdAt: _created, updatedAt: _updated, ...fields } = rest;
  return fields;
}

/** problemsOf returns the problems of a draft, by path such as `query` or `keys.0.apiPath`. */
export function problemsOf(draft: ReconcileDraft): Record<string, string> {
  const { projectId: _project, ...shape } = reconciliationInputSchema.shape;
  const problems: Record<string, string> = {};
  for (const [name, schema] of Object.entries(shape)) {
    const issues = schema.safeParse(draft[name as keyof ReconcileDraft]).error?.issues ?? [];
    for (const { path, message } of issues) problems[[name, ...path].join('.')] ??= message;
  }
  return problems;
}
